/** What was spent: on the picture, and under it. */
import { formatTrx } from "../../../domain/money.js";
import { bold, join } from "../../format.js";
import type { StatsTexts } from "../messages/stats.js";
import { counted, ofResource, units } from "./words.js";

const day = (at: number) =>
  new Date(at).toLocaleDateString("ru-RU", { day: "numeric", month: "short", timeZone: "UTC" });
const timeUnits = { second: "с", minute: "мин", hour: "ч", day: "д" };

const days = (count: number) => counted(count, ["день", "дня", "дней"]);
/** "заказов доставлено": the verb agrees with one order only. */
const delivered = (count: number) =>
  counted(count, ["заказ доставлен", "заказа доставлено", "заказов доставлено"]);

export const stats: StatsTexts = {
  title: (count) => `За ${days(count)}`,
  range: (first, last) => `${day(first)} – ${day(last)}, UTC`,
  day,
  spent: "Потрачено",
  orders: delivered,
  price: (resource) => `Цена ${ofResource[resource]}`,
  average: "вы платили в среднем",
  burning: (price) => `сжигание TRX: ${price}`,
  delivery: "Время доставки",
  median: "медиана",
  p90: (time) => `9 из 10 за ${time}`,
  trx: (amount) => `${amount} TRX`,
  sun: (price) => `${price} SUN`,
  duration: (count, unit) => `${count} ${timeUnits[unit]}`,
  large: ["k", "M", "B", "T", "Q"],
  caption: ({ days: count, all, bought, median, p90 }) =>
    join([
      bold(`${formatTrx(all.spentSun)} TRX за ${days(count)}`),
      ...bought.map(
        ({ units: amount, resource, price, burnPrice }) =>
          `${units(amount, resource)} в среднем по ${price} SUN${
            burnPrice === undefined ? "" : `; сжигание TRX: ${burnPrice} SUN`
          }`,
      ),
      `${delivered(all.orders)}: половина за ${median}, 9 из 10 за ${p90}`,
    ]),
  nothing: (count) =>
    join([
      bold(`За ${days(count)} ничего не куплено`),
      "После первой доставки /stats покажет ваши расходы. Купить: /buy.",
    ]),
};
