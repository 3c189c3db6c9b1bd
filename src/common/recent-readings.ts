/** What was read a moment ago: those who ask again meanwhile share one reading, also while it is under way. */

interface Reading<T> {
  readonly at: number;
  readonly answer: Promise<T>;
}

export class RecentReadings<T> {
  /** The oldest first. */
  readonly #known = new Map<string, Reading<T>>();

  constructor(
    private readonly keptMs: number,
    private readonly now: () => number,
  ) {}

  /** A reading that fails is forgotten. */
  read(key: string, read: (at: number) => Promise<T>): Promise<T> {
    const at = this.now();
    const known = this.#known.get(key);
    if (known && this.#isRecent(known, at)) return known.answer;
    this.#known.delete(key);
    for (const [old, reading] of this.#known) {
      if (this.#isRecent(reading, at)) break;
      this.#known.delete(old);
    }
    const reading = { at, answer: read(at) };
    this.#known.set(key, reading);
    reading.answer.catch(() => {
      if (this.#known.get(key) === reading) this.#known.delete(key);
    });
    return reading.answer;
  }

  /** A clock that was set back must not make it last. */
  #isRecent(reading: Reading<T>, at: number): boolean {
    return at >= reading.at && at - reading.at < this.keptMs;
  }
}
