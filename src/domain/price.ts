/** What an order costs: units × price × days, in whole SUN, and the sentence that explains it. */
import { billedDays, type Duration, durationTitle } from "./duration.js";
import { formatInteger, formatTrx, type Sun, sun } from "./money.js";
import { type Resource, resourceTitle } from "./resource.js";

/** The cost of `units` at `priceSun`; anything shorter than a day costs one full price. Parts add up to the whole. */
export function costSun(units: number, priceSun: number, duration: Duration): Sun {
  return sun(units * priceSun * billedDays(duration));
}

/** "65,000 Energy × 60 SUN × 1 day = 3.9 TRX"; shorter rentals say that they cost one full price. */
export function explainCost(
  resource: Resource,
  units: number,
  priceSun: number,
  duration: Duration,
  receivers: number,
): string {
  const days = billedDays(duration);
  const time = duration.endsWith("d")
    ? `${days} day${days === 1 ? "" : "s"}`
    : `1 (${durationTitle(duration)} costs one full price)`;
  const factors = [
    `${formatInteger(units)} ${resourceTitle(resource)}`,
    `${formatInteger(priceSun)} SUN`,
    time,
    ...(receivers > 1 ? [`${receivers} receivers`] : []),
  ];
  const total = sun(costSun(units, priceSun, duration) * receivers);
  return `${factors.join(" × ")} = ${formatTrx(total)} TRX`;
}
