/** Polls Telegram with grammY's runner; a batch is stored before the next poll confirms it. */
import {
  createRunner,
  createSource,
  type RunnerHandle,
  type UpdateSupplier,
} from "@grammyjs/runner";
import type { Api } from "grammy";
import type { Update } from "grammy/types";
import type { Logger } from "pino";
import type { CallSignal } from "./api.js";
import { callFailure } from "./connection.js";
import { ALLOWED_UPDATES } from "./incoming.js";
import { later } from "./later.js";
import type { SourceState, TakeUpdates, UpdateSource } from "./source.js";

const POLL_SECONDS = 30;
/** How long a stop waits for a batch being stored: Telegram sends it again. */
const STOP_WITHIN_MS = 3_000;

export interface PollingOptions {
  readonly api: Api;
  readonly logger: Logger;
  readonly now: () => number;
  /** Pause before a failed poll is tried again. */
  readonly retryMs: number;
}

export class Polling implements UpdateSource {
  readonly #options: PollingOptions;
  readonly #stopping = new AbortController();
  #runner: RunnerHandle | undefined;
  #lastPollAt: number | null = null;
  #problem: string | null = null;
  /** The update that the next poll begins with. */
  #offset = 0;

  constructor(options: PollingOptions) {
    this.#options = options;
  }

  get state(): SourceState {
    const [lastPollAt, problem] = [this.#lastPollAt, this.#problem];
    return { mode: "polling", lastPollAt, lastDeliveryAt: null, problem };
  }

  /** A webhook would keep all updates from us; those that wait for it come with the first poll. */
  async begin(take: TakeUpdates, signal: CallSignal): Promise<void> {
    await this.#options.api.deleteWebhook({ drop_pending_updates: false }, signal);
    if (this.#stopping.signal.aborted) return;
    const source = createSource<Update>({ supply: this.#supplier() });
    const handle = (updates: Update[]) => this.#store(updates, take);
    this.#runner = createRunner(source, { handle, size: () => 0, snapshot: () => [] });
    this.#runner.start();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const waited = new Promise<void>((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref());
    await Promise.race([this.#runner?.stop(), waited]);
  }

  /** Telegram forgets a batch with a poll for what follows it: one that is not stored is polled again, with what came meanwhile. */
  async #store(updates: Update[], take: TakeUpdates): Promise<number> {
    const { logger, retryMs } = this.#options;
    const [first] = updates;
    try {
      if (first) await take(updates);
    } catch (error) {
      logger.error({ err: error }, "updates could not be stored; it is tried again");
      this.#offset = first?.update_id ?? this.#offset;
      await later(retryMs, this.#stopping.signal);
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Polls forever: a failure is logged once and tried again. */
  #supplier(): UpdateSupplier<Update>["supply"] {
    const { api, logger, now, retryMs } = this.#options;
    return async (batchSize, signal) => {
      try {
        const updates = await api.getUpdates(
          {
            offset: this.#offset,
            limit: Math.min(100, Math.max(1, batchSize)),
            timeout: POLL_SECONDS,
            allowed_updates: ALLOWED_UPDATES,
          },
          signal,
        );
        if (this.#problem !== null) logger.info("Telegram is polled again");
        this.#problem = null;
        this.#lastPollAt = now();
        const last = updates.at(-1);
        if (last) this.#offset = last.update_id + 1;
        return updates;
      } catch (error) {
        if (signal.aborted) return [];
        const why = callFailure(error);
        if (this.#problem === null) {
          logger.warn({ why }, "Telegram cannot be polled; it is tried again");
        }
        this.#problem = why;
        await later(retryMs, this.#stopping.signal);
        return [];
      }
    };
  }
}
