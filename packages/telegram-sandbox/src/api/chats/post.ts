/** Puts messages into chats, and tells the bot and the open pages of it. */
import { BOT_ID, BOT_USERNAME, type Chat, isServiceMessage, type Message } from "../model.js";
import { messageOf, saveMessage } from "../storage/messages.js";
import { chatOf, nextMessageId, statusOf } from "../storage/people.js";
import type { Storage } from "../storage/storage.js";
import type { World } from "../world.js";
import { messageJson } from "./view.js";

export type NewMessage = Omit<Message, "messageId" | "dateS">;

export interface Posted {
  readonly message: Message;
  /** Null when the bot is not to know. */
  readonly updateId: number | null;
}

export function post(world: World, draft: NewMessage): Posted {
  const messageId = nextMessageId(world.storage, draft.chatId);
  const message: Message = { ...draft, messageId, dateS: world.nowS };
  saveMessage(world.storage, message);
  world.changed({ chatId: draft.chatId, type: "added", messageId });
  return { message, updateId: tell(world, "message", message) };
}

export function replace(world: World, message: Message): Posted {
  const { chatId, messageId } = message;
  saveMessage(world.storage, message);
  world.changed({ chatId, type: "changed", messageId });
  return { message, updateId: tell(world, "edited_message", message) };
}

function tell(world: World, kind: "message" | "edited_message", message: Message): number | null {
  const { storage } = world;
  const chat = chatOf(storage, message.chatId);
  if (chat === undefined || !botSees(storage, chat, message)) return null;
  return world.tellBot(kind, chat.id, messageJson(storage, message, "bot"));
}

/** Privacy mode: what the bot gets to see of a group. */
function botSees(storage: Storage, chat: Chat, message: Message): boolean {
  if (message.fromId === BOT_ID) return false;
  const status = statusOf(storage, chat.id, BOT_ID) ?? "left";
  if (status === "left" || status === "kicked") return false;
  if (chat.type === "private" || status === "administrator") return true;
  return isServiceMessage(message) || isCommandForBot(message) || isReplyToBot(storage, message);
}

/** `/buy` and `/buy@desk_sandbox_bot`, not `/buy@another_bot`. */
function isCommandForBot({ content }: Message): boolean {
  const first = content.entities?.find(({ offset }) => offset === 0);
  if (content.text === undefined || first?.type !== "bot_command") return false;
  const [, addressee] = content.text.slice(0, first.length).split("@");
  return addressee === undefined || addressee.toLowerCase() === BOT_USERNAME;
}

function isReplyToBot(storage: Storage, { chatId, replyTo }: Message): boolean {
  if (replyTo === undefined) return false;
  return messageOf(storage, chatId, replyTo)?.fromId === BOT_ID;
}
