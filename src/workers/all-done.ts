/**
 * Waits for everything that a round has begun, then fails with the first failure. `Promise.all` would end the round while
 * the rest still runs, and the next round would do the same work beside it.
 */
export async function allDone<T>(begun: Iterable<Promise<T>>): Promise<T[]> {
  const results = await Promise.allSettled(begun);
  return results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}
