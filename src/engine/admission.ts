/**
 * Limits how often a customer may call: at most `limit` calls in any sliding window, counted exactly. All channels share it. A
 * refused call does not count.
 */
import { DeskError } from "../domain/errors.js";

const WINDOW_MS = 1_000;

export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until a further call may pass, at least 1. */
  readonly resetSeconds: number;
}

export class SlidingWindow {
  /** The calls of customers who called in this window, and of those who called in the one before. */
  #calls = new Map<string, number[]>();
  #callsBefore = new Map<string, number[]>();
  #turnAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    readonly name: string,
    readonly limit: number,
    /** A monotonic clock in milliseconds. */
    private readonly monotonicMs: () => number,
  ) {}

  /** Counts a call and returns what is left, or throws RATE_LIMITED. */
  admit(customerId: string): RateState {
    const nowMs = this.monotonicMs();
    const calls = this.#recent(customerId, nowMs);
    const oldestMs = calls[0] ?? nowMs;
    // Subtracted first: adding first would round, and report 2 s for a call made just now.
    const resetSeconds = Math.max(1, Math.ceil((WINDOW_MS - (nowMs - oldestMs)) / 1_000));
    if (calls.length >= this.limit) {
      throw new DeskError(
        "RATE_LIMITED",
        `More than ${this.limit} calls in one second. Wait ${resetSeconds} s and try again; nothing was done.`,
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

  /** Forgets customers without a call in a whole window. */
  #forgetSilent(nowMs: number): void {
    if (nowMs - this.#turnAtMs < WINDOW_MS) return;
    this.#callsBefore = this.#calls;
    this.#calls = new Map();
    this.#turnAtMs = nowMs;
  }
}

export interface Admission {
  /** Creations of orders alone: the limit of their contract. */
  readonly create: SlidingWindow;
  /** Quotes, reads of addresses, withdrawals, and changes of orders and of a seller's terms. */
  readonly quote: SlidingWindow;
  /** Cancels of orders and of withdrawals: apart, so that whoever orders much can still take it back. */
  readonly cancel: SlidingWindow;
  /** All other reads. */
  readonly read: SlidingWindow;
}

export function createAdmission(monotonicMs: () => number): Admission {
  return {
    create: new SlidingWindow("create", 15, monotonicMs),
    quote: new SlidingWindow("quote", 30, monotonicMs),
    cancel: new SlidingWindow("cancel", 30, monotonicMs),
    read: new SlidingWindow("read", 60, monotonicMs),
  };
}
