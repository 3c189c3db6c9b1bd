/**
 * Waits for everything that a round has started, then fails with the first failure. `Promise.all` would end the round while the
 * rest still runs, and the next round would do the same work beside it.
 */
import { eachDone, throwFirst } from "../engine/each-done.js";

export async function allDone<T>(begun: Iterable<Promise<T>>): Promise<readonly T[]> {
  const { done, failures } = await eachDone(begun);
  throwFirst(failures);
  return done;
}
