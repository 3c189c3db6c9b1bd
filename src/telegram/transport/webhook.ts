/** Has Telegram bring updates to an address of the desk, and asks it from time to time whether it can. */
import { type Api, GrammyError } from "grammy";
import type { WebhookInfo } from "grammy/types";
import type { Logger } from "pino";
import type { CallSignal } from "./api.js";
import { callFailure } from "./connection.js";
import type { Deliveries } from "./deliveries.js";
import { ALLOWED_UPDATES } from "./incoming.js";
import { later } from "./later.js";
import type { SourceState, TakeUpdates, UpdateSource } from "./source.js";

/** After a start it is looked soon, then less and less often. */
const FIRST_LOOK_MS = 2_000;
/** Deliveries at once: they share commits, and those of one chat follow each other anyway. */
const MAX_CONNECTIONS = 40;
/** Telegram tries again every two minutes at least; a failure older than this is over if other updates came since. */
const FAILS_FOR_MS = 300_000;

/** Where Telegram is to bring updates, and what takes them in. */
export interface WebhookTarget {
  readonly url: string;
  /** Secret. */
  readonly secretToken: string;
  readonly deliveries: Deliveries;
}

export interface WebhookOptions {
  readonly api: Api;
  readonly logger: Logger;
  readonly now: () => number;
  readonly target: WebhookTarget;
  readonly lookEveryMs: number;
}

export class Webhook implements UpdateSource {
  readonly #options: WebhookOptions;
  readonly #stopping = new AbortController();
  #looking: Promise<void> | undefined;
  #problem: string | null = null;

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  get state(): SourceState {
    const lastDeliveryAt = this.#options.target.deliveries.lastAt;
    return { mode: "webhook", lastPollAt: null, lastDeliveryAt, problem: this.#problem };
  }

  /** Open before Telegram is told: what waits comes at once. */
  async begin(take: TakeUpdates, signal: CallSignal): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#options.target.deliveries.open(take);
    await this.#set(signal);
    this.#looking ??= this.#lookAgainAndAgain();
  }

  async stop(): Promise<void> {
    this.#options.target.deliveries.close();
    this.#stopping.abort();
    await this.#looking;
  }

  async #set(signal: CallSignal): Promise<void> {
    const { api, target } = this.#options;
    const more = {
      secret_token: target.secretToken,
      allowed_updates: ALLOWED_UPDATES,
      max_connections: MAX_CONNECTIONS,
      drop_pending_updates: false,
    };
    try {
      await api.setWebhook(target.url, more, signal);
    } catch (error) {
      if (!(error instanceof GrammyError)) throw error;
      // grammY's own error carries what was sent, the secret too.
      throw new GrammyError("Telegram refuses the webhook", error, error.method, {});
    }
  }

  async #lookAgainAndAgain(): Promise<void> {
    const { logger, lookEveryMs } = this.#options;
    const { signal } = this.#stopping;
    for (let pauseMs = FIRST_LOOK_MS; ; pauseMs *= 2) {
      await later(Math.min(pauseMs, lookEveryMs), signal);
      const problem = await this.#look();
      if (signal.aborted) return;
      if (problem !== null && problem !== this.#problem) {
        logger.warn({ why: problem }, "Telegram does not deliver to the webhook");
      }
      if (problem === null && this.#problem !== null) logger.info("Telegram delivers again");
      this.#problem = problem;
    }
  }

  async #look(): Promise<string | null> {
    const { api } = this.#options;
    try {
      return this.#problemIn(await api.getWebhookInfo(this.#stopping.signal as CallSignal));
    } catch (error) {
      return callFailure(error);
    }
  }

  /** Telegram keeps its last error forever, so it counts only while updates wait and it is not overtaken. */
  #problemIn(info: WebhookInfo): string | null {
    const { now, target } = this.#options;
    if (!isSameUrl(info.url, target.url)) {
      const what = info.url ? "set a webhook of its own" : "taken the webhook away";
      return `another program has ${what}; end it, then start the desk again`;
    }
    const { pending_update_count: waiting, last_error_date: failedAtS } = info;
    if (waiting === 0 || failedAtS === undefined) return null;
    const failedAt = failedAtS * 1_000;
    const isRecent = now() - failedAt < FAILS_FOR_MS;
    if (!isRecent && failedAt < (target.deliveries.lastAt ?? 0)) return null;
    return `${info.last_error_message ?? "no reason is given"} (updates that wait: ${waiting})`;
  }
}

function isSameUrl(told: string | undefined, set: string): boolean {
  return told !== undefined && URL.canParse(told) && new URL(told).href === new URL(set).href;
}
