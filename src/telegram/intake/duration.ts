/** Reads a typed text as a duration, in each language. 24h and 1 day mean 1d. A duration that is not sold is not rounded. */
import { DURATIONS, type Duration, durationSeconds, durationWith } from "../../domain/duration.js";
import { trimInvisible } from "./invisible.js";
import { usualSigns } from "./signs.js";

/** What a text means as a duration: one that is sold, another one with its neighbours, or nothing. */
export type DurationAnswer =
  | { readonly kind: "duration"; readonly duration: Duration }
  | { readonly kind: "other"; readonly near: readonly Duration[] }
  | { readonly kind: "none" };

/** The words of each unit, and its seconds. */
const UNITS: readonly (readonly [string, number])[] = [
  ["m|min|mins|minutes?|minutos?|м|мин|минут[аы]?|分[钟鐘]?", 60],
  ["h|hrs?|hours?|horas?|ч|час(?:а|ов)?|[个個]?小[时時]", 3_600],
  ["d|days?|d[ií]as?|д|дн|день|дня|дней|сутки|суток|天|日", 86_400],
  ["w|weeks?|semanas?|нед|недел[яию]|недель|[周週]|[个個]?星期", 604_800],
  // As it is sold.
  ["months?|mes(?:es)?|мес|месяц(?:а|ев)?|[个個]月", 2_592_000],
];

/** Without a number. */
const WHOLE: readonly (readonly [RegExp, number])[] = [
  [/^час$/, 3_600],
  [/^(?:сутки|день)$/, 86_400],
  [/^недел[яю]$/, 604_800],
  [/^месяц$/, 2_592_000],
  [/^(?:полчаса|半[个個]?小[时時])$/, 1_800],
  [/^(?:полдня|半[天日])$/, 43_200],
  [/^半[个個]月$/, 1_296_000],
];

/** What a unit of time is called. */
export const TIME_UNITS = UNITS.map(([words]) => words).join("|");

/** Hours and days have fractions. */
const PARTS_OF: readonly number[] = [3_600, 86_400];

const DIGITS = "零一二三四五六七八九十";
const TIMES = UNITS.map(
  ([words, seconds]) =>
    [
      // 1.5m and 1.5w are amounts.
      new RegExp(
        `^(\\d{1,6}${PARTS_OF.includes(seconds) ? "(?:[.,]\\d{1,2})?" : ""}|[${DIGITS}两])\\s?(?:${words})$`,
        "u",
      ),
      seconds,
    ] as const,
);

/** The longest text that is read as a duration. */
const MAX_LENGTH = 32;

export function parseDuration(text: string): DurationAnswer {
  if (text.length > 4 * MAX_LENGTH) return { kind: "none" };
  const seconds = secondsIn(trimInvisible(usualSigns(text)).toLowerCase());
  if (seconds === undefined) return { kind: "none" };
  const same = durationWith(seconds);
  return same ? { kind: "duration", duration: same } : { kind: "other", near: nearTo(seconds) };
}

function secondsIn(written: string): number | undefined {
  const whole = WHOLE.find(([pattern]) => pattern.test(written));
  if (whole) return whole[1];
  for (const [pattern, seconds] of TIMES) {
    const count = pattern.exec(written)?.[1];
    if (count === undefined) continue;
    const digit = count === "两" ? 2 : DIGITS.indexOf(count);
    return Math.round(seconds * (digit < 0 ? Number(count.replace(",", ".")) : digit));
  }
  return undefined;
}

/** The next shorter and the next longer one that is sold. */
function nearTo(seconds: number): Duration[] {
  const shorter = DURATIONS.findLast((duration) => durationSeconds(duration) < seconds);
  const longer = DURATIONS.find((duration) => durationSeconds(duration) > seconds);
  return [shorter, longer].filter((duration) => duration !== undefined);
}
