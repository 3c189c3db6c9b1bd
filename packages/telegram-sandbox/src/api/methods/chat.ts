/** getChat and its kin, and leaving. */
import { chatToRead, chatToWrite } from "../chats/access.js";
import { changeBotStatus } from "../chats/membership.js";
import { chatJson, memberJson } from "../chats/view.js";
import { BOT_ID, type Chat } from "../model.js";
import { membersOf, statusOf, userOf } from "../storage/people.js";
import { badRequest } from "../wire/api-error.js";
import type { Params } from "../wire/params.js";
import type { World } from "../world.js";

export function getChat(world: World, params: Params): unknown {
  const chat = chatToRead(world.storage, params.text("chat_id"));
  const full = { accent_color_id: Math.abs(chat.id) % 7, max_reaction_count: 11 };
  return { ...chatJson(world.storage, chat), ...full };
}

export function getChatMember(world: World, params: Params): unknown {
  const userId = params.integer("user_id");
  if (userId <= 0) throw badRequest("invalid user_id specified");
  const chat =
    userId === BOT_ID
      ? chatToRead(world.storage, params.text("chat_id"))
      : chatToSeeMembers(world, params);
  if (chat.type === "private") {
    if (userId !== BOT_ID && userId !== chat.id) throw badRequest("member not found");
    return memberJson(world.storage, userId, "member");
  }
  const status = statusOf(world.storage, chat.id, userId);
  if (status === undefined && userOf(world.storage, userId) === undefined) {
    throw badRequest("PARTICIPANT_ID_INVALID");
  }
  return memberJson(world.storage, userId, status ?? "left");
}

export function getChatAdministrators(world: World, params: Params): unknown {
  const chat = chatToSeeMembers(world, params);
  if (chat.type === "private") {
    throw badRequest("there are no administrators in the private chat");
  }
  return membersOf(world.storage, chat.id)
    .filter(({ status }) => status === "creator" || status === "administrator")
    .map(({ userId, status }) => memberJson(world.storage, userId, status));
}

/** The members of a group that the bot is out of, or that is no more, are hidden. */
function chatToSeeMembers(world: World, params: Params): Chat {
  return chatToWrite(world.storage, params.text("chat_id"));
}

export function leaveChat(world: World, params: Params): unknown {
  const chat = chatToWrite(world.storage, params.text("chat_id"));
  if (chat.type === "private") {
    throw badRequest("chat member status can't be changed in private chats");
  }
  changeBotStatus(world, chat, BOT_ID, "left");
  return true;
}
