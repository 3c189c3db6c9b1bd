/** Both ports of a sandbox, asked byte for byte, as no client of HTTP would ask them. */
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import Fastify from "fastify";
import { mountChatPage, openTelegramApi } from "telegram-sandbox";
import type { TronNode } from "tron-sandbox";
import { afterAll, beforeAll } from "vitest";
import { askNode } from "../e2e/api.js";
import { startNode, temporaryDirectory } from "../support/sandbox-node.js";

const ALICE = 7001;
/** A private chat that Alice has begun, so that the bot may write to her. */
export const CHAT = `/sandbox/telegram/chats/${ALICE}`;
export const MESSAGES = `${CHAT}/messages`;
export const JSON_TYPE = "Content-Type: application/json";
export const FORM_TYPE = "Content-Type: application/x-www-form-urlencoded";
/** What a browser says of a page that is not the port's own. */
export const FOREIGN = [
  "Origin: http://evil.example",
  "Origin: null",
  "Sec-Fetch-Site: cross-site",
] as const;
/** A name that both are given beside their own. */
const GIVEN = { hosts: ["Desk.internal"] };
const HELLO = JSON.stringify({ from: ALICE, text: "hello" });

interface Answer {
  readonly status: number;
  /** As they came, in small letters. */
  readonly headers: string;
  readonly body: string;
}

export interface Port {
  url(): string;
  readonly read: string;
  /** What a program sends to change something. */
  readonly change: { readonly path: string; readonly body: string };
  /** Whether that was done since the last time somebody asked. */
  isChanged(): Promise<boolean>;
}

/** Both ports for all tests of a file. */
export function startPorts() {
  let node: TronNode;
  const post = (path: string, body: object = {}) =>
    askNode<Record<string, unknown>>(node.url, path.slice(1), body);
  let telegramUrl = "";
  let messages = 0;
  const ending: (() => unknown)[] = [];
  const tron: Port = {
    url: () => node.url,
    read: "/wallet/getnowblock",
    change: { path: "/sandbox/stall", body: '{"on":true}' },
    async isChanged() {
      const { stalled } = await post("/sandbox/state");
      await post("/sandbox/stall", { on: false });
      return stalled === true;
    },
  };
  const telegram: Port = {
    url: () => telegramUrl,
    read: CHAT,
    change: { path: MESSAGES, body: HELLO },
    async isChanged() {
      const before = messages;
      const chat = (await (await fetch(telegramUrl + CHAT)).json()) as { messages: unknown[] };
      messages = chat.messages.length;
      return messages > before;
    },
  };
  beforeAll(async () => {
    node = await startNode(GIVEN);
    ending.push(() => node.close());
    const directory = temporaryDirectory();
    const api = openTelegramApi({ directory, ...GIVEN });
    const server = Fastify();
    api.mount(server);
    mountChatPage(server, { nodeUrl: node.url, ...GIVEN });
    telegramUrl = await server.listen({ port: 0, host: "127.0.0.1" });
    ending.push(() => server.close());
    ending.push(() => api.close());
    ending.push(() => rmSync(directory, { recursive: true }));
    await ask(telegram, "POST", MESSAGES, [ownHost(telegram), JSON_TYPE], HELLO);
    await telegram.isChanged();
  });
  afterAll(async () => {
    for (const end of ending) await end();
  });
  return { tron, telegram, post };
}

export const ownHost = (port: Port) => `Host: ${new URL(port.url()).host}`;

/** Header lines as they are to be sent; only what HTTP itself needs is added. */
export async function ask(
  port: Port,
  method: string,
  path: string,
  headers: readonly string[],
  body = "",
  version = "1.1",
): Promise<Answer> {
  const { hostname, port: number } = new URL(port.url());
  const socket = connect(Number(number), hostname);
  const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [`${method} ${path} HTTP/${version}`, ...headers, ...length, "Connection: close"];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  const [answered = "", said = ""] = (await text(socket)).split("\r\n\r\n");
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(answered) ?? [];
  return { status: Number(status), headers: answered.toLowerCase(), body: said };
}

export async function statusOf(...asked: Parameters<typeof ask>): Promise<number> {
  return (await ask(...asked)).status;
}
