/** Chats as a person's application shows them. */
import { chatJson, type Json, messageJson, userJson } from "../chats/view.js";
import type { Chat } from "../model.js";
import { lastMessages, messageOf } from "../storage/messages.js";
import { allChats, membersOf } from "../storage/people.js";
import type { ChatChange, World } from "../world.js";
import { existing } from "./chat-changes.js";

const SHOWN = 200;

export function chatWithMessages(world: World, chatId: number): Json {
  const { storage } = world;
  const chat = existing(world, chatId);
  const messages = lastMessages(storage, chatId, SHOWN);
  return {
    chat: chatJson(storage, chat),
    messages: messages.map((message) => messageJson(storage, message, "person")),
  };
}

/** With the members, which the Bot API does not list; channels have no page. */
export function listChats(world: World): Json {
  const shown = allChats(world.storage).filter(({ type }) => type !== "channel");
  return { chats: shown.map((chat) => listed(world, chat)) };
}

function listed(world: World, chat: Chat): Json {
  const { storage } = world;
  const members = membersOf(storage, chat.id).map(({ userId, status }) => ({
    user: userJson(storage, userId),
    status,
  }));
  return {
    ...chatJson(storage, chat),
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
