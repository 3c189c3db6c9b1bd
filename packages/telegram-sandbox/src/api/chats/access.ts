/** May the bot write here? Telegram's checks of chat, topic and replied message, in its order. */
import { BOT_ID, type Chat, isStandIn, type Message } from "../model.js";
import { messageOf } from "../storage/messages.js";
import { chatOf, hasTopic, statusOf, userOf } from "../storage/people.js";
import type { Storage } from "../storage/storage.js";
import { badRequest, forbidden } from "../wire/api-error.js";
import { leadingInteger } from "../wire/params.js";

/** The topic every forum has; it is addressed by leaving the thread out. */
const GENERAL_TOPIC_ID = 1;

/** Finds a chat; one that became a supergroup, or left the bot out, is none to write to. */
export function chatToWrite(storage: Storage, chatIdText: string): Chat {
  const chat = chatToRead(storage, chatIdText);
  if (chat.migratedTo !== null) {
    throw badRequest("group chat was upgraded to a supergroup chat", {
      migrate_to_chat_id: chat.migratedTo,
    });
  }
  if (chat.type === "private") return chat;
  const status = statusOf(storage, chat.id, BOT_ID) ?? "left";
  if (status === "kicked") throw forbidden(`bot was kicked from the ${chat.type} chat`);
  if (status === "left") throw forbidden(`bot is not a member of the ${chat.type} chat`);
  return chat;
}

/** A supergroup that the bot is not in cannot be read either. */
export function chatToRead(storage: Storage, chatIdText: string): Chat {
  if (chatIdText === "") throw badRequest("chat_id is empty");
  const id = leadingInteger(chatIdText);
  const chat = chatOf(storage, id) ?? unstartedChat(storage, id);
  if (chat === undefined) throw badRequest("chat not found");
  if (chat.type === "supergroup" || chat.type === "channel") {
    const status = statusOf(storage, id, BOT_ID) ?? "left";
    if (status === "kicked") throw forbidden(`bot was kicked from the ${chat.type} chat`);
    if (status === "left") throw forbidden(`bot is not a member of the ${chat.type} chat`);
  }
  return chat;
}

/** Somebody the bot has met in a group, who has never written to it. */
export function unstartedChat(storage: Storage, id: number): Chat | undefined {
  const user = userOf(storage, id);
  if (user === undefined || isStandIn(user)) return undefined;
  return { id, type: "private", title: user.first_name, isForum: false, migratedTo: null };
}

/** What only Telegram's servers know, so they say it after all else. */
export function assertReachable(storage: Storage, chat: Chat): void {
  if (chat.type !== "private") return;
  const status = statusOf(storage, chat.id, BOT_ID);
  if (status === undefined) throw forbidden("bot can't initiate conversation with a user");
  if (status === "kicked") throw forbidden("bot was blocked by the user");
}

/** The thread to write to; groups without topics take any number and pay it no heed. */
export function threadFor(storage: Storage, chat: Chat, threadId: number): number | undefined {
  if (threadId <= 0) return undefined;
  if (chat.type === "private") throw badRequest("message thread not found");
  if (!chat.isForum) return undefined;
  if (threadId === GENERAL_TOPIC_ID || !hasTopic(storage, chat.id, threadId)) {
    throw badRequest("message thread not found");
  }
  return threadId;
}

export function messageToTouch(
  storage: Storage,
  chat: Chat,
  messageId: number,
  what: string,
): Message {
  const message = messageId > 0 ? messageOf(storage, chat.id, messageId) : undefined;
  if (message === undefined) throw badRequest(`${what} not found`);
  return message;
}
