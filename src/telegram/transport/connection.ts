/**
 * Connects the bot to Telegram: who it is, and that updates reach us. A refused token ends the start; anything else is tried
 * again, with growing pauses, while the desk serves HTTP.
 */
import { type Api, GrammyError, HttpError } from "grammy";
import type { UserFromGetMe } from "grammy/types";
import type { Logger } from "pino";
import type { CallSignal } from "./api.js";
import { later } from "./later.js";

/** How long a start waits for Telegram. */
const START_WAITS_MS = 3_000;
const LONGEST_PAUSE_MS = 60_000;

export interface ConnectionOptions {
  readonly api: Api;
  readonly logger: Logger;
  /** Before the second try; each later pause is twice as long. */
  readonly pauseMs: number;
  /** Opens the bot under the name that Telegram gives; called again after a failure. */
  readonly open: (me: UserFromGetMe, signal: CallSignal) => Promise<void>;
}

export class Connection {
  #options: ConnectionOptions;
  #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #problem: string | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Why the bot is not connected; null once it is. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Resolves once the bot is connected, or certainly needs longer; throws a sentence for the operator when it never can. */
  async start(): Promise<void> {
    this.#problem = "Telegram has not answered yet";
    const first = this.#try();
    const settled = first.then((error) => ({ error }));
    const tried = await Promise.race([settled, later(START_WAITS_MS, this.#stopping.signal)]);
    if (!tried) this.#options.logger.warn(`${this.#problem}; the desk serves without the bot`);
    const error = tried?.error;
    if (isTokenRefused(error)) {
      throw new Error(
        `TELEGRAM_BOT_TOKEN, TELEGRAM_API_ROOT: the bot cannot start, the token is refused (${error.description}). ` +
          "Check both, or unset the token to go without Telegram.",
      );
    }
    if (error instanceof Error && !isTelegrams(error)) throw error;
    this.#running = this.#goOn(first);
  }

  /** Gives up what is under way; whoever opened the bot closes it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #goOn(first: Promise<unknown>): Promise<void> {
    const { logger, pauseMs } = this.#options;
    const { signal } = this.#stopping;
    let failures = 0;
    let error = await first;
    while (error !== undefined && !signal.aborted) {
      failures += 1;
      this.#problem = callFailure(error);
      const waitMs = Math.max(pauseMs * 2 ** (failures - 1), askedToWaitMs(error));
      const retryMs = Math.min(LONGEST_PAUSE_MS, waitMs);
      const level = failures === 1 ? "warn" : "debug";
      const text = "the Telegram bot cannot start; the desk serves without it and tries again";
      logger[level]({ why: this.#problem, failures, retryMs }, text);
      await later(retryMs, signal);
      if (!signal.aborted) error = await this.#try();
    }
    if (error !== undefined) return;
    this.#problem = null;
    if (failures > 0) logger.info({ failures }, "the Telegram bot has started after all");
  }

  /** Resolves with what went wrong. */
  async #try(): Promise<unknown> {
    const { api, open } = this.#options;
    const signal = this.#stopping.signal as CallSignal;
    try {
      await open(await api.getMe(signal), signal);
      this.#problem = null;
      return undefined;
    } catch (error) {
      return error;
    }
  }
}

/** Telegram answers 404 to a token that never was one. */
function isTokenRefused(error: unknown): error is GrammyError {
  return error instanceof GrammyError && (error.error_code === 401 || error.error_code === 404);
}

function isTelegrams(error: Error): boolean {
  return error instanceof GrammyError || error instanceof HttpError;
}

/** The failure without the address that was called, which contains the token. */
export function callFailure(error: unknown): string {
  if (error instanceof GrammyError) {
    return `${error.method}: ${error.description ?? "the answer is not the Bot API's"}`;
  }
  const cause = error instanceof HttpError && error.error;
  const message = error instanceof Error ? error.message : String(error);
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

function askedToWaitMs(error: unknown): number {
  return error instanceof GrammyError ? (error.parameters?.retry_after ?? 0) * 1_000 : 0;
}
