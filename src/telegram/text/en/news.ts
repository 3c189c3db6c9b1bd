/** Notifications. Each begins with the bell, so that nobody takes one for a card. */
import { formatInteger } from "../../../domain/money.js";
import { bold, join, rich } from "../../format.js";
import type { NewsTexts, OrderedFacts } from "../messages/news.js";
import { rental, units, wallets } from "./words.js";

const inAll = ({ rental: { amount, receivers } }: OrderedFacts) => amount * receivers;

export const news: NewsTexts = {
  completed: (facts) =>
    join([bold("🔔 Delivered"), `${rental(facts.rental)} · ${facts.paid} TRX`, facts.wallet]),
  partial: (facts) =>
    join([
      bold("🔔 Delivered in part"),
      `${formatInteger(facts.filledUnits)} of ${units(inAll(facts), facts.rental.resource)}, ${formatInteger(inAll(facts) - facts.filledUnits)} rest`,
      facts.wallet,
    ]),
  cancelled: (facts) =>
    join([
      bold(
        facts.delivered ? "🔔 Delivered in part, the rest refunded" : "🔔 Cancelled and refunded",
      ),
      rental(facts.rental),
      `Paid ${facts.paid}, delivered ${facts.delivered ?? "0"}, refunded ${facts.refunded} TRX`,
      facts.reason,
      facts.wallet,
    ]),
  ending: ({ at, units: ending, resource, wallets: count, wallet }) =>
    join([
      bold("🔔 A rental ends soon"),
      rich`${units(ending, resource)} until ${at}`,
      wallet ?? wallets(count),
    ]),
  balance: (available, limit) =>
    join([
      bold("🔔 Low balance"),
      `${available} TRX available, less than ${limit} TRX.`,
      "How to top up: /balance. The limit: /settings.",
    ]),
  open: "Open order",
  extend: "Extend",
};
