/** Numbers as short as a picture needs them; a text beside it has them in full. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../common/time.js";
import { SUN_PER_TRX } from "../../domain/money.js";
import { RESOURCES } from "../../domain/resource.js";
import { savedSun } from "../../domain/spending.js";
import type { Spending } from "../../engine/customers/spending.js";
import type { Messages } from "../text/messages.js";
import type { TimeUnit } from "../text/stats.js";

type Words = Pick<Messages["stats"], "large" | "duration" | "number">;
type Figures = Pick<Words, "large" | "number">;

const LARGE: readonly number[] = [1e3, 1e6, 1e9, 1e12, 1e15];
/** Smaller numbers are written in full. */
const WRITTEN_OUT = 100_000;

/** 1,234.5, 0.0123, 1.25M, with the language's mark between thousands. */
export function shortFigure(value: number, { large, number }: Figures): string {
  if (value < WRITTEN_OUT) return written(value, number);
  const at = LARGE.findLastIndex((size) => value >= size * 0.9995);
  return `${trimmed((value / (LARGE[at] ?? 1)).toPrecision(3))}${large[at]}`;
}

export function shortTrx(amountSun: number, words: Figures): string {
  return shortFigure(amountSun / SUN_PER_TRX, words);
}

/** A mark on an axis: 2.5k, where there is no room for 2,500. */
export function shortMark(value: number, words: Figures): string {
  if (value < 10_000) {
    const figure = trimmed(value.toPrecision(4));
    return /^\d{4}$/.test(figure) ? words.number(Number(figure)) : figure;
  }
  const at = LARGE.findLastIndex((size) => value >= size);
  return `${trimmed((value / (LARGE[at] ?? 1)).toPrecision(4))}${words.large[at]}`;
}

const UNITS: readonly (readonly [unit: TimeUnit, ms: number, below: number])[] = [
  ["second", SECOND_MS, MINUTE_MS],
  ["minute", MINUTE_MS, HOUR_MS],
  ["hour", HOUR_MS, 2 * DAY_MS],
  ["day", DAY_MS, Number.POSITIVE_INFINITY],
];

/** 0.4 s, 12 s, 2.5 min. */
export function shortTime(ms: number, { duration }: Pick<Words, "duration">): string {
  // What would be rounded up to 60 s is 1 min.
  const [unit, unitMs] = UNITS.find(([, size, below]) => ms < below - size / 2) ?? DAYS;
  const count = ms / unitMs;
  return duration(trimmed(count < 10 ? count.toFixed(1) : count.toFixed(0)), unit);
}

const DAYS = ["day", DAY_MS] as const;

function written(value: number, number: Words["number"]): string {
  const digits = value >= 1_000 ? 0 : value >= 1 ? 2 : 6;
  const [whole = "0", fraction] = value.toFixed(digits).split(".");
  const grouped = number(Number(whole));
  return fraction === undefined ? grouped : trimmed(`${grouped}.${fraction}`);
}

/** Without the zeros at the end of a fraction. */
function trimmed(figure: string): string {
  return figure.includes(".") ? figure.replace(/\.?0+$/, "") : figure;
}

/** What was bought, and what of it is saved against burning. */
export function bargainOf(
  { all, burnPriceSun }: Pick<Spending, "all" | "burnPriceSun">,
  { stats, trx }: Pick<Messages, "stats" | "trx">,
) {
  const bought = RESOURCES.flatMap((resource) => {
    const { units, averagePriceSun } = all.bought[resource];
    if (averagePriceSun === undefined) return [];
    const burnSun = burnPriceSun?.[resource];
    const burnPrice = burnSun === undefined ? undefined : shortFigure(burnSun, stats);
    return [{ resource, units, price: shortFigure(averagePriceSun, stats), burnPrice }];
  });
  const saved = burnPriceSun && savedSun(all, burnPriceSun);
  const against =
    saved === undefined ? undefined : { amount: trx(Math.abs(saved)), isSaved: saved >= 0 };
  return { bought, against };
}
