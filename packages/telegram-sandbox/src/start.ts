/** The Bot API and the chat page on a server of their own. */
import Fastify from "fastify";
import { hostInUrl } from "#shared/same-origin.js";
import { openTelegramApi } from "./api/index.js";
import { BOT_TOKEN } from "./api/model.js";
import { mountChatPage } from "./chat/index.js";

export interface TelegramSandboxOptions {
  /** All it keeps is in this directory; it is created when missing. */
  readonly directory: string;
  /** 0, which is the default, picks a free one. */
  readonly port?: number | undefined;
  /** The address to listen on; this machine's own by default. */
  readonly host?: string | undefined;
  /** Names it is reached by beside localhost and `host`, without ports. */
  readonly hosts?: readonly string[] | undefined;
  /** Of a TRON node: gives each of its transactions a page, `/sandbox/tx/TXID`. */
  readonly nodeUrl?: string | undefined;
}

export interface TelegramSandbox {
  /** For the bot, in place of https://api.telegram.org; the user's side is below it, too. */
  readonly apiRoot: string;
  /** Of the bot that is there from the start. */
  readonly token: string;
  readonly chatUrl: string;
  /** Ends long polls, waiting taps and event streams at once. */
  close(): Promise<void>;
}

/** Rejects where the directory or the port cannot be used. */
export async function startTelegramSandbox(
  options: TelegramSandboxOptions,
): Promise<TelegramSandbox> {
  const { host = "127.0.0.1", port = 0, nodeUrl, ...rest } = options;
  const api = openTelegramApi({ ...rest, host });
  const server = Fastify();
  const close = async (): Promise<void> => {
    await api.close();
    await server.close();
  };
  try {
    api.mount(server);
    mountChatPage(server, { host, hosts: options.hosts, nodeUrl });
    const { port: taken } = new URL(await server.listen({ host, port }));
    const url = `http://${hostInUrl(host)}:${taken}`;
    const apiRoot = `${url}/sandbox/telegram`;
    return { apiRoot, token: BOT_TOKEN, chatUrl: `${url}/sandbox/chat`, close };
  } catch (error) {
    await close();
    throw error;
  }
}
