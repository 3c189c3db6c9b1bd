/** A wait that a signal ends with its reason. */
import { setTimeout as wait } from "node:timers/promises";

export async function pauseMs(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}
