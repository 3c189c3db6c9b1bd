/**
 * Takes updates in: polls with the runner's source, stores every batch before the next poll confirms it, and applies them
 * in lanes, one a user and chat. What a crash leaves is applied at the next start.
 */
import {
  createRunner,
  createSource,
  type RunnerHandle,
  type UpdateSupplier,
} from "@grammyjs/runner";
import { type Api, GrammyError } from "grammy";
import type { Update } from "grammy/types";
import type { Logger } from "pino";
import type { Engine } from "../engine/context.js";
import {
  type AfterFailure,
  countFailure,
  markDone,
  readPendingUpdates,
  receiveUpdates,
} from "../engine/inbox.js";
import { ALLOWED_UPDATES, laneOf } from "./incoming.js";

const POLL_SECONDS = 30;
/** What fails may do so for a moment only. */
const AGAIN_MS = 100;
/** A stop waits no longer for updates that are being applied: what is not committed is applied at the next start. */
const STOP_WITHIN_MS = 3_000;

export interface InboxOptions {
  readonly engine: Engine;
  readonly api: Api;
  readonly logger: Logger;
  /** Until a failed poll is tried again. */
  readonly retryMs: number;
  /** Applies one update; throwing means that it is tried again. */
  readonly apply: (update: Update) => Promise<void>;
  /** Three tries failed: nothing of the update has happened. */
  readonly onBuried: (update: Update) => Promise<void>;
}

export class Inbox {
  #options: InboxOptions;
  #lanes = new Map<string, Promise<void>>();
  #runner: RunnerHandle | undefined;
  #stopped = false;
  readonly #stopping = new AbortController();

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** Applies what an earlier run left, then polls. */
  start(): void {
    for (const { lane, body } of readPendingUpdates(this.#options.engine)) {
      this.#enqueue(lane, JSON.parse(body) as Update);
    }
    const source = createSource<Update>({ supply: this.#supplier() });
    const sink = { handle: this.#take, size: () => 0, snapshot: () => [] };
    this.#runner = createRunner(source, sink);
    this.#runner.start();
  }

  /** Stops polling; resolves when the updates that run are applied. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopping.abort();
    const ended = Promise.all([this.#runner?.stop(), ...this.#lanes.values()]);
    const waited = new Promise<void>((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref());
    await Promise.race([ended, waited]);
  }

  /** Stores a batch; Telegram forgets it with the next poll, so there is none before it is stored. */
  #take = async (updates: Update[]): Promise<number> => {
    if (updates.length === 0) return Number.POSITIVE_INFINITY;
    const { engine, logger, retryMs } = this.#options;
    const received = updates.map((update) => ({
      updateId: update.update_id,
      lane: laneOf(update),
      body: JSON.stringify(update),
    }));
    while (!this.#stopped) {
      try {
        const fresh = await receiveUpdates(engine, received);
        for (const { lane, body } of fresh) this.#enqueue(lane, JSON.parse(body) as Update);
        break;
      } catch (error) {
        logger.error({ err: error }, "updates could not be stored; it is tried again");
        await pause(retryMs, this.#stopping.signal);
      }
    }
    return Number.POSITIVE_INFINITY;
  };

  /** Polls for ever: what fails is told once and tried again, because the desk has other doors. */
  #supplier(): UpdateSupplier<Update>["supply"] {
    const { api, logger, retryMs } = this.#options;
    let offset = 0;
    let failures = 0;
    return async (batchSize, signal) => {
      try {
        const updates = await api.getUpdates(
          {
            offset,
            limit: Math.min(100, Math.max(1, batchSize)),
            timeout: POLL_SECONDS,
            allowed_updates: ALLOWED_UPDATES,
          },
          signal,
        );
        if (failures > 0) logger.info("Telegram is polled again");
        failures = 0;
        const last = updates.at(-1);
        if (last) offset = last.update_id + 1;
        return updates;
      } catch (error) {
        if (signal.aborted) return [];
        failures += 1;
        const why = error instanceof GrammyError ? error.description : "no answer";
        if (failures === 1) logger.warn({ why }, "Telegram cannot be polled; it is tried again");
        await pause(retryMs, this.#stopping.signal);
        return [];
      }
    };
  }

  #enqueue(lane: string, update: Update): void {
    const before = this.#lanes.get(lane) ?? Promise.resolve();
    const done = before.then(() => this.#apply(update));
    this.#lanes.set(lane, done);
    done.finally(() => {
      if (this.#lanes.get(lane) === done) this.#lanes.delete(lane);
    });
  }

  async #apply(update: Update): Promise<void> {
    const { engine, logger, apply } = this.#options;
    for (;;) {
      if (this.#stopped) return;
      try {
        await apply(update);
        await markDone(engine, update.update_id);
        return;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        logger.error({ update: update.update_id, err: error }, "an update could not be applied");
        const after = await countFailure(engine, update.update_id, message).catch(
          (): AfterFailure => "again",
        );
        if (after === "applied") return;
        if (after === "buried") return this.#bury(update);
        await pause(AGAIN_MS, this.#stopping.signal);
      }
    }
  }

  async #bury(update: Update): Promise<void> {
    const { logger, onBuried } = this.#options;
    await onBuried(update).catch((error: unknown) =>
      logger.error({ update: update.update_id, err: error }, "a dead letter could not be told"),
    );
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
