/** Days of UTC, as in 2026-11-20. */
import { DAY_MS } from "./time.js";

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
