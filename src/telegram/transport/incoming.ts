/** What an update means, before anything is looked up: who acts, where, and what they did. */

import type { Message, Update } from "grammy/types";
import type { TelegramPerson } from "../../engine/chat/telegram-users.js";
import { type Actor, actorOf, personOf } from "./actor.js";
import type { SentFile } from "./fetch-file.js";
import type { Place } from "./message.js";

export type Incoming =
  | {
      readonly kind: "text";
      readonly actor: Actor;
      readonly place: Place;
      /** Of the group. */
      readonly title: string | undefined;
      /** Undefined after the chat became another one, where the number means nothing. */
      readonly messageId: number | undefined;
      readonly text: string;
      readonly entities: Message["entities"];
      readonly file: SentFile | undefined;
      /** The message is a reply to one of the bot's own. */
      readonly repliesToBot: boolean;
      /** The text of that message. */
      readonly repliedText: string | undefined;
      readonly repliedId: number | undefined;
      readonly edited: boolean;
    }
  | {
      readonly kind: "tap";
      readonly person: TelegramPerson;
      readonly place: Place;
      readonly messageId: number | undefined;
      readonly callbackId: string;
      readonly data: string;
    }
  | { readonly kind: "reachable"; readonly chatId: number; readonly reachable: boolean }
  | { readonly kind: "migrated"; readonly from: number; readonly to: number }
  /** Anything else: ignored. */
  | { readonly kind: "ignored" };

export const ALLOWED_UPDATES = [
  "message",
  "edited_message",
  "callback_query",
  "my_chat_member",
] as const;

export function incomingOf(update: Update, botId: number): Incoming {
  if (update.callback_query) return tapOf(update.callback_query);
  if (update.my_chat_member) {
    const { chat, new_chat_member } = update.my_chat_member;
    const gone = new_chat_member.status === "left" || new_chat_member.status === "kicked";
    return { kind: "reachable", chatId: chat.id, reachable: !gone };
  }
  const message = update.message ?? update.edited_message;
  if (!message) return { kind: "ignored" };
  if (message.migrate_to_chat_id) {
    return { kind: "migrated", from: message.chat.id, to: message.migrate_to_chat_id };
  }
  if (message.migrate_from_chat_id) {
    return { kind: "migrated", from: message.migrate_from_chat_id, to: message.chat.id };
  }
  return textOf(message, botId, update.edited_message !== undefined);
}

function textOf(message: Message, botId: number, edited: boolean): Incoming {
  const isPrivate = message.chat.type === "private";
  const text = message.text ?? message.caption;
  const file = message.document && fileOf(message.document);
  const isService = text === undefined && !file && !isPrivate;
  if (isService || message.chat.type === "channel") return { kind: "ignored" };
  return {
    kind: "text",
    actor: actorOf(message),
    place: placeOf(message),
    title: message.chat.title,
    messageId: message.message_id,
    text: text ?? "",
    entities: message.entities ?? message.caption_entities,
    file,
    repliesToBot: message.reply_to_message?.from?.id === botId,
    repliedText: message.reply_to_message?.text,
    repliedId: message.reply_to_message?.message_id,
    edited,
  };
}

function fileOf({ file_id, file_name, file_size }: NonNullable<Message["document"]>): SentFile {
  return { id: file_id, name: file_name ?? "", bytes: file_size };
}

type CallbackQuery = NonNullable<Update["callback_query"]>;

function tapOf({ id, from, message, data }: CallbackQuery): Incoming {
  if (!message || data === undefined) return { kind: "ignored" };
  return {
    kind: "tap",
    person: personOf(from),
    place: "date" in message && message.date > 0 ? placeOf(message as Message) : bare(message.chat),
    messageId: message.message_id,
    callbackId: id,
    data,
  };
}

function bare(chat: Message["chat"]): Place {
  return { chatId: chat.id, threadId: undefined, isGroup: chat.type !== "private" };
}

function placeOf(message: Message): Place {
  const threadId = message.is_topic_message ? message.message_thread_id : undefined;
  return { ...bare(message.chat), threadId };
}

/** Updates of one user in one chat are applied in order; others do not wait for them. */
export function laneOf(update: Update): string {
  const message = update.message ?? update.edited_message ?? update.callback_query?.message;
  const from = update.callback_query?.from ?? update.message?.from ?? update.edited_message?.from;
  const chat = message?.chat ?? update.my_chat_member?.chat;
  return `${chat?.id ?? 0}:${from?.id ?? 0}`;
}

/** The chat in which it is a new message. Whoever knows the webhook's secret may bring any JSON. */
export function newMessageIn({ message }: Update): number | undefined {
  const id: unknown = message?.chat?.id;
  return typeof id === "number" && Number.isSafeInteger(id) ? id : undefined;
}
