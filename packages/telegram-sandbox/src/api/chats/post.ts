/** Puts messages into chats, and tells the bot and the open pages of it. */
import type { Message } from "../model.js";
import { saveMessage } from "../storage/messages.js";
import { chatOf, nextMessageId } from "../storage/people.js";
import type { World } from "../world.js";
import { botSees } from "./privacy.js";
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
