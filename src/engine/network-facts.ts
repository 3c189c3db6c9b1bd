/**
 * The network's totals and parameters as last read, and whether they are recent enough to sign by. A large change counts once a
 * second reading shows the same.
 */
import {
  agree,
  areSameParameters,
  changedMuch,
  type NetworkParameters,
  type StakeRatios,
} from "../domain/stake.js";

/** Nothing is signed by totals whose reading began longer ago than both of these. */
const FRESH_MS = 60_000;
const FRESH_BLOCKS = 20;

/** When a reading began: by the monotonic clock, and the head seen by then. */
export interface ReadingBegin {
  readonly atMs: number;
  readonly headNumber: number;
}

export class NetworkFacts {
  readonly #monotonicMs: () => number;
  #ratios: StakeRatios | undefined;
  #changedRatios: StakeRatios | undefined;
  #begin: ReadingBegin | undefined;
  #parameters: NetworkParameters | undefined;
  #changedParameters: NetworkParameters | undefined;

  /** `known` is what the books hold from before the start. */
  constructor(monotonicMs: () => number, known: StakeRatios | undefined) {
    this.#monotonicMs = monotonicMs;
    this.#ratios = known;
  }

  /** Undefined until they are read. */
  get parameters(): NetworkParameters | undefined {
    return this.#parameters;
  }

  begin(headNumber: number): ReadingBegin {
    return { atMs: this.#monotonicMs(), headNumber };
  }

  /** Whether totals differ so much from the last ones that one answer is not enough. */
  isLargeChange(ratios: StakeRatios): boolean {
    return this.#ratios !== undefined && changedMuch(this.#ratios, ratios);
  }

  /** False when totals differ so much that they must be read again. */
  believes(ratios: StakeRatios): boolean {
    const isLarge = this.isLargeChange(ratios);
    const isReadTwice = this.#changedRatios !== undefined && agree(this.#changedRatios, ratios);
    this.#changedRatios = isLarge && !isReadTwice ? ratios : undefined;
    return this.#changedRatios === undefined;
  }

  /** The books hold these totals now, from a reading that began then. */
  stored(ratios: StakeRatios, begin: ReadingBegin): void {
    this.#ratios = ratios;
    this.#begin = begin;
  }

  /** Takes parameters; false when they have changed and must be read again. */
  takeParameters(parameters: NetworkParameters): boolean {
    const isChanged = this.#parameters && !areSameParameters(this.#parameters, parameters);
    const isReadTwice =
      this.#changedParameters && areSameParameters(this.#changedParameters, parameters);
    this.#changedParameters = isChanged && !isReadTwice ? parameters : undefined;
    if (this.#changedParameters) return false;
    this.#parameters = parameters;
    return true;
  }

  /** How long ago the reading of the totals began; infinite before the first one. */
  ageMs(): number {
    return this.#begin ? this.#monotonicMs() - this.#begin.atMs : Number.POSITIVE_INFINITY;
  }

  /** What has not been read since the start, in words; undefined when everything has. */
  unread(): string | undefined {
    if (!this.#begin) return "the network's totals of stake have not been read yet";
    return this.#parameters ? undefined : "the network's parameters have not been read yet";
  }

  /** Why nothing can be signed by these totals, or undefined when it can. */
  problem(headNumber: number): string | undefined {
    const unread = this.unread();
    if (unread || !this.#begin) return unread;
    if (this.ageMs() <= FRESH_MS || headNumber - this.#begin.headNumber <= FRESH_BLOCKS) return;
    return `the network's totals of stake were last read ${Math.round(this.ageMs() / 1_000)} s ago`;
  }
}
