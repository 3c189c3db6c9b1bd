/** The calls that put a card or a message into a chat, and what each failure means. */

import { type Api, InputFile } from "grammy";
import type { NewsEvent } from "../../engine/chat/notifications.js";
import type { CreditedEvent } from "../../engine/customers/customers.js";
import type { KeyNotShownEvent } from "../../engine/customers/own-keys.js";
import type { AddressRetiredEvent } from "../../engine/deposits/addresses.js";
import type { DepositEvent } from "../../engine/deposits/scan.js";
import type { OperatorNews } from "../../engine/operating/tell-operator.js";
import type { HourNews, OrderedNews } from "../../engine/orders/tell-ordered.js";
import type { TeamLostEvent } from "../../engine/teams/hiding.js";
import type { TeamKeyEvent } from "../../engine/teams/keys.js";
import type { TeamGroupEvent } from "../../engine/teams/linking.js";
import type { TeamMoneyNews, TeamPaidInNews } from "../../engine/teams/tell.js";
import type { TeamAnsweredEvent, TeamDecidedEvent } from "../../engine/teams/tell-decided.js";
import type { WithdrawalNews } from "../../engine/withdrawals/settle.js";
import type { CardRow } from "../../store/chat/cards.js";
import type { OutboxRow } from "../../store/chat/outbox.js";
import { type Document, type FileBytes, WritingStopped, type Written } from "./document.js";
import { type Failure, failureOf } from "./failures.js";
import type { Card, Place } from "./message.js";
import { PaintingStopped } from "./painter.js";
import type { Picture } from "./picture.js";

export type Sent =
  | { readonly kind: "sent"; readonly messageId: number }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Sends a message that is in no table. */
export function sendPast(
  api: Api,
  { chatId, threadId }: Place,
  card: Card,
  rings = false,
): Promise<Sent> {
  return send(api, chatId, { card, chatId, threadId, rings });
}

/** The content of an outbox row. */
export interface Payload {
  readonly card: Card;
  /** Sent with the card as its caption. */
  readonly picture?: Picture | undefined;
  /** Written when it is sent, with the card as its caption. */
  readonly document?: Document | undefined;
  /** The chat that the next three belong to; in another chat, after a migration, they mean nothing. */
  readonly chatId: number;
  readonly threadId?: number | undefined;
  readonly replyTo?: number | undefined;
  /** Edits this message instead of sending a new one (a page of a list). */
  readonly edits?: number | undefined;
  /** A message that is gone is not sent again. */
  readonly onlyEdits?: boolean | undefined;
  /** It comes with a sound: news only, for whoever asked looks at the chat. */
  readonly rings?: boolean | undefined;
  /** Asks for a typed answer: only the one replied to sees it. */
  readonly forceReply?: { readonly placeholder: string } | undefined;
  /** What the message's Buy button opens; not sent. */
  readonly offer?: object | undefined;
  /** What the message's Replace button changes; not sent. */
  readonly renaming?: object | undefined;
}

/** Whether the card becomes a new message: its first, or one below an answer. */
export function isSend({ message_id, answered_at }: CardRow): boolean {
  return message_id === null || answered_at !== null;
}

/** Edits the card's message, or sends a new one when it has none, it is gone or the card continues below. */
export async function sendCard(
  api: Api,
  row: CardRow,
  { card, rings }: { readonly card: Card; readonly rings?: boolean | undefined },
): Promise<Sent> {
  if (row.message_id !== null && !isSend(row)) {
    const edited = await edit(api, row.chat_id, row.message_id, card);
    if (edited.kind === "sent" || edited.failure.kind !== "gone") return edited;
  }
  return send(api, row.chat_id, {
    ...{ card, rings, chatId: row.chat_id },
    threadId: row.thread_id ?? undefined,
    replyTo: row.reply_to ?? undefined,
  });
}

/** An event of the engine; the bot has the words. */
export type EngineEvent =
  | AddressRetiredEvent
  | CreditedEvent
  | DepositEvent
  | KeyNotShownEvent
  | NewsEvent
  | OperatorNews
  | OrderedNews
  | HourNews
  | TeamAnsweredEvent
  | TeamDecidedEvent
  | TeamGroupEvent
  | TeamLostEvent
  | TeamMoneyNews
  | TeamPaidInNews
  | TeamKeyEvent
  | WithdrawalNews;

/** The text of an event. */
export type Words = Pick<Payload, "card" | "rings" | "threadId" | "replyTo">;

/** What a message may need beside its row. */
export interface Means {
  /** Undefined when the notification is no longer true. */
  readonly wordsFor: (event: EngineEvent, chatId: number) => Promise<Words | undefined>;
  /** A PNG. */
  readonly paint: (picture: Picture) => Promise<Buffer>;
  readonly write: (document: Document) => Promise<Written>;
}

/** Sends what an outbox row carries. */
export async function sendMessage(
  api: Api,
  row: OutboxRow,
  { wordsFor, paint, write }: Means,
): Promise<Sent | { readonly kind: "lapsed" }> {
  const carried = JSON.parse(row.payload) as Payload | EngineEvent;
  const payload = await payloadFor(row, carried, wordsFor);
  if (!payload) return { kind: "lapsed" };
  if (payload.picture) return sendPicture(api, row.chat_id, payload, paint(payload.picture));
  if (payload.document) return sendDocument(api, row.chat_id, payload, write(payload.document));
  return deliver(api, row, payload);
}

/** A picture that cannot be painted is left out: the text has the numbers. */
async function sendPicture(
  api: Api,
  chatId: number,
  payload: Payload,
  painted: Promise<Buffer>,
): Promise<Sent> {
  let png: Buffer | undefined;
  try {
    png = await painted;
  } catch (error) {
    if (error instanceof PaintingStopped) return { kind: "failed", failure: { kind: "unsent" } };
  }
  return send(api, chatId, payload, png && { as: "photo", name: "picture.png", bytes: png });
}

/** Without a file, the text says why. */
async function sendDocument(
  api: Api,
  chatId: number,
  payload: Payload,
  writing: Promise<Written>,
): Promise<Sent> {
  const written = await writing.catch((error: unknown) => {
    if (error instanceof WritingStopped) return undefined;
    throw error;
  });
  if (!written) return { kind: "failed", failure: { kind: "unsent" } };
  if ("instead" in written) return send(api, chatId, { ...payload, card: written.instead });
  const { name, bytes, card = payload.card } = written;
  const file = { as: "document", name } as const;
  if (typeof bytes !== "function") {
    return send(api, chatId, { ...payload, card }, { ...file, bytes });
  }
  let isBroken = false;
  const parts = async function* () {
    try {
      yield* bytes();
    } catch (error) {
      isBroken = true;
      throw error;
    }
  };
  const sent = await send(api, chatId, { ...payload, card }, { ...file, bytes: parts });
  // Without the end of its file Telegram takes no message.
  return isBroken ? { kind: "failed", failure: { kind: "unsent" } } : sent;
}

async function payloadFor(
  { chat_id: chatId }: OutboxRow,
  carried: Payload | EngineEvent,
  wordsFor: Means["wordsFor"],
): Promise<Payload | undefined> {
  if ("event" in carried) {
    const words = await wordsFor(carried, chatId);
    return words && { ...words, chatId };
  }
  if (carried.chatId === chatId) return carried;
  return { ...carried, threadId: undefined, replyTo: undefined, edits: undefined };
}

async function deliver(
  api: Api,
  row: OutboxRow,
  payload: Payload,
): Promise<Sent | { readonly kind: "lapsed" }> {
  if (payload.edits === undefined) return send(api, row.chat_id, payload);
  const edited = await edit(api, row.chat_id, payload.edits, payload.card);
  if (edited.kind === "sent" || edited.failure.kind !== "gone") return edited;
  return payload.onlyEdits ? { kind: "lapsed" } : send(api, row.chat_id, payload);
}

async function edit(api: Api, chatId: number, messageId: number, card: Card): Promise<Sent> {
  try {
    await api.editMessageText(chatId, messageId, card.text, contentOf(card));
    return { kind: "sent", messageId };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === "unchanged") return { kind: "sent", messageId };
    return { kind: "failed", failure };
  }
}

/** A file with the text as its caption. */
interface Attached {
  readonly as: "photo" | "document";
  readonly name: string;
  readonly bytes: FileBytes;
}

/** Without the topic or the message replied to, when that is gone: the message matters more than its place. */
async function send(api: Api, chatId: number, payload: Payload, file?: Attached): Promise<Sent> {
  try {
    const { message_id: messageId } = await call(api, chatId, payload, file);
    return { kind: "sent", messageId };
  } catch (error) {
    const failure = failureOf(error);
    const { threadId, replyTo } = payload;
    if (failure.kind === "noTopic" && (threadId ?? replyTo) !== undefined) {
      // A reply is in the topic of what it answers.
      return send(api, chatId, { ...payload, threadId: undefined, replyTo: undefined }, file);
    }
    if (failure.kind === "noReply" && replyTo !== undefined) {
      return send(api, chatId, { ...payload, replyTo: undefined }, file);
    }
    return { kind: "failed", failure };
  }
}

function call(api: Api, chatId: number, payload: Payload, file: Attached | undefined) {
  if (!file) return api.sendMessage(chatId, payload.card.text, optionsOf(payload));
  const input = new InputFile(file.bytes, file.name);
  return file.as === "photo"
    ? api.sendPhoto(chatId, input, captionOf(payload))
    : api.sendDocument(chatId, input, captionOf(payload));
}

type SendOptions = NonNullable<Parameters<Api["sendMessage"]>[2]>;
type PhotoOptions = NonNullable<Parameters<Api["sendPhoto"]>[2]>;
type EditOptions = NonNullable<Parameters<Api["editMessageText"]>[3]>;

function contentOf(card: Card): EditOptions {
  return {
    entities: card.entities as NonNullable<EditOptions["entities"]>,
    link_preview_options: { is_disabled: true },
    ...(card.keyboard.length > 0 && {
      reply_markup: { inline_keyboard: card.keyboard.map((row) => [...row]) },
    }),
  } as EditOptions;
}

function optionsOf({ card, threadId, replyTo, forceReply, rings = false }: Payload): SendOptions {
  return {
    ...(contentOf(card) as SendOptions),
    ...(!rings && { disable_notification: true }),
    ...(threadId !== undefined && { message_thread_id: threadId }),
    ...(replyTo !== undefined && { reply_parameters: { message_id: replyTo } }),
    ...(forceReply && {
      reply_markup: {
        force_reply: true,
        // Without a message of theirs to reply to, nobody could tell for whom it is.
        selective: replyTo !== undefined,
        input_field_placeholder: forceReply.placeholder,
      },
    }),
  } as SendOptions;
}

function captionOf(payload: Payload): PhotoOptions {
  const { entities, link_preview_options: _, ...options } = optionsOf(payload);
  return {
    ...options,
    caption: payload.card.text,
    ...(entities && { caption_entities: entities }),
  } as PhotoOptions;
}
