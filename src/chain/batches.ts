/**
 * Calls of one turn of the event loop with the same priority pass Bottleneck as one job, weighted by their number. Bottleneck
 * passes about 430 jobs a second (measured), but any number of calls. It still bounds the calls under way.
 */
import type Bottleneck from "bottleneck";

interface Call {
  readonly start: () => Promise<void>;
  readonly fail: (error: unknown) => void;
}

export interface Batches {
  /** Runs the task when its turn comes; fails when the limiter was stopped before. */
  run<T>(priority: number, task: () => Promise<T>): Promise<T>;
}

/** At most `most` calls are one job; with 1 each call is a job of its own, at once. */
export function createBatches(limiter: Bottleneck, most: number): Batches {
  const open = new Map<number, Call[]>();

  function submit(priority: number, calls: readonly Call[]): void {
    const options = { priority, weight: calls.length };
    limiter
      .schedule(options, () => Promise.all(calls.map(({ start }) => start())))
      .catch((error: unknown) => {
        for (const { fail } of calls) fail(error);
      });
  }

  function flush(priority: number, calls: readonly Call[]): void {
    if (open.get(priority) !== calls) return;
    open.delete(priority);
    submit(priority, calls);
  }

  function add(priority: number, call: Call): void {
    if (most === 1) {
      submit(priority, [call]);
      return;
    }
    const calls = open.get(priority) ?? [];
    if (calls.length === 0) {
      open.set(priority, calls);
      setImmediate(() => flush(priority, calls));
    }
    calls.push(call);
    if (calls.length === most) flush(priority, calls);
  }

  return {
    run: (priority, task) =>
      new Promise((resolve, fail) => {
        // A task that fails concerns its caller only: the other calls of the job go on.
        add(priority, { start: () => task().then(resolve, fail), fail });
      }),
  };
}
