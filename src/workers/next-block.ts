/**
 * When to ask for the next block: when it should be there by the arrivals that were seen, and then often until it is. All times
 * are of a monotonic clock, in milliseconds.
 */

/** Parts of a block's time. */
const AFTER_DUE = 1 / 10;
const AGAIN = 2 / 15;
/**
 * A block that was there at the first question may have come earlier, so the next one is asked for a little earlier; one that was
 * not, later. So about one question in ten finds nothing, however much the arrivals vary.
 */
const EARLIER = 1 / 150;
const LATER = 1 / 15;
/** So many in a row at the first question: the chain comes earlier than thought, and the steps grow. */
const GROWS_AFTER = 10;
/** A block may come so much before it is due and still be of that slot. */
const EARLY = 1 / 4;
/** Slots without a block until it is asked where the chain stands, and until that is asked more rarely. */
const MISSED_SLOTS = 2;
const STANDS_STILL_SLOTS = 20;
const LEAST_PAUSE_MS = 5;

export class NextBlock {
  readonly #blockMs: number;
  /** When the next block should be there; undefined until one was seen to come. */
  #dueMs: number | undefined;
  /** When the newest block was told, or it was begun. */
  #newestMs: number;
  /** The last question since then that was answered with nothing. */
  #emptyMs: number | undefined;
  #atFirst = 0;

  constructor(blockMs: number, nowMs: number) {
    this.#blockMs = blockMs;
    this.#newestMs = nowMs;
  }

  /** Where the chain stands was told by other means: when its newest block came is not known. */
  begin(nowMs: number): void {
    this.#dueMs = undefined;
    this.#newestMs = nowMs;
    this.#emptyMs = undefined;
    this.#atFirst = 0;
  }

  /** The question of this time brought nothing. */
  nothing(askedMs: number): void {
    this.#emptyMs = askedMs;
  }

  /** The question of this time brought so many new blocks. */
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

  /** Until the next question. */
  pauseMs(nowMs: number): number {
    const blockMs = this.#blockMs;
    const missed = this.#missedSlots(nowMs);
    if (missed >= STANDS_STILL_SLOTS) return this.#bounded(blockMs);
    if (missed >= MISSED_SLOTS) return this.#bounded(blockMs / 3);
    const firstMs = (this.#dueMs ?? this.#newestMs) + AFTER_DUE * blockMs;
    const atMs = this.#emptyMs === undefined ? firstMs : this.#emptyMs + AGAIN * blockMs;
    return this.#bounded(atMs - nowMs);
  }

  /** So many slots have gone by without a block that it must be asked where the chain stands. */
  isOverdue(nowMs: number): boolean {
    return this.#missedSlots(nowMs) >= MISSED_SLOTS;
  }

  #missedSlots(nowMs: number): number {
    const dueMs = this.#dueMs ?? this.#newestMs + this.#blockMs;
    return Math.floor((nowMs - dueMs) / this.#blockMs);
  }

  /** Slots are a block's time apart, and some may have stayed empty. */
  #slotAfter(dueMs: number, cameMs: number): number {
    const slots = Math.max(0, Math.floor((cameMs - dueMs) / this.#blockMs));
    return dueMs + (slots + 1) * this.#blockMs;
  }

  #earlierMs(): number {
    const grown = EARLIER * 2 ** Math.floor(this.#atFirst / GROWS_AFTER);
    return Math.min(LATER, grown) * this.#blockMs;
  }

  /** No estimate, however wrong, keeps a block from being asked for. */
  #bounded(pauseMs: number): number {
    return Math.max(LEAST_PAUSE_MS, Math.min(pauseMs, (1 + AFTER_DUE) * this.#blockMs));
  }
}
