/** What was spent: on the picture, and under it. */
import { formatInteger, formatTrx } from "../../../domain/money.js";
import { resourceTitle } from "../../../domain/resource.js";
import { bold, join } from "../../format.js";
import type { StatsTexts } from "../messages/stats.js";
import { units } from "./words.js";

const day = (at: number) =>
  new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const timeUnits = { second: "s", minute: "min", hour: "h", day: "d" };

export const stats: StatsTexts = {
  title: (days) => `Last ${days} days`,
  range: (first, last) => `${day(first)} – ${day(last)}, UTC`,
  day,
  spent: "Spent",
  orders: (count) => `${formatInteger(count)} order${count === 1 ? "" : "s"} delivered`,
  price: (resource) => `${resourceTitle(resource)} price`,
  average: "average you paid",
  burning: (price) => `burning costs ${price}`,
  delivery: "Time to delivery",
  median: "median",
  p90: (time) => `9 of 10 within ${time}`,
  trx: (amount) => `${amount} TRX`,
  sun: (price) => `${price} SUN`,
  // Never on two lines.
  duration: (count, unit) => `${count}\u00a0${timeUnits[unit]}`,
  large: ["k", "M", "B", "T", "Q"],
  caption: ({ days, all, bought, median, p90 }) =>
    join([
      bold(`${formatTrx(all.spentSun)} TRX spent in ${days} days`),
      ...bought.map(
        ({ units: amount, resource, price, burnPrice }) =>
          `${units(amount, resource)} at ${price} SUN on average${
            burnPrice === undefined ? "" : `; burning costs ${burnPrice} SUN`
          }`,
      ),
      `${stats.orders(all.orders)}: half within ${median}, 9 of 10 within ${p90}`,
    ]),
  nothing: (days) =>
    join([
      bold(`Nothing bought in the last ${days} days`),
      "Once something was delivered, /stats draws what you spent. Buy with /buy.",
    ]),
};
