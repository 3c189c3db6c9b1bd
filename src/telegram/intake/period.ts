/**
 * Reads the days of a period: 2026-11-20, and as they are written elsewhere: 20.11.2026, 2026年11月20日, 2026/11/20. Of 01/02/2026
 * somebody must say which is the month. Days are UTC's, so that everybody gets the same lines.
 */
import { type Day, utcDayOf } from "../../common/time.js";
import { usualSigns } from "./signs.js";

export type PeriodAnswer =
  | { readonly from: Day | undefined; readonly to: Day }
  /** The word that is no day, or too much; `days` are those that it may be. */
  | { readonly wrong: string; readonly days?: readonly [Day, Day] }
  /** The end is before the beginning. */
  | { readonly backwards: true };

/** `isDayFirst`: where the reader's language writes the day before the month. */
export function parsePeriod(text: string, now: number, isDayFirst: boolean): PeriodAnswer {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const days: Day[] = [];
  for (const word of words) {
    const [day, other] = daysOf(usualSigns(word), isDayFirst);
    if (day === undefined || days.length === 2) return { wrong: word };
    if (other !== undefined) return { wrong: word, days: [day, other] };
    days.push(day);
  }
  const [from, to = utcDayOf(now)] = days;
  return from !== undefined && from > to ? { backwards: true } : { from, to };
}

const YEAR_FIRST = /^(20\d\d)(?:-(\d\d)-(\d\d)|\/(\d\d?)\/(\d\d?)|年(\d\d?)月(\d\d?)日)$/;
const YEAR_LAST = /^(\d\d?)([./])(\d\d?)\2(20\d\d)$/;

/** None, the day that is written, or two that it may be. */
function daysOf(word: string, isDayFirst: boolean): Day[] {
  const [, year = "", ...rest] = YEAR_FIRST.exec(word) ?? [];
  const [month = "", day = ""] = rest.filter((one) => one !== undefined);
  if (year !== "") return dayOf(year, month, day);
  const [, first = "", mark, second = "", last = ""] = YEAR_LAST.exec(word) ?? [];
  const dayFirst = dayOf(last, second, first);
  if (isDayFirst || mark === "." || first === second) return dayFirst;
  return [...dayFirst, ...dayOf(last, first, second)];
}

function dayOf(year: string, month: string, day: string): Day[] {
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = Date.parse(written);
  return !Number.isNaN(at) && utcDayOf(at) === written ? [written as Day] : [];
}
