/** When the follower asks. All times are of a monotonic clock, in milliseconds. */
/** Shares of a block's time. */
const AFTER_DUE = 1 / 10;
const AGAIN = 2 / 15;
/**
 * A block that was there at the first question may have come earlier, so the next question is a little earlier; if it was not
 * there, a little later. About one question in ten finds nothing, however much the arrivals vary.
 */
const EARLIER = 1 / 150;
const LATER = 1 / 15;
/** After so many in a row at the first question the chain is earlier than estimated, and the steps grow. */
const GROWS_AFTER = 10;
/** How early a block may come and still belong to its slot. */
const EARLY = 1 / 4;
/** Slots without a block before the head is asked for, and before that becomes rarer. */
const MISSED_SLOTS = 2;
const STANDS_STILL_SLOTS = 20;
const LEAST_PAUSE_MS = 5;

/** Schedules questions for the next block: when it should be there, judged by earlier arrivals, and then often until it is. */
export class NextBlock {
  readonly #blockMs: number;
  /** When the next block should be there; undefined until one has arrived. */
  #dueMs: number | undefined;
  /** When the newest block arrived, or when this began. */
  #newestMs: number;
  /** The last question since then that found nothing. */
  #emptyMs: number | undefined;
  #atFirst = 0;

  constructor(blockMs: number, nowMs: number) {
    this.#blockMs = blockMs;
    this.#newestMs = nowMs;
  }

  /** The head became known by other means: when its newest block arrived is not known. */
  begin(nowMs: number): void {
    this.#dueMs = undefined;
    this.#newestMs = nowMs;
    this.#emptyMs = undefined;
    this.#atFirst = 0;
  }

  /** The question at this time found nothing. */
  nothing(askedMs: number): void {
    this.#emptyMs = askedMs;
  }

  /** The question at this time found so many new blocks. */
  came(askedMs: number, blocks = 1): void {
    const emptyMs = this.#emptyMs;
    const dueMs = this.#dueMs;
    if (blocks > 1) {
      this.begin(askedMs);
      return;
    }
    this.#newestMs = askedMs;
    this.#emptyMs = undefined;
    this.#atFirst = emptyMs === undefined ? this.#atFirst + 1 : 0;
    if (emptyMs === undefined) {
      if (dueMs !== undefined) this.#dueMs = this.#slotAfter(dueMs, askedMs) - this.#earlierMs();
      return;
    }
    const cameMs = (emptyMs + askedMs) / 2;
    this.#dueMs =
      dueMs === undefined
        ? cameMs + this.#blockMs
        : this.#slotAfter(dueMs, cameMs + EARLY * this.#blockMs) + LATER * this.#blockMs;
  }

  /** Time until the next question. */
  pauseMs(nowMs: number): number {
    const blockMs = this.#blockMs;
    const missed = this.#missedSlots(nowMs);
    if (missed >= STANDS_STILL_SLOTS) return this.#bounded(blockMs);
    if (missed >= MISSED_SLOTS) return this.#bounded(blockMs / 3);
    const firstMs = (this.#dueMs ?? this.#newestMs) + AFTER_DUE * blockMs;
    const atMs = this.#emptyMs === undefined ? firstMs : this.#emptyMs + AGAIN * blockMs;
    return this.#bounded(atMs - nowMs);
  }

  /** Whether so many slots have passed without a block that the head must be asked for. */
  isOverdue(nowMs: number): boolean {
    return this.#missedSlots(nowMs) >= MISSED_SLOTS;
  }

  #missedSlots(nowMs: number): number {
    const dueMs = this.#dueMs ?? this.#newestMs + this.#blockMs;
    return Math.floor((nowMs - dueMs) / this.#blockMs);
  }

  /** Slots are a block's time apart; some may be empty. */
  #slotAfter(dueMs: number, cameMs: number): number {
    const slots = Math.max(0, Math.floor((cameMs - dueMs) / this.#blockMs));
    return dueMs + (slots + 1) * this.#blockMs;
  }

  #earlierMs(): number {
    const grown = EARLIER * 2 ** Math.floor(this.#atFirst / GROWS_AFTER);
    return Math.min(LATER, grown) * this.#blockMs;
  }

  /** However wrong the estimate is, a block is asked for by then. */
  #bounded(pauseMs: number): number {
    return Math.max(LEAST_PAUSE_MS, Math.min(pauseMs, (1 + AFTER_DUE) * this.#blockMs));
  }
}

const REST_MS = 30_000;
/** Share of the time in which a standstill must be noticed. */
const REST_SHARE = 1 / 6;
const BLOCKS_BETWEEN = 2;
/** A chain that makes no blocks may still finalise the last ones. */
const SLOTS_BETWEEN = 3;

interface SolidScheduleOptions {
  readonly blockMs: number;
  /** Real time in which it must be noticed that the solidified block stands still. */
  readonly noticedAfterMs: number;
}

/**
 * For the solidified block: now and then while nothing needs it, often enough to notice that it stands still; with every
 * second block while something waits for it.
 */
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
