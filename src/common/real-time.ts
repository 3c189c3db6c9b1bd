/**
 * Bottleneck by real time. By itself (2.19.5) it keeps the time of the next start by the machine's clock, so once that is set back,
 * nothing would start for as long as it was set back by.
 */
import type Bottleneck from "bottleneck";

/** The same limiter. */
export function byRealTime(limiter: Bottleneck): Bottleneck {
  const store: object = Reflect.get(limiter, "_store");
  let nextMs = performance.now();
  Object.defineProperty(store, "_nextRequest", {
    get: () => Date.now() + nextMs - performance.now(),
    set(atMs: number) {
      nextMs = performance.now() + atMs - Date.now();
    },
  });
  return limiter;
}
