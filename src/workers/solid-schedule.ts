/**
 * When to ask for the solidified block: now and then while nothing needs it, often enough to notice that it stands still; with
 * every second block while something waits for it.
 */
const REST_MS = 30_000;
/** Share of the time in which a standstill must be noticed. */
const REST_SHARE = 1 / 6;
const BLOCKS_BETWEEN = 2;
/** A chain that makes no blocks may still finalise the last ones. */
const SLOTS_BETWEEN = 3;

export interface SolidScheduleOptions {
  readonly blockMs: number;
  /** Real time in which it must be noticed that the solidified block stands still. */
  readonly noticedAfterMs: number;
}

export class SolidSchedule {
  readonly #blockMs: number;
  readonly #restMs: number;
  #last: { readonly atMs: number; readonly block: number } | undefined;

  constructor({ blockMs, noticedAfterMs }: SolidScheduleOptions) {
    this.#blockMs = blockMs;
    this.#restMs = Math.min(REST_MS, noticedAfterMs * REST_SHARE);
  }

  /** It was read at this time of the monotonic clock, when this was the newest block. */
  told(atMs: number, block: number): void {
    this.#last = { atMs, block };
  }

  async isDue(
    nowMs: number,
    block: number,
    somethingWaits: () => boolean | Promise<boolean>,
  ): Promise<boolean> {
    if (!this.#last) return true;
    const sinceMs = nowMs - this.#last.atMs;
    if (sinceMs >= this.#restMs) return true;
    const blocks = block - this.#last.block;
    // After a fork the newest block may be lower than before.
    const isTime = Math.abs(blocks) >= BLOCKS_BETWEEN || sinceMs >= SLOTS_BETWEEN * this.#blockMs;
    return isTime && somethingWaits();
  }
}
