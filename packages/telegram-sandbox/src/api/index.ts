/**
 * The sandbox of Telegram's Bot API: strict where Telegram is, with its own texts, and with a
 * user's side for scripts and the chat page. See the README of the package for what it copies and
 * leaves out.
 */
import { setMaxListeners } from "node:events";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { hostCheck, type PortNames } from "#shared/same-origin.js";
import { createWorld } from "./genesis.js";
import { Calls } from "./http/calls.js";
import { Faults } from "./http/faults.js";
import { mountRoutes } from "./http/mount.js";
import type { Parts } from "./http/parts.js";
import { Storage } from "./storage/storage.js";
import { LongPoll } from "./updates/long-poll.js";
import { Webhooks } from "./updates/webhooks.js";
import { World } from "./world.js";

/** With the names of the server that it is mounted on. */
export interface TelegramApiOptions extends PortNames {
  /** All it keeps; created with mode 0700. */
  readonly directory: string;
  readonly now?: () => number;
  readonly monotonicMs?: () => number;
}

export interface TelegramApi {
  /** Mounts every route below /sandbox/telegram on the desk's own Fastify server. */
  mount(server: FastifyInstance): void;
  /** Ends long polls, waiting taps and event streams at once. */
  close(): Promise<void>;
}

export function openTelegramApi(options: TelegramApiOptions): TelegramApi {
  const { directory, now = Date.now, monotonicMs = () => performance.now() } = options;
  const checkHost = hostCheck(options);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  const storage = new Storage(join(directory, "telegram.db"));
  const world = new World(storage, { now, monotonicMs });
  storage.commitNow(() => createWorld(world));
  const closing = new AbortController();
  // Every open page and every waiting tap listens.
  setMaxListeners(0, closing.signal);
  const parts: Parts = {
    world,
    poll: new LongPoll(world),
    webhooks: new Webhooks(world),
    faults: new Faults(),
    calls: new Calls(storage),
    closing: closing.signal,
  };
  const endWaiting = (): void => {
    closing.abort();
    parts.poll.close();
    parts.webhooks.close();
  };
  return {
    mount: (server) => mountRoutes(server, parts, { checkHost, onClose: endWaiting }),
    close: async () => {
      endWaiting();
      storage.close();
    },
  };
}
