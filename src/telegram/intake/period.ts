/** Reads the days of a period: 2026-11-20. Days are UTC's, so that everybody gets the same lines. */
import { type Day, utcDayOf } from "../../common/time.js";

export type PeriodAnswer =
  | { readonly from: Day | undefined; readonly to: Day }
  /** The word that is no day, or too much. */
  | { readonly wrong: string }
  /** The end is before the beginning. */
  | { readonly backwards: true };

/** No word means everything, one the beginning, two the beginning and the end, both included. */
export function parsePeriod(text: string, now: number): PeriodAnswer {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const wrong = words.slice(0, 2).find((word) => !isDay(word)) ?? words[2];
  if (wrong !== undefined) return { wrong };
  const [from, to = utcDayOf(now)] = words.filter(isDay);
  return from !== undefined && from > to ? { backwards: true } : { from, to };
}

function isDay(word: string): word is Day {
  if (!/^20\d\d-\d\d-\d\d$/.test(word)) return false;
  const at = Date.parse(word);
  return !Number.isNaN(at) && utcDayOf(at) === word;
}
