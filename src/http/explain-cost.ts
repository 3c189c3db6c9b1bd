/** The sentence of a quote that explains its price. */
import { durationTitle } from "../domain/duration.js";
import { formatInteger, formatTrx } from "../domain/money.js";
import type { Cost } from "../domain/price.js";
import { resourceTitle } from "../domain/resource.js";
import type { Quote } from "../engine/orders/quote-orders.js";

/** Says so when a Fast order costs no more than the Manual one. */
export function adviseFast({ price, fast }: Pick<Quote, "price" | "fast">): string[] {
  if (!fast || fast.price > price) return [];
  const cost = `a Fast order costs ${fast.totalAmount} TRX (${fast.price} SUN)`;
  return [
    `${cost}, which is ${fast.price < price ? "less" : "the same"}, and is delivered at once`,
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
