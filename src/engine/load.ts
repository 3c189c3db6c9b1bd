/**
 * Whether the desk gets more Fast orders than it can send: unsigned legs against the larger of a setting and what the chain
 * settled in the last minute. And whether orders come so fast that background work should let them pass.
 */
const MINUTE_MS = 60_000;
/**
 * So many calls answered in so short a time are a rush: they share a commit, because they arrive faster than they are worked
 * off. It is over when no call came for a while.
 */
const RUSH_CALLS = 16;
const RUSH_MS = 20;
const CALM_MS = 100;
/** The share of the limit above which letting calls pass would soon get them refused. */
const RUSH_SHARE = 1 / 2;

export class Load {
  #unsigned = 0;
  #settled: { atMs: number; legs: number }[] = [];
  #settledLegs = 0;
  /** When the last calls created orders, in a ring. */
  #createdAtMs = new Array<number>(RUSH_CALLS).fill(Number.NEGATIVE_INFINITY);
  #oldest = 0;

  constructor(
    private readonly monotonicMs: () => number,
    private readonly unsignedLimit: number,
  ) {}

  /** One call has created orders with so many legs. */
  created(legs: number): void {
    this.#unsigned += legs;
    this.#createdAtMs[this.#oldest] = this.monotonicMs();
    this.#oldest = (this.#oldest + 1) % RUSH_CALLS;
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

  /** Calls come one after another, and there is room for their unsigned legs. */
  isRush(): boolean {
    if (this.#unsigned > this.unsignedLimit * RUSH_SHARE) return false;
    const oldestMs = this.#createdAtMs[this.#oldest] ?? 0;
    const newestMs = this.#createdAtMs.at(this.#oldest - 1) ?? 0;
    return newestMs - oldestMs < RUSH_MS && this.monotonicMs() - newestMs < CALM_MS;
  }
}
