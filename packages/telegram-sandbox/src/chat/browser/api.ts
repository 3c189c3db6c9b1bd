/** The user's side of the sandbox Bot API. */

import type { BotCommand } from "./commands.js";
import type { ChatView } from "./message.js";
import { readBase64 } from "./read-file.js";
import { words } from "./reader.js";
import { telegramLanguage } from "./words.js";

const ROOT = "/sandbox/telegram";
const READ_TIMEOUT_MS = 10_000;
/** The bot has 15 seconds to answer a tap. */
const WRITE_TIMEOUT_MS = 30_000;

export const FILES = `${ROOT}/files`;

/** The desk does not answer, or not as itself. */
export class Unreachable extends Error {}

/** The desk said no, in its words. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface Outgoing {
  readonly text: string;
  readonly file?: File | undefined;
  readonly replyTo?: number | undefined;
}

/** Who writes, and where. */
export interface Pen {
  readonly chatId: number;
  readonly from: number;
  readonly topicId?: number | undefined;
}

export interface TapAnswer {
  readonly answered: boolean;
  readonly text?: string;
  readonly show_alert?: boolean;
  /** Where the bot sends who tapped. */
  readonly url?: string;
}

export interface SentAnswer {
  readonly message_id: number;
  /** Null when the bot does not see the message. */
  readonly update_id: number | null;
}

export function eventsUrl(chatId: number): string {
  return `${ROOT}/chats/${chatId}/events`;
}

/** A private chat does not exist before its first message: it is empty until then. */
export async function readChat(chatId: number): Promise<ChatView> {
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
  try {
    return (await call(`${ROOT}/chats/${chatId}`, { signal, cache: "no-store" })) as ChatView;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404 && chatId > 0) {
      return { chat: { id: chatId }, messages: [] };
    }
    throw error;
  }
}

/** Those that the bot has published for this person here, in the browser's language. */
export async function readCommands({ chatId, from }: Pen): Promise<readonly BotCommand[]> {
  const language = telegramLanguage(navigator.language);
  const path = `${ROOT}/chats/${chatId}/commands?from=${from}&language_code=${language}`;
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
  const answer = await call(path, { signal, cache: "no-store" });
  return (answer as { readonly commands: readonly BotCommand[] }).commands;
}

/** Rejects with Unreadable when the file cannot be read. */
export async function sendMessage(pen: Pen, { text, file, replyTo }: Outgoing) {
  const fields = {
    from: pen.from,
    reply_to_message_id: replyTo,
    message_thread_id: pen.topicId,
    language_code: telegramLanguage(navigator.language),
  };
  const content = file
    ? { caption: text || undefined, document: await documentOf(file) }
    : { text };
  return (await post(`${ROOT}/chats/${pen.chatId}/messages`, {
    ...fields,
    ...content,
  })) as SentAnswer;
}

export async function tapButton(pen: Pen, messageId: number, callbackData: string) {
  const body = {
    from: pen.from,
    message_id: messageId,
    callback_data: callbackData,
    language_code: telegramLanguage(navigator.language),
  };
  return (await post(`${ROOT}/chats/${pen.chatId}/taps`, body)) as TapAnswer;
}

export async function editMessage(pen: Pen, messageId: number, text: string): Promise<void> {
  await post(`${ROOT}/chats/${pen.chatId}/edits`, { from: pen.from, message_id: messageId, text });
}

export async function deleteMessage(pen: Pen, messageId: number): Promise<void> {
  await post(`${ROOT}/chats/${pen.chatId}/deletes`, { message_id: messageId });
}

async function documentOf(file: File) {
  return {
    file_name: file.name,
    mime_type: file.type || undefined,
    base64: await readBase64(file),
  };
}

export function post(path: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  return call(path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function call(path: string, init: RequestInit): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      signal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
      ...init,
    });
    text = await response.text();
  } catch {
    throw new Unreachable();
  }
  const body = parse(text);
  if (response.ok && body !== undefined) return body;
  if (response.ok || response.status >= 502) throw new Unreachable();
  throw new Refusal(response.status, reason(body) ?? words.answered(response.status));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In Telegram's shape of errors, or in the desk's. */
function reason(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("description" in body) return String(body.description);
  if (!("error" in body)) return undefined;
  const { error } = body;
  if (typeof error === "object" && error !== null && "message" in error) {
    return String(error.message);
  }
  return String(error);
}
