/** /stats: on the picture of what was spent, and under it. */
import type { Resource } from "../../domain/resource.js";
import type { Spent } from "../../domain/spending.js";
import { join, type Part } from "../transport/format.js";
import type { Words } from "./words.js";

export type TimeUnit = "second" | "minute" | "hour" | "day";

interface StatsFacts {
  readonly days: number;
  readonly all: Spent;
  readonly bought: readonly BoughtFacts[];
  /** Written, as are the prices. */
  readonly median: string;
  readonly p90: string;
  /** Against burning at today's price, written: what was saved, or what burning would have saved; undefined where that is not known. */
  readonly against: { readonly amount: string; readonly isSaved: boolean } | undefined;
}

interface BoughtFacts {
  readonly resource: Resource;
  readonly units: number;
  /** The average paid for a unit. */
  readonly price: string;
  /** What the network burns for one now, where that is known. */
  readonly burnPrice: string | undefined;
}

type Bargain = Pick<StatsFacts, "bought" | "against">;

/** What was bought at which price, and what burning would have cost. */
const bargain = ({ text }: Pick<Words, "text">, { bought, against }: Bargain) => [
  against &&
    text(against.isSaved ? "stats-caption-saved" : "stats-caption-not-saved", {
      amount: against.amount,
    }),
  ...bought.map(({ units: amount, resource, price, burnPrice }) =>
    text("stats-caption-bought", { amount, resource, price, burnPrice }),
  ),
];

export const stats = ({ text, rich, trx, day, number }: Words) => ({
  title: (days: number): string => text("stats-title", { days }),
  range: (first: number, last: number): string =>
    text("stats-range", { first: day(first), last: day(last) }),
  ...{ day, number },
  spent: text("stats-spent"),
  orders: (count: number): string => text("stats-orders", { count }),
  price: (resource: Resource): string => text("stats-price", { resource }),
  average: text("stats-average"),
  /** `price` with its unit. */
  burning: (price: string): string => text("stats-burning", { price }),
  delivery: text("stats-delivery"),
  median: text("stats-median"),
  p90: (time: string): string => text("stats-p90", { time }),
  trx: (amount: string): string => text("stats-trx", { amount }),
  sun: (price: string): string => text("stats-sun", { price }),
  // Never on two lines.
  duration: (count: string, unit: TimeUnit): string => text("stats-duration", { count, unit }),
  /** Behind thousands, millions and so on, by thousands. */
  large: ["k", "M", "B", "T", "Q"] as readonly [string, string, string, string, string],
  caption: ({ days, all, bought, median, p90, against }: StatsFacts): Part =>
    join([
      rich("stats-caption-spent", { spent: trx(all.spentSun), days }),
      ...bargain({ text }, { bought, against }),
      text("stats-caption-delivery", { count: all.orders, median, p90 }),
    ]),
  bargain: (facts: Bargain): Part => join(bargain({ text }, facts)),
  /** Nothing was bought in so many days. */
  nothing: (days: number): Part => rich("stats-nothing", { days }),
});
