/** Waits for something to be there; what came instead is in the error. */
import { setTimeout as sleep } from "node:timers/promises";

/** Often at first, then less: many who wait must not keep the desk busy. */
const LOOK_FIRST_MS = 8;
const LOOK_LAST_MS = 120;
/** Only what hangs takes so long, also where the machine is busy. */
const GIVE_UP_MS = 50_000;

export async function until<T>(
  look: () => Promise<T | undefined> | T | undefined,
  what: () => string,
  instead: () => Promise<string> | string = () => "",
  withinMs = GIVE_UP_MS,
): Promise<T> {
  const endMs = performance.now() + withinMs;
  for (let pauseMs = LOOK_FIRST_MS; ; pauseMs = Math.min(LOOK_LAST_MS, pauseMs * 1.4)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > endMs) throw new Error(`not in time: ${what()}\n${await instead()}`);
    await sleep(pauseMs);
  }
}
