/**
 * Starts many small phases in one turn, so that they share a COMMIT: a phase that fails neither undoes nor prevents the others.
 */
export interface Settled<T> {
  readonly done: readonly T[];
  readonly failures: readonly unknown[];
}

/** Waits for all of them. */
export async function settleAll<T>(begun: Iterable<Promise<T>>): Promise<Settled<T>> {
  const done: T[] = [];
  const failures: unknown[] = [];
  for (const result of await Promise.allSettled(begun)) {
    if (result.status === "fulfilled") done.push(result.value);
    else failures.push(result.reason);
  }
  return { done, failures };
}

export function throwFirst(failures: readonly unknown[]): void {
  if (failures.length > 0) throw failures[0];
}
