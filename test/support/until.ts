/** The wait of all tests for what comes by itself. */
import { setTimeout as sleep } from "node:timers/promises";

/** Often at first, then no faster than blocks come: many who wait must not keep the desk busy. */
const LOOK_FIRST_MS = 4;
const LOOK_LAST_MS = 50;
/** Only what hangs takes so long, also where the machine is busy. */
const GIVE_UP_MS = 50_000;

/** Looks until what is seen is so: true, unless `isSo` says otherwise. `what` may tell what was seen instead. */
export async function until<T>(
  what: string | (() => string | Promise<string>),
  look: () => T | Promise<T>,
  isSo: (seen: Awaited<T>) => unknown = Boolean,
  timeoutMs = GIVE_UP_MS,
): Promise<NonNullable<Awaited<T>>> {
  const endMs = performance.now() + timeoutMs;
  for (let pauseMs = LOOK_FIRST_MS; ; pauseMs = Math.min(LOOK_LAST_MS, pauseMs * 1.4)) {
    const seen = await look();
    if (isSo(seen)) return seen as NonNullable<Awaited<T>>;
    if (performance.now() > endMs) {
      const awaited = typeof what === "string" ? what : await what();
      throw new Error(`gave up waiting until ${awaited}: ${JSON.stringify(seen)?.slice(0, 2_000)}`);
    }
    await sleep(pauseMs);
  }
}
