/**
 * Logs a failing worker: once when it begins, now and then while it lasts, once when it is over. A round without a call to the
 * node proves nothing, so it is over when nothing has failed for a while.
 */
import type { Logger } from "pino";

/** Longer than any worker waits before it tries again. */
const QUIET_MS = 30_000;
const TELL_EVERY_MS = 300_000;

export interface OutageOptions {
  readonly worker: string;
  readonly logger: Logger;
  /** A worker whose rounds are rarer does all its work in each: its first success ends the outage. */
  readonly everyMs: number;
  readonly monotonicMs?: () => number;
}

export class Outage {
  readonly #worker: string;
  readonly #logger: Logger;
  readonly #quietMs: number;
  readonly #nowMs: () => number;
  /** Undefined while it works. */
  #current:
    | { readonly beganMs: number; failedMs: number; toldMs: number; failures: number }
    | undefined;

  constructor({ worker, logger, everyMs, monotonicMs = () => performance.now() }: OutageOptions) {
    this.#worker = worker;
    this.#logger = logger;
    this.#quietMs = everyMs < QUIET_MS ? QUIET_MS : 0;
    this.#nowMs = monotonicMs;
  }

  failed(error: unknown): void {
    const nowMs = this.#nowMs();
    const isNew = this.#current === undefined;
    this.#current ??= { beganMs: nowMs, failedMs: nowMs, toldMs: nowMs, failures: 0 };
    const current = this.#current;
    current.failedMs = nowMs;
    current.failures += 1;
    const isDue = isNew || nowMs - current.toldMs >= TELL_EVERY_MS;
    if (isDue) current.toldMs = nowMs;
    const facts = { worker: this.#worker, failures: current.failures, err: error };
    this.#logger[isDue ? "warn" : "debug"](facts, isNew ? "a round failed" : "still fails");
  }

  worked(): void {
    const current = this.#current;
    if (!current || this.#nowMs() - current.failedMs < this.#quietMs) return;
    this.#current = undefined;
    const seconds = Math.round((current.failedMs - current.beganMs) / 1_000);
    const facts = { worker: this.#worker, failures: current.failures, failedForSeconds: seconds };
    this.#logger.info(facts, "works again");
  }
}
