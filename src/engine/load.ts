/**
 * Whether the desk gets more Fast orders than it can send: unsigned legs against the larger of a setting and what the chain
 * settled in the last minute. And whether orders come so fast that background work should let them pass.
 */
import { MINUTE_MS } from "../common/time.js";

/**
 * This many calls waiting for their orders at once are a rush: they come faster than they are handled, whatever the machine. It
 * ends when there have been fewer for a while.
 */
const RUSH_CALLS = 8;
const CALM_MS = 100;
/** The share of the limit above which letting calls pass would soon get them refused. */
const RUSH_SHARE = 1 / 2;

export class Load {
  #unsigned = 0;
  #settled: { atMs: number; legs: number }[] = [];
  #settledLegs = 0;
  /** Calls whose orders are being created. */
  #creating = 0;
  #rushedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly monotonicMs: () => number,
    private readonly unsignedLimit: number,
  ) {}

  /** Counts a call while its orders are being created. */
  creating<T>(create: () => Promise<T>): Promise<T> {
    this.#creating += 1;
    this.#lookForRush();
    return create().finally(() => {
      this.#lookForRush();
      this.#creating -= 1;
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

  /** Many calls wait for their orders, and there is room for their unsigned legs. */
  isRush(): boolean {
    if (this.#unsigned > this.unsignedLimit * RUSH_SHARE) return false;
    this.#lookForRush();
    return this.monotonicMs() - this.#rushedAtMs < CALM_MS;
  }

  #lookForRush(): void {
    if (this.#creating >= RUSH_CALLS) this.#rushedAtMs = this.monotonicMs();
  }
}
