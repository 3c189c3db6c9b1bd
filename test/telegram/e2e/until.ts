/** Waits for something to be there; what came instead is in the error. */
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_EVERY_MS = 12;
const GIVE_UP_MS = 12_000;

export async function until<T>(
  look: () => Promise<T | undefined> | T | undefined,
  what: () => string,
  instead: () => Promise<string> | string = () => "",
): Promise<T> {
  const endMs = performance.now() + GIVE_UP_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > endMs) throw new Error(`not in time: ${what()}\n${await instead()}`);
    await sleep(LOOK_EVERY_MS);
  }
}
