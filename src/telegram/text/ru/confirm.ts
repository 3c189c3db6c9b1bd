/** The price and why it is what it is. */
import { formatInteger, formatTrx } from "../../../domain/money.js";
import type { Cost } from "../../../domain/price.js";
import { bold, rich } from "../../format.js";
import type { ConfirmTexts } from "../messages/confirm.js";
import { counted, deliverable, durationTitle, rental, units, wallets } from "./words.js";

export const confirm: ConfirmTexts = {
  explanation,
  capacityShort: (...free) => `⚠️ ${deliverable(...free)}`,
  title: (total, what) => bold(`${total} TRX за ${rental(what)}`),
  quoteTitle: (total, what) => bold(`Цена: ${total} TRX за ${rental(what)}`),
  noPriceTitle: (what) => bold(rental(what)),
  asking: "⏳ Узнаю цену…",
  perReceiver: (each, total) => `${each} TRX за каждый кошелёк, всего ${total} TRX`,
  balance: (before, after) => `Баланс ${before} TRX, после оплаты ${after} TRX`,
  short: (before, missing) => `⚠️ Баланс ${before} TRX: не хватает ${missing} TRX`,
  ends: (at) => rich`Закончится примерно ${at}`,
  burn: (burn, saved, days) =>
    `Сжигание TRX${eachDay(days)} обошлось бы в ${burn} TRX: экономия ${saved} TRX`,
  burnCheaper: (burn, more, days) =>
    `⚠️ Аренда дороже: сжигание TRX${eachDay(days)} стоит ${burn} TRX, на ${more} TRX меньше`,
  burnUnknown: "Сколько стоит сжигание TRX, сейчас неизвестно",
  receivers: (count) => (count === 1 ? "На этот кошелёк:" : `На эти кошельки (${count}):`),
  heldUntil: (at) => rich`Цена действует до ${at}`,
  lapsed: "⚠️ Цена устарела. Нажмите «Новая цена».",
};

const eachDay = (days: number) => (days > 1 ? " каждый день" : "");

function explanation({ resource, units: each, priceSun, duration, ...cost }: Cost): string {
  const { days, isPartOfDay, receivers, totalSun } = cost;
  const factors = [
    units(each, resource),
    `${formatInteger(priceSun)} SUN`,
    isPartOfDay
      ? `${days} (${durationTitle(duration)}: одна полная цена)`
      : counted(days, ["день", "дня", "дней"]),
    ...(receivers > 1 ? [wallets(receivers)] : []),
  ];
  return `${factors.join(" × ")} = ${formatTrx(totalSun)} TRX`;
}
