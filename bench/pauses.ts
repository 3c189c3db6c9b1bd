/** How long this thread stays away from its event loop. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_EVERY_MS = 5;

/** The longest time away while something goes on, in ms, less what the thread waited for a processor that others had. */
export async function longestPauseDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ending = work.finally(() => {
    isOver = true;
  });
  let longestMs = 0;
  for (let last = ownMs(); !isOver; last = ownMs()) {
    await sleep(LOOK_EVERY_MS);
    longestMs = Math.max(longestMs, ownMs() - last - LOOK_EVERY_MS);
  }
  await ending;
  return longestMs;
}

/** Time that goes on unless the main thread waits for a processor; the clock where the system does not tell. */
function ownMs(): number {
  return performance.now() - waitedMs();
}

function waitedMs(): number {
  try {
    // Of the main thread, in nanoseconds: on a processor, waiting for one, times.
    return Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}
