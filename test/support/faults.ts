/** A database whose phases can be made to fail at their n-th statement. */
import { Database } from "../../src/store/database.js";
import type { Phase } from "../../src/store/phase.js";

export class InjectedFault extends Error {
  override name = "InjectedFault";
}

export class FaultyDatabase extends Database {
  /** Fails before the statement with this number, counted from 1 over all phases; 0 never fails. */
  failAt = 0;
  #count = 0;

  /** Counts statements from here; true when the fault has fired since the last call. */
  arm(failAt: number): boolean {
    const fired = this.failAt > 0 && this.#count >= this.failAt;
    this.failAt = failAt;
    this.#count = 0;
    return fired;
  }

  override commit<T>(phase: () => Phase<T>): Promise<T> {
    const fault = { at: 0 };
    return super.commit(() => this.#watched(phase(), fault));
  }

  /** A phase that has met its fault meets it in the same place when the driver runs it again. */
  *#watched<T>(phase: Phase<T>, fault: { at: number }): Phase<T> {
    let step = phase.next([]);
    for (let nth = 1; !step.done; nth += 1) {
      this.#count += 1;
      if (this.#count === this.failAt) fault.at = nth;
      if (nth === fault.at) throw new InjectedFault(`at statement ${this.failAt}`);
      step = phase.next(yield step.value);
    }
    return step.value;
  }
}
