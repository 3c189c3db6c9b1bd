/**
 * How often a customer may call: at most `limit` calls in any sliding window, counted exactly and answered at once. One
 * place for all doors. A refused call does not count.
 */
import { DeskError } from "../domain/errors.js";

const WINDOW_MS = 1_000;

export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the count is lower again, at least 1. */
  readonly resetSeconds: number;
}

export class SlidingWindow {
  /** The calls of whoever called since the turn, and of those who called in the window before it. */
  #calls = new Map<string, number[]>();
  #callsBefore = new Map<string, number[]>();
  #turnAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    readonly name: string,
    readonly limit: number,
    /** A monotonic clock in milliseconds. */
    private readonly monotonicMs: () => number,
  ) {}

  /** Counts a call and tells what is left, or throws RATE_LIMITED. */
  admit(customerId: string): RateState {
    const nowMs = this.monotonicMs();
    const calls = this.#recent(customerId, nowMs);
    const oldestMs = calls[0] ?? nowMs;
    // In this order: adding first would round, and say 2 s of a call that was made just now.
    const resetSeconds = Math.max(1, Math.ceil((WINDOW_MS - (nowMs - oldestMs)) / 1_000));
    if (calls.length >= this.limit) {
      throw new DeskError(
        "RATE_LIMITED",
        `More than ${this.limit} calls in one second. Wait ${resetSeconds} s and send it again; nothing was done.`,
        undefined,
        resetSeconds,
      );
    }
    calls.push(nowMs);
    return { limit: this.limit, remaining: this.limit - calls.length, resetSeconds };
  }

  #recent(customerId: string, nowMs: number): number[] {
    this.#forgetSilent(nowMs);
    const calls = this.#calls.get(customerId) ?? this.#callsBefore.get(customerId) ?? [];
    this.#calls.set(customerId, calls);
    while (calls.length > 0 && (calls[0] ?? nowMs) <= nowMs - WINDOW_MS) calls.shift();
    return calls;
  }

  /** Who was silent for a whole window has no call that counts. */
  #forgetSilent(nowMs: number): void {
    if (nowMs - this.#turnAtMs < WINDOW_MS) return;
    this.#callsBefore = this.#calls;
    this.#calls = new Map();
    this.#turnAtMs = nowMs;
  }
}

export interface Admission {
  /** Creations: the limit of the order contract. */
  readonly create: SlidingWindow;
  /** Quotes, what is asked of an address, and changes of a seller's terms. */
  readonly quote: SlidingWindow;
  /** All other reads. */
  readonly read: SlidingWindow;
}

export function createAdmission(monotonicMs: () => number): Admission {
  return {
    create: new SlidingWindow("create", 15, monotonicMs),
    quote: new SlidingWindow("quote", 30, monotonicMs),
    read: new SlidingWindow("read", 60, monotonicMs),
  };
}
