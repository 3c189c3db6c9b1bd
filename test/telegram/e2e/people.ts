/** The people of the sandbox: what they write, tap, edit and see. */
import { must } from "../../../src/domain/assert.js";
import { LANGUAGES } from "../../../src/telegram/kit/language.js";
import type { Messages } from "../../../src/telegram/text/messages.js";
import { http, JSON_HEADERS } from "../../support/http.js";
import { until } from "../../support/until.js";

export const ALICE = 7001;
export const BOB = 7002;
export const CAROL = 7003;
export const GROUP = -1001;
export const FORUM = -1001000000002;
export const TOPIC = 2;
export const BOT = 42;

export interface Button {
  readonly text: string;
  readonly callback_data?: string;
  readonly url?: string;
  readonly copy_text?: { readonly text: string };
  readonly disabled?: object;
}

/** A message as it looks now. */
export interface Seen {
  readonly message_id: number;
  readonly from?: { readonly id: number };
  readonly text?: string;
  readonly message_thread_id?: number;
  readonly reply_to_message?: { readonly message_id: number };
  readonly reply_markup?: {
    readonly inline_keyboard?: readonly (readonly Button[])[];
    readonly force_reply?: true;
    readonly selective?: true;
  };
  readonly entities?: readonly {
    readonly type: string;
    readonly offset: number;
    readonly length: number;
    readonly url?: string;
  }[];
}

export interface Written {
  readonly message_id: number;
  readonly update_id: number | null;
}

export interface Tapped {
  readonly update_id: number | null;
  readonly answered: boolean;
  readonly text?: string;
  readonly show_alert?: boolean;
}

export interface BotCall {
  readonly n: number;
  readonly method: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly started_at: number;
  readonly took_ms: number;
  readonly answer?: { readonly ok: boolean; readonly description?: string };
}

type Fields = Readonly<Record<string, unknown>>;

/** A person reads a sum before they pay it. */
const isRead = () => new Promise((resolve) => setTimeout(resolve, 300));

export type ChatSide = ReturnType<typeof chatSide>;
export type Person = ReturnType<ChatSide["person"]>;

export function chatSide(apiRoot: string) {
  async function ask<T>(path: string, body?: Fields): Promise<T> {
    const posted = body && { headers: JSON_HEADERS, body: JSON.stringify(body) };
    const { status, text } = await http(apiRoot + path, posted);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  }

  const messagesOf = async (chatId: number): Promise<Seen[]> =>
    (await ask<{ messages: Seen[] }>(`/chats/${chatId}`)).messages;

  const callsAfter = async (n: number): Promise<BotCall[]> =>
    (await ask<{ calls: BotCall[] }>(`/calls?after=${n}`)).calls;

  /** The bot's calls from now on; of another chat an edit may come at any time. */
  async function callsFromNow(
    counts: (call: BotCall) => boolean = () => true,
  ): Promise<() => Promise<BotCall[]>> {
    const last = (await callsAfter(0)).at(-1)?.n ?? 0;
    return async () => (await callsAfter(last)).filter(counts);
  }

  /** A person in a chat; their private one unless another is named. */
  function person(from: number, chatId = from, more: Fields = {}) {
    const post = <T>(what: string, body: Fields): Promise<T> =>
      ask<T>(`/chats/${chatId}/${what}`, body);
    const said = async (): Promise<Seen[]> =>
      (await messagesOf(chatId)).filter((message) => message.from?.id === BOT);
    const cards = async () =>
      (await said()).filter((message) => !isNews(message) && !isLeft(message));
    const news = async () => (await said()).filter(isNews);
    /** Messages whose card goes on below, oldest first. */
    const left = async () => (await said()).filter(isLeft);
    const card = async (): Promise<Seen | undefined> => (await cards()).at(-1);
    const see = async (holds: Looked): Promise<Seen> => {
      const look = async () => (await cards()).findLast((message) => isSeen(message, holds));
      return until(async () => `${holds} is seen in ${chatId}\n${textOf(await cards())}`, look);
    };
    const hear = async (holds: string, count = 1): Promise<Seen> => {
      const told = await until(
        async () => `${count} times “${holds}” is told in ${chatId}\n${textOf(await news())}`,
        async () => (await news()).filter(({ text = "" }) => text.includes(holds)),
        ({ length }) => length >= count,
      );
      return must(told.at(-1), "it is told");
    };
    const press = (messageId: number, data: string): Promise<Tapped> =>
      post("taps", { from, message_id: messageId, callback_data: data });
    return {
      id: from,
      chatId,
      cards,
      left,
      card,
      /** What the bot has told without being asked, oldest first; no card, so nothing else here finds it. */
      news,
      /** Waits for a message of the bot that holds a text, or has a button that does; gives the newest one. */
      see,
      /** Waits until so many messages of that kind hold a text; gives the newest one. */
      hear,
      say: (text: string, also: Fields = {}): Promise<Written> =>
        post("messages", { from, text, ...more, ...also }),
      /** A document, as an application uploads it. */
      send(name: string, bytes: string | Uint8Array, also: Fields = {}): Promise<Written> {
        const document = { file_name: name, base64: Buffer.from(bytes).toString("base64") };
        return post("messages", { from, document, ...more, ...also });
      },
      /** Waits for the button and taps it; once more when the card was about to change, or must be read first. */
      async tap(label: string): Promise<Tapped> {
        const live = (message: Seen) => hasButton(message, label, true);
        for (;;) {
          await see(live);
          const tapped = await post<Tapped>("taps", { from, label });
          if (mustBeRead(tapped.text)) await isRead();
          else if (!isStale(tapped.text)) return tapped;
        }
      },
      tapNow: (label: string): Promise<Tapped> => post("taps", { from, label }),
      /** Any callback data, upon any message. */
      press,
      /** As `press`, once what the button pays has been read. */
      async pressOnceRead(messageId: number, data: string): Promise<Tapped> {
        for (;;) {
          const tapped = await press(messageId, data);
          if (!mustBeRead(tapped.text)) return tapped;
          await isRead();
        }
      },
      edit: (messageId: number, text: string): Promise<Written> =>
        post("edits", { from, message_id: messageId, text }),
      /** What Telegram, or the way to it, does wrong in this chat alone. */
      fault: (fault: Fields): Promise<unknown> => ask("/faults", { ...fault, chat_id: chatId }),
      /** The bot's calls to this chat alone. */
      callsFromNow: () => callsFromNow(({ parameters }) => Number(parameters.chat_id) === chatId),
      remove: (messageId: number): Promise<unknown> => post("deletes", { message_id: messageId }),
      async transcript(): Promise<string[]> {
        return (await messagesOf(chatId)).map(({ text }) => text ?? "");
      },
    };
  }

  return {
    ask,
    messagesOf,
    person,
    fault: (fault: Fields): Promise<unknown> => ask("/faults", fault),
    redeliver: (updateId: number): Promise<unknown> => ask("/redeliver", { update_id: updateId }),
    migrate: async (chatId: number): Promise<number> =>
      (await ask<{ chat_id: number }>(`/chats/${chatId}/migrate`, {})).chat_id,
    member: (chatId: number, userId: number, status: string): Promise<unknown> =>
      ask(`/chats/${chatId}/members`, { user_id: userId, status }),
    calls: (): Promise<BotCall[]> => callsAfter(0),
    callsFromNow,
  };
}

/** In whichever language the chat is. */
function mustBeRead(toast: string | undefined): boolean {
  return inAnyLanguage(toast, ({ toasts, amend, withdraw }) => [
    ...[toasts.readFirst, amend.readFirst, withdraw.readFirst],
  ]);
}

function isStale(toast: string | undefined): boolean {
  return inAnyLanguage(toast, ({ toasts }) => [toasts.stale]);
}

function inAnyLanguage(
  toast: string | undefined,
  pick: (messages: Messages) => readonly string[],
): boolean {
  if (toast === undefined) return false;
  return Object.values(LANGUAGES).some(({ messages }) => pick(messages).includes(toast));
}

/** Who hears of each delivery, not of late ones alone. */
export async function hearEach(person: Person): Promise<void> {
  await person.say("/settings");
  await person.tap("Delivered: if late");
  await person.see("Delivered: on");
}

/** What stays of a message whose card goes on below. */
function isLeft({ text = "" }: Seen): boolean {
  return text.startsWith("↓");
}

/** Notifications begin with a bell. */
function isNews({ text = "" }: Seen): boolean {
  return text.startsWith("🔔");
}

export type Looked = string | RegExp | ((message: Seen) => boolean);

function isSeen(message: Seen, holds: Looked): boolean {
  if (typeof holds === "function") return holds(message);
  const { text = "" } = message;
  if (typeof holds === "string") {
    const isSaid = text.toLowerCase().includes(holds.toLowerCase());
    return isSaid || hasButton(message, holds, false);
  }
  return holds.test(text);
}

export function buttonsOf({ reply_markup }: Seen): Button[] {
  return (reply_markup?.inline_keyboard ?? []).flat();
}

export function hasButton(message: Seen, label: string, isLive: boolean): boolean {
  const wanted = label.toLowerCase();
  return buttonsOf(message).some(
    ({ text, callback_data }) =>
      text.toLowerCase().includes(wanted) && (!isLive || callback_data !== undefined),
  );
}

/** The callback data of the button that holds a label. */
export function dataOf(message: Seen, label: string): string {
  const button = buttonsOf(message).find(({ text }) => text.includes(label));
  if (button?.callback_data === undefined) throw new Error(`no button ${label}`);
  return button.callback_data;
}

function textOf(messages: readonly Seen[]): string {
  return messages
    .map((one) => `${one.message_id}: ${one.text}\n[${buttonsOf(one).map(({ text }) => text)}]`)
    .join("\n");
}
