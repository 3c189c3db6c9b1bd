/** Reads a typed text as a duration. 24h and 1 day mean 1d. A duration that is not sold is not rounded. */
import { DURATIONS, type Duration, durationSeconds, durationWith } from "../../domain/duration.js";
import { trimInvisible } from "./invisible.js";

/** What a text means as a duration: one that is sold, another one with its neighbours, or nothing. */
export type DurationAnswer =
  | { readonly kind: "duration"; readonly duration: Duration }
  | { readonly kind: "other"; readonly near: readonly Duration[] }
  | { readonly kind: "none" };

const TIME = /^(\d{1,6})\s?(m|min|mins|minutes?|h|hrs?|hours?|d|days?|w|weeks?)$/;

/** No duration is written longer than this. */
const MAX_LENGTH = 32;

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  m: 60,
  h: 3_600,
  d: 86_400,
  w: 604_800,
};

export function parseDuration(text: string): DurationAnswer {
  if (text.length > 4 * MAX_LENGTH) return { kind: "none" };
  const [, count = "", unit = ""] = TIME.exec(trimInvisible(text).toLowerCase()) ?? [];
  if (unit === "") return { kind: "none" };
  const seconds = Number(count) * (UNIT_SECONDS[unit.charAt(0)] ?? 0);
  const same = durationWith(seconds);
  return same ? { kind: "duration", duration: same } : { kind: "other", near: nearTo(seconds) };
}

/** The next shorter and the next longer one that is sold. */
function nearTo(seconds: number): Duration[] {
  const shorter = DURATIONS.findLast((duration) => durationSeconds(duration) < seconds);
  const longer = DURATIONS.find((duration) => durationSeconds(duration) > seconds);
  return [shorter, longer].filter((duration) => duration !== undefined);
}
