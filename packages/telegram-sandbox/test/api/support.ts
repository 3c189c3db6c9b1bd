/** A sandbox on a server of its own, with the user's side and plain calls of the bot's side. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterAll, onTestFinished } from "vitest";
import { openTelegramApi } from "../../src/api/index.js";

export const TOKEN = "42:sandbox";
export const GROUP = -1001;
export const FORUM = -1001000000002;
export const ALICE = 7001;
export const BOB = 7002;

/** What a message looks like to these tests. */
export interface SeenMessage {
  readonly message_id: number;
  readonly from: { readonly id: number; readonly language_code?: string };
  readonly chat: { readonly id: number };
  readonly date: number;
  readonly edit_date?: number;
  readonly text?: string;
  readonly reply_markup?: unknown;
}

export interface SeenUpdate {
  readonly update_id: number;
  readonly message?: SeenMessage;
  readonly edited_message?: SeenMessage;
  readonly callback_query?: { readonly id: string; readonly data: string };
  readonly my_chat_member?: unknown;
}

export interface Refusal {
  readonly ok: false;
  readonly error_code: number;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

export interface Written {
  readonly message_id: number;
  readonly update_id: number | null;
}

export type Fields = Readonly<Record<string, unknown>>;

export interface Sandbox {
  readonly base: string;
  readonly directory: string;
  /** The result of a call that must succeed. */
  bot<T>(method: string, fields?: Fields): Promise<T>;
  /** The answer to a call, whatever it is. */
  ask(method: string, fields?: Fields): Promise<{ status: number; json: unknown }>;
  /** What a call that must fail is told. */
  refusal(method: string, fields?: Fields): Promise<Refusal>;
  user<T>(path: string, body?: Fields): Promise<T>;
  say(from: number, text: string, chatId?: number, more?: Fields): Promise<Written>;
  updates(offset?: number, timeout?: number): Promise<SeenUpdate[]>;
  stop(): Promise<void>;
}

interface Start {
  readonly directory?: string;
  readonly now?: () => number;
}

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "telegram-api-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** One for all tests of a file that leave no traces which others could meet. */
export function startShared(): Promise<Sandbox> {
  const directory = mkdtempSync(join(tmpdir(), "telegram-api-"));
  const started = open({ directory });
  afterAll(async () => {
    await (await started).stop();
    rmSync(directory, { recursive: true, force: true });
  });
  return started;
}

export async function startSandbox({ directory, now }: Start = {}): Promise<Sandbox> {
  const kept = directory ?? temporaryDirectory();
  const sandbox = await open({ directory: kept, ...(now && { now }) });
  onTestFinished(sandbox.stop);
  return sandbox;
}

async function open({ directory, now }: Start & { directory: string }): Promise<Sandbox> {
  const api = openTelegramApi({ directory, ...(now && { now }) });
  const server = Fastify();
  api.mount(server);
  const base = `${await server.listen({ port: 0, host: "127.0.0.1" })}/sandbox/telegram`;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= api.close().then(() => server.close());
    return stopped;
  };
  return { base, directory, stop, ...callsOf(base) };
}

function callsOf(base: string): Omit<Sandbox, "base" | "directory" | "stop"> {
  const send = async (path: string, body?: Fields) => {
    const response = await fetch(`${base}${path}`, body && posted(body));
    return { status: response.status, json: (await response.json()) as unknown };
  };
  const ask: Sandbox["ask"] = (method, fields = {}) => send(`/bot${TOKEN}/${method}`, fields);
  const bot = async <T>(method: string, fields?: Fields): Promise<T> => {
    const { json } = await ask(method, fields);
    const { ok, result } = json as { ok: boolean; result: T };
    if (!ok) throw new Error(`${method}: ${JSON.stringify(json)}`);
    return result;
  };
  const user = async <T>(path: string, body?: Fields): Promise<T> => {
    const { status, json } = await send(path, body);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
    return json as T;
  };
  return {
    ask,
    bot,
    user,
    refusal: async (method, fields) => {
      const { status, json } = await ask(method, fields);
      const refusal = json as Refusal;
      if (refusal.ok || status !== refusal.error_code) {
        throw new Error(`${method} was not refused: ${status} ${JSON.stringify(json)}`);
      }
      return refusal;
    },
    say: (from, text, chatId = from, more = {}) =>
      user(`/chats/${chatId}/messages`, { from, text, ...more }),
    updates: (offset = 0, timeout = 0) => bot("getUpdates", { offset, timeout }),
  };
}

/** A file as a person uploads it. */
export function documentOf(name: string, bytes: string | Uint8Array) {
  return { file_name: name, base64: Buffer.from(bytes).toString("base64") };
}

function posted(body: Fields): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}
