/** A quote as the API gives it: money in TRX, `price` in SUN per unit, and a sentence that explains it. */
import { durationTitle } from "../domain/duration.js";
import { formatInteger, formatTrx, toTrx } from "../domain/money.js";
import type { Cost } from "../domain/price.js";
import { resourceTitle } from "../domain/resource.js";
import type { Quote } from "../engine/orders/quote-orders.js";

export function quoteAnswer(quote: Quote) {
  const { quoteId, expiresAt, fast } = quote;
  return {
    ...(quoteId === undefined ? {} : { quoteId, expiresAt }),
    price: quote.priceSun,
    totalAmount: toTrx(quote.totalSun),
    perReceiver: toTrx(quote.perReceiverSun),
    receivers: quote.receivers,
    capacity: quote.capacityUnits,
    ...(fast && { fast: { price: fast.priceSun, totalAmount: toTrx(fast.totalSun) } }),
    explanation: [explainCost(quote.cost), ...adviseFast(quote)].join("; "),
  };
}

/** Says so when a Fast order costs no more than the Manual one that is asked about. */
function adviseFast({ priceSun, fast }: Quote): string[] {
  if (!fast || fast.priceSun > priceSun) return [];
  const cost = `a Fast order costs ${toTrx(fast.totalSun)} TRX (${fast.priceSun} SUN)`;
  return [
    `${cost}, which is ${fast.priceSun < priceSun ? "less" : "the same"}, and is delivered at once`,
  ];
}

/** "65,000 Energy × 60 SUN × 1 day = 3.9 TRX"; shorter rentals say that they cost one full price. */
export function explainCost(cost: Cost): string {
  const { resource, units, priceSun, duration, days, isPartOfDay, receivers, totalSun } = cost;
  const factors = [
    `${formatInteger(units)} ${resourceTitle(resource)}`,
    `${formatInteger(priceSun)} SUN`,
    isPartOfDay
      ? `${days} (${durationTitle(duration)} costs one full price)`
      : `${days} day${days === 1 ? "" : "s"}`,
    ...(receivers > 1 ? [`${receivers} receivers`] : []),
  ];
  return `${factors.join(" × ")} = ${formatTrx(totalSun)} TRX`;
}
