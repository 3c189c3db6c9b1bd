/** The price and why it is what it is. */
import { durationTitle } from "../../../domain/duration.js";
import { formatInteger, formatTrx } from "../../../domain/money.js";
import type { Cost } from "../../../domain/price.js";
import { bold, rich } from "../../format.js";
import type { ConfirmTexts } from "../messages/confirm.js";
import { deliverable, rental, units, wallets } from "./words.js";

export const confirm: ConfirmTexts = {
  explanation,
  capacityShort: (...free) => `⚠️ ${deliverable(...free)}`,
  title: (total, what) => bold(`${total} TRX for ${rental(what)}`),
  quoteTitle: (total, what) => bold(`Quote: ${total} TRX for ${rental(what)}`),
  noPriceTitle: (what) => bold(rental(what)),
  asking: "⏳ Asking for the price…",
  perReceiver: (each, total) => `${each} TRX for each wallet, ${total} TRX in all`,
  balance: (before, after) => `Balance ${before} TRX, after paying ${after} TRX`,
  short: (before, missing) => `⚠️ Balance ${before} TRX: ${missing} TRX missing`,
  ends: (at) => rich`Ends about ${at}`,
  burn: (burn, saved, days) =>
    `Burning TRX${eachDay(days)} would cost ${burn} TRX: you save ${saved} TRX`,
  burnCheaper: (burn, more, days) =>
    `⚠️ Renting is dearer: burning TRX${eachDay(days)} costs ${burn} TRX, ${more} TRX less`,
  burnUnknown: "What burning TRX would cost is not known now",
  receivers: (count) => (count === 1 ? "For this wallet:" : `For these ${count} wallets:`),
  heldUntil: (at) => rich`Price held until ${at}`,
  lapsed: "⚠️ This price has lapsed. Tap New quote.",
};

const eachDay = (days: number) => (days > 1 ? " each day" : "");

function explanation({ resource, units: each, priceSun, duration, ...cost }: Cost): string {
  const { days, isPartOfDay, receivers, totalSun } = cost;
  const factors = [
    units(each, resource),
    `${formatInteger(priceSun)} SUN`,
    isPartOfDay
      ? `${days} (${durationTitle(duration)} costs one full price)`
      : `${days} day${days === 1 ? "" : "s"}`,
    ...(receivers > 1 ? [wallets(receivers)] : []),
  ];
  return `${factors.join(" × ")} = ${formatTrx(totalSun)} TRX`;
}
