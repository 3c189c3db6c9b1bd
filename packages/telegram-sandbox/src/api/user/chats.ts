/** Chats as a person's application shows them. */
import { unstartedChat } from "../chats/access.js";
import { chatJson, type Json, messageJson, userJson } from "../chats/view.js";
import type { Chat } from "../model.js";
import { firstCommandsOf } from "../storage/commands.js";
import { lastMessages, messageOf } from "../storage/messages.js";
import { allChats, allPeople, membersOf, statusOf } from "../storage/people.js";
import type { ChatChange, World } from "../world.js";
import { existing } from "./chat-changes.js";

const SHOWN = 200;

export function chatWithMessages(world: World, chatId: number): Json {
  const { storage } = world;
  const chat = shownChat(world, chatId);
  const messages = lastMessages(storage, chatId, SHOWN);
  return {
    chat: chatJson(storage, chat),
    messages: messages.map((message) => messageJson(storage, message, "person")),
  };
}

/** Also a private chat that nobody has begun: a page shows it empty. */
export function shownChat(world: World, chatId: number): Chat {
  return unstartedChat(world.storage, chatId) ?? existing(world, chatId);
}

/** With the members, which the Bot API does not list; channels have no page. */
export function listChats(world: World): Json {
  const { storage } = world;
  const groups = allChats(storage).filter(({ type }) => type === "group" || type === "supergroup");
  const people = allPeople(storage).map(({ id }) => unstartedChat(storage, id));
  const shown = [...people.filter((chat) => chat !== undefined), ...groups];
  return { chats: shown.map((chat) => listed(world, chat)) };
}

/** The bot's commands as this person's application lists them here; `language` as "zh-hans". */
export function listedCommands(world: World, chatId: number, from: number, language = ""): Json {
  const { storage } = world;
  const { id, type } = shownChat(world, chatId);
  const status = statusOf(storage, id, from);
  const isAdmin = status === "creator" || status === "administrator";
  const scopes =
    type === "private"
      ? [`chat:${id}`, "all_private_chats"]
      : [
          `chat_member:${id}:${from}`,
          ...(isAdmin ? [`chat_administrators:${id}`] : []),
          `chat:${id}`,
          ...(isAdmin ? ["all_chat_administrators"] : []),
          "all_group_chats",
        ];
  const [code = ""] = language.toLowerCase().split("-");
  return { commands: firstCommandsOf(storage, [...scopes, "default"], code) };
}

function listed(world: World, chat: Chat): Json {
  const { storage } = world;
  const members = membersOf(storage, chat.id).map(({ userId, status }) => ({
    user: userJson(storage, userId),
    status,
  }));
  return {
    ...chatJson(storage, chat),
    title: chat.title,
    ...(chat.migratedTo !== null && { migrated_to_chat_id: chat.migratedTo }),
    members,
  };
}

/** What an open page needs in order to draw the change without asking. */
export function changeJson(world: World, change: ChatChange): Json {
  const { chatId, type, messageId, action } = change;
  if (messageId === undefined) return { type, ...(action !== undefined && { action }) };
  const message = messageOf(world.storage, chatId, messageId);
  return {
    type,
    message_id: messageId,
    ...(message && { message: messageJson(world.storage, message, "person") }),
  };
}
