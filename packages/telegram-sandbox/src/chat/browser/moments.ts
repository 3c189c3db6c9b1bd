/** Moments as a reader sees them: their zone, their way of writing dates, the hours from 0 to 23. */
import { localeOfReader, words } from "./reader.js";

/** `zone` and `locale` are the reader's own unless given. */
export interface Reader {
  readonly zone?: string;
  readonly locale?: string;
}

const PARTS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  w: { weekday: "long" },
  d: { year: "numeric", month: "2-digit", day: "2-digit" },
  D: { year: "numeric", month: "long", day: "numeric" },
  t: { hour: "2-digit", minute: "2-digit" },
  T: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
};

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/**
 * By the letters of a `date_time` entity, except `r` (relative). Telegram's order: weekday, date,
 * time. Without a letter there is nothing to show.
 */
export function moment(unixTime: number, format: string, reader: Reader = {}): string {
  const options: Intl.DateTimeFormatOptions = {};
  for (const letter of format) Object.assign(options, PARTS[letter]);
  if (Object.keys(options).length === 0) return "";
  return print(unixTime, options, reader);
}

/** The same, but a time of today with "today" for its date. */
export function momentSeen(
  unixTime: number,
  format: string,
  nowMs: number,
  reader: Reader = {},
): string {
  const isToday =
    /d/i.test(format) && moment(unixTime, "d", reader) === moment(nowMs / 1_000, "d", reader);
  const hours = isToday ? moment(unixTime, format.replace(/[wdD]/g, ""), reader) : "";
  return hours === "" ? moment(unixTime, format, reader) : words.todayAt(hours);
}

/** "in 5 minutes", "2 hours ago": the largest unit that is not zero. */
export function relativeMoment(unixTime: number, nowMs: number, { locale }: Reader = {}): string {
  const seconds = unixTime - Math.floor(nowMs / 1_000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  const words = new Intl.RelativeTimeFormat(locale ?? localeOfReader(), { numeric: "auto" });
  return words.format(Math.trunc(seconds / size), unit);
}

export function clockTime(unixTime: number, reader: Reader = {}): string {
  return moment(unixTime, "t", reader);
}

export function dayName(unixTime: number, nowMs: number, reader: Reader = {}): string {
  const day = (ms: number): string => moment(Math.floor(ms / 1_000), "d", reader);
  const shown = day(unixTime * 1_000);
  if (shown === day(nowMs)) return words.today;
  if (shown === day(nowMs - 86_400_000)) return words.yesterday;
  return moment(unixTime, "D", reader);
}

export function fullMoment(unixTime: number, reader: Reader = {}): string {
  const options: Intl.DateTimeFormatOptions = { dateStyle: "full", timeStyle: "long" };
  return print(unixTime, options, reader);
}

function print(unixTime: number, options: Intl.DateTimeFormatOptions, reader: Reader): string {
  const { locale = localeOfReader(), zone } = reader;
  const zoned = zone === undefined ? options : { ...options, timeZone: zone };
  return new Intl.DateTimeFormat(locale, { ...zoned, hourCycle: "h23" }).format(unixTime * 1_000);
}
