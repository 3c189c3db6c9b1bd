/** Spans of time in milliseconds, and days of UTC. */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** When the UTC day began. */
export function utcMidnightMs(atMs: number): number {
  return Math.floor(atMs / DAY_MS) * DAY_MS;
}

/** "2026-11-20" */
export type Day = string & { readonly __unit: "day" };

export function utcDayOf(atMs: number): Day {
  return new Date(atMs).toISOString().slice(0, 10) as Day;
}

export function dayStartMs(day: Day): number {
  return Date.parse(day);
}

export function dayEndMs(day: Day): number {
  return dayStartMs(day) + DAY_MS - 1;
}
