/**
 * Whether the desk takes more Fast orders than it can send: unsigned legs against the larger of a setting and what the chain
 * settled in the last minute.
 */
const MINUTE_MS = 60_000;

export class Load {
  #unsigned = 0;
  #settled: { atMs: number; legs: number }[] = [];

  constructor(
    private readonly monotonicMs: () => number,
    private readonly unsignedLimit: number,
  ) {}

  planned(legs: number): void {
    this.#unsigned += legs;
  }

  /** What the database counts; corrects the running number. */
  counted(unsignedLegs: number): void {
    this.#unsigned = unsignedLegs;
  }

  settled(legs: number): void {
    if (legs > 0) this.#settled.push({ atMs: this.monotonicMs(), legs });
  }

  get unsignedLegs(): number {
    return this.#unsigned;
  }

  isBusy(): boolean {
    const sinceMs = this.monotonicMs() - MINUTE_MS;
    while (this.#settled[0] && this.#settled[0].atMs < sinceMs) this.#settled.shift();
    const settled = this.#settled.reduce((total, { legs }) => total + legs, 0);
    return this.#unsigned > Math.max(this.unsignedLimit, settled);
  }
}
