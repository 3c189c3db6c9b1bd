/**
 * Whether the desk gets more Fast orders than it can send: unsigned legs against the larger of a setting and what the chain
 * settled in the last minute. Whether orders come so fast that background work should let them pass, or so fast that more of
 * them would wait too long.
 */
import { MINUTE_MS } from "../common/time.js";

/**
 * This many calls waiting for their orders at once are a rush: they come faster than they are handled, whatever the machine. It
 * ends when there have been fewer for a while.
 */
const RUSH_CALLS = 8;
const CALM_MS = 100;
/**
 * So many calls may wait to be looked at, and more while none of them has waited for long: a burst that is soon over is no reason to
 * refuse anybody. What comes all at once after a long turn is no such burst when there were too many a moment ago.
 */
const MOST_WAITING = 64;
const LONG_WAIT_MS = 100;
const MOMENT_MS = 1_000;
/** While the first creation waits for longer, which is two commits, further calls are not looked at: deliveries wait behind them. */
const LONG_CREATION_MS = 32;
/** The share of the limit above which letting calls pass would soon get them refused. */
const RUSH_SHARE = 1 / 2;

export class Load {
  #unsigned = 0;
  #settled: { atMs: number; legs: number }[] = [];
  #settledLegs = 0;
  /** Calls that have arrived and are not looked at yet. */
  readonly #arrived: Queue;
  /** Calls whose orders are being created. */
  readonly #creating: Queue;
  #rushedAtMs = Number.NEGATIVE_INFINITY;
  #fullAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly monotonicMs: () => number,
    private readonly unsignedLimit: number,
  ) {
    this.#arrived = new Queue(monotonicMs);
    this.#creating = new Queue(monotonicMs);
  }

  /**
   * Counts a call from its arrival until it is looked at, which is told by calling what is returned: false when there are too many
   * and this one has waited for so long that another should be taken in its place.
   */
  arrived(): () => boolean {
    const atMs = this.monotonicMs();
    const leave = this.#arrived.enter();
    return () => {
      leave();
      const nowMs = this.monotonicMs();
      return nowMs - atMs < LONG_WAIT_MS || !this.#isFlooded(nowMs);
    };
  }

  /** Counts a call while its orders are being created. */
  creating<T>(create: () => Promise<T>): Promise<T> {
    const leave = this.#creating.enter();
    this.#lookForRush();
    return create().finally(() => {
      this.#lookForRush();
      leave();
    });
  }

  /** Orders have been created with so many legs. */
  created(legs: number): void {
    this.#unsigned += legs;
  }

  signed(legs: number): void {
    this.#unsigned -= legs;
  }

  /** What the database counts, while nothing else is created or signed. */
  counted(unsignedLegs: number): void {
    this.#unsigned = unsignedLegs;
  }

  /** Corrects the running number by what the database counts. What is created or signed while it does is not forgotten. */
  async recount(count: () => Promise<number>): Promise<void> {
    const before = this.#unsigned;
    const counted = await count();
    this.#unsigned += counted - before;
  }

  settled(legs: number): void {
    if (legs === 0) return;
    this.#settled.push({ atMs: this.monotonicMs(), legs });
    this.#settledLegs += legs;
  }

  get unsignedLegs(): number {
    return this.#unsigned;
  }

  isBusy(): boolean {
    const sinceMs = this.monotonicMs() - MINUTE_MS;
    for (let first = this.#settled[0]; first && first.atMs < sinceMs; first = this.#settled[0]) {
      this.#settledLegs -= first.legs;
      this.#settled.shift();
    }
    return this.#unsigned > Math.max(this.unsignedLimit, this.#settledLegs);
  }

  /** Another call would wait for too long to be looked at. */
  isFull(): boolean {
    if (this.#arrived.size < MOST_WAITING) return false;
    const nowMs = this.monotonicMs();
    if (this.#arrived.firstWaitsMs() >= LONG_WAIT_MS) this.#fullAtMs = nowMs;
    return this.#isFlooded(nowMs);
  }

  #isFlooded(nowMs: number): boolean {
    return nowMs - this.#fullAtMs < MOMENT_MS;
  }

  /** Creations take long: what has arrived should wait outside of the database's queue. */
  isSlow(): boolean {
    return this.#creating.firstWaitsMs() >= LONG_CREATION_MS;
  }

  /** Many calls wait for their orders, and there is room for their unsigned legs. */
  isRush(): boolean {
    if (this.#unsigned > this.unsignedLimit * RUSH_SHARE) return false;
    this.#lookForRush();
    return this.monotonicMs() - this.#rushedAtMs < CALM_MS;
  }

  #lookForRush(): void {
    if (this.#creating.size >= RUSH_CALLS) this.#rushedAtMs = this.monotonicMs();
  }
}

/** Calls that wait for the same, in the order in which they came. */
class Queue {
  readonly #calls = new Set<{ readonly atMs: number }>();

  constructor(private readonly monotonicMs: () => number) {}

  get size(): number {
    return this.#calls.size;
  }

  enter(): () => void {
    const call = { atMs: this.monotonicMs() };
    this.#calls.add(call);
    return () => this.#calls.delete(call);
  }

  /** 0 when none waits. */
  firstWaitsMs(): number {
    const [first] = this.#calls;
    return first === undefined ? 0 : this.monotonicMs() - first.atMs;
  }
}
