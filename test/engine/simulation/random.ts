/** Chance that comes out the same for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(...seeds: readonly number[]) {
    this.#state = 0x9e3779b9;
    for (const seed of seeds) {
      this.#state ^= seed >>> 0;
      this.next();
    }
  }

  /** A whole number from 0 to 2^32 - 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const result = (mixed ^ (mixed >>> 14)) >>> 0;
    this.#state = (this.#state ^ result) >>> 0;
    return result;
  }

  below(limit: number): number {
    return this.next() % limit;
  }

  chance(share: number): boolean {
    return this.next() < share * 2 ** 32;
  }

  /** One of a list that is not empty. */
  of<T>(list: readonly T[]): T {
    const [first] = list;
    if (first === undefined) throw new Error("there is nothing to choose from");
    return list[this.below(list.length)] ?? first;
  }

  maybeOf<T>(list: readonly T[]): T | undefined {
    return list[this.below(Math.max(1, list.length))];
  }
}
