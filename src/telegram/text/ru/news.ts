/** Notifications. Each begins with the bell, so that nobody takes one for a card. */
import { formatInteger } from "../../../domain/money.js";
import { bold, join, rich } from "../../format.js";
import type { NewsTexts, OrderedFacts } from "../messages/news.js";
import { rental, units, wallets } from "./words.js";

const inAll = ({ rental: { amount, receivers } }: OrderedFacts) => amount * receivers;

export const news: NewsTexts = {
  completed: (facts) =>
    join([bold("🔔 Доставлено"), `${rental(facts.rental)} · ${facts.paid} TRX`, facts.wallet]),
  partial: (facts) =>
    join([
      bold("🔔 Доставлено частично"),
      `${formatInteger(facts.filledUnits)} из ${units(inAll(facts), facts.rental.resource)}, осталось ${formatInteger(inAll(facts) - facts.filledUnits)}`,
      facts.wallet,
    ]),
  cancelled: (facts) =>
    join([
      bold(
        facts.delivered
          ? "🔔 Доставлено частично, остаток возвращён"
          : "🔔 Отменено, деньги возвращены",
      ),
      rental(facts.rental),
      `Оплачено ${facts.paid}, доставлено на ${facts.delivered ?? "0"}, возвращено ${facts.refunded} TRX`,
      facts.reason,
      facts.wallet,
    ]),
  ending: ({ at, units: ending, resource, wallets: count, wallet }) =>
    join([
      bold("🔔 Аренда скоро закончится"),
      rich`${units(ending, resource)} до ${at}`,
      wallet ?? wallets(count),
    ]),
  balance: (available, limit) =>
    join([
      bold("🔔 Мало средств"),
      `Доступно ${available} TRX, это меньше ${limit} TRX.`,
      "Как пополнить: /balance. Изменить порог: /settings.",
    ]),
  open: "Открыть заказ",
  extend: "Продлить",
};
