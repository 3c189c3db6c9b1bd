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
import { countFailure, markDone, readPendingUpdates, receiveUpdates } from "../engine/inbox.js";
import { ALLOWED_UPDATES, laneOf } from "./incoming.js";

const POLL_SECONDS = 30;
const RETRY_MS = 3_000;

export interface InboxOptions {
  readonly engine: Engine;
  readonly api: Api;
  readonly logger: Logger;
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
    if (this.#runner?.isRunning()) await this.#runner.stop();
    await Promise.all(this.#lanes.values());
  }

  /** Stores a batch; Telegram forgets it with the next poll. */
  #take = async (updates: Update[]): Promise<number> => {
    const received = updates.map((update) => ({
      updateId: update.update_id,
      lane: laneOf(update),
      body: JSON.stringify(update),
    }));
    const fresh = await receiveUpdates(this.#options.engine, received);
    for (const { lane, body } of fresh) this.#enqueue(lane, JSON.parse(body) as Update);
    return Number.POSITIVE_INFINITY;
  };

  /** Polls for ever: what fails is told once and tried again, because the desk has other doors. */
  #supplier(): UpdateSupplier<Update>["supply"] {
    const { api, logger } = this.#options;
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
        failures = 0;
        const last = updates.at(-1);
        if (last) offset = last.update_id + 1;
        return updates;
      } catch (error) {
        if (signal.aborted) return [];
        failures += 1;
        const why = error instanceof GrammyError ? error.description : "no answer";
        if (failures === 1) logger.warn({ why }, "Telegram cannot be polled; it is tried again");
        await pause(RETRY_MS, signal);
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
    const { engine, logger, apply, onBuried } = this.#options;
    for (;;) {
      if (this.#stopped) return;
      try {
        await apply(update);
        await markDone(engine, update.update_id);
        return;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        logger.error({ update: update.update_id, err: error }, "an update could not be applied");
        const buried = await countFailure(engine, update.update_id, message).catch(() => true);
        if (!buried) continue;
        await onBuried(update).catch((failure: unknown) =>
          logger.error({ err: failure }, "buried"),
        );
        return;
      }
    }
  }
}

type StopSignal = Parameters<UpdateSupplier<Update>["supply"]>[1];

function pause(ms: number, signal: StopSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
