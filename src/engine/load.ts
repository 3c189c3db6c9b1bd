/**
 * Whether the desk takes more Fast orders than it can send: unsigned legs against the larger of a setting and what the chain
 * settled in the last minute.
 */
const MINUTE_MS = 60_000;

export class Load {
  #unsigned = 0;
  #settled: { atMs: number; legs: number }[] = [];
  #settledLegs = 0;

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
}
