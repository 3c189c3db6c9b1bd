/** A database whose phases can be made to fail at their n-th statement. */

import type { AssertionFailed } from "../../src/domain/assert.js";
import type { Database } from "../../src/store/database.js";
import { type Phase, run } from "../../src/store/phase.js";
import { watched } from "./watched.js";

export class InjectedFault extends Error {
  override name = "InjectedFault";
}

/** Nothing is wrong with any of its statements: COMMIT finds that a row refers to nothing, and fails for all beside it. */
export function* refersToNothing(): Phase<void> {
  yield* run(`CREATE TABLE IF NOT EXISTS reference
    (owner TEXT REFERENCES owner (address) DEFERRABLE INITIALLY DEFERRED)`);
  yield* run("INSERT INTO reference VALUES ('nobody')");
}

/** The same in one phase with others' statements: two phases share a transaction only on a machine that is quick enough. */
function* referringToNothing<T>(phase: Phase<T>): Phase<T> {
  yield* refersToNothing();
  return yield* phase;
}

export class FaultyDatabase implements Database {
  readonly inner: Database;
  /** Fails before the statement with this number, counted from 1 over all phases; 0 never fails. */
  failAt = 0;
  /** The first phase of each turn fails once after it has written, so that the driver undoes it and runs it again. */
  runsTwice = false;
  /** How many were run again for that. */
  repeats = 0;
  #count = 0;
  #isRepeating = false;
  #failsCommits = false;

  constructor(inner: Database) {
    this.inner = inner;
  }

  get source() {
    return this.inner.source;
  }

  get name(): string {
    return this.inner.name;
  }

  get writeProblem(): string | undefined {
    return this.inner.writeProblem;
  }

  set onAssertionFailed(act: (failure: AssertionFailed) => void) {
    this.inner.onAssertionFailed = act;
  }

  set onDamage(act: (words: string) => void) {
    this.inner.onDamage = act;
  }

  isSure(): boolean {
    return this.inner.isSure();
  }

  read<T>(phase: () => Phase<T>): Promise<T> {
    return this.inner.read(phase);
  }

  close(): void | Promise<void> {
    return this.inner.close();
  }

  /** Counts statements from here; true when the fault has fired since the last call. */
  arm(failAt: number): boolean {
    const fired = this.failAt > 0 && this.#count >= this.failAt;
    this.failAt = failAt;
    this.#count = 0;
    return fired;
  }

  /** Statements since it was armed last. */
  get counted(): number {
    return this.#count;
  }

  /** Has a COMMIT fail after every statement of what `act` does. */
  async failCommits<T>(act: () => Promise<T>): Promise<T> {
    this.#failsCommits = true;
    try {
      return await act();
    } finally {
      this.#failsCommits = false;
    }
  }

  /** Commits a phase that no fault meets and that is not counted. */
  commitBeside<T>(phase: () => Phase<T>): Promise<T> {
    return this.inner.commit(phase);
  }

  commit<T>(phase: () => Phase<T>): Promise<T> {
    const failsCommit = this.#failsCommits;
    const fault = { at: 0 };
    let repeats = false;
    let isRepeated = !this.runsTwice;
    const ended = (hasWritten: boolean) => {
      // The driver runs all of a turn again: what has its first run only then must not fail any more.
      if (isRepeated || !hasWritten || this.#isRepeating) return;
      isRepeated = true;
      this.#isRepeating = true;
      repeats = true;
      this.repeats += 1;
      throw new InjectedFault("at its end");
    };
    const committed = this.inner.commit(() => {
      const watched = this.#watched(phase(), fault, ended);
      return failsCommit ? referringToNothing(watched) : watched;
    });
    return committed.finally(() => {
      if (repeats) this.#isRepeating = false;
    });
  }

  /** A phase that has met its fault meets it in the same place when the driver runs it again. */
  *#watched<T>(
    phase: Phase<T>,
    fault: { at: number },
    ended: (hasWritten: boolean) => void,
  ): Phase<T> {
    let [hasWritten, nth] = [false, 0];
    const result = yield* watched(phase, ({ sql }) => {
      nth += 1;
      this.#count += 1;
      if (this.#count === this.failAt) fault.at = nth;
      if (nth === fault.at) throw new InjectedFault(`at statement ${this.failAt}`);
      hasWritten ||= /^\s*(INSERT|UPDATE|DELETE)/.test(sql);
    });
    ended(hasWritten);
    return result;
  }
}
