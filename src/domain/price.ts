/** What an order costs: units × price × days, in whole SUN. The words for it belong to each channel. */
import { assert } from "./assert.js";
import { billedDays, type Duration } from "./duration.js";
import { type Sun, sumSun, sun } from "./money.js";
import type { Resource } from "./resource.js";

const BASIS_POINTS = 10_000n;

/** What a seller earns of a price, rounded down to whole SUN; the rest is the desk's commission. */
export function sellerShareSun(amountSun: Sun, commissionBps: number): Sun {
  const share = BASIS_POINTS - BigInt(commissionBps);
  return sun(Number((BigInt(amountSun) * share) / BASIS_POINTS));
}

/** The cost of `units` at `priceSun`; anything shorter than a day costs one full price. Parts add up to the whole. */
export function costSun(units: number, priceSun: number, duration: Duration): Sun {
  return sun(units * priceSun * billedDays(duration));
}

/** The amount of every receiver; undefined when they differ. */
export function amountOfEach(amounts: readonly number[]): number | undefined {
  return amounts.every((units) => units === amounts[0]) ? amounts[0] : undefined;
}

/** What all receivers of a call cost together. */
export function totalCostSun(
  amounts: readonly number[],
  priceSun: number,
  duration: Duration,
): Sun {
  return sumSun(amounts.map((units) => costSun(units, priceSun, duration)));
}

/** The highest price of a unit at which all receivers of a call together cost no more than money can be. */
export function highestPriceSun(amounts: readonly number[], duration: Duration): number {
  const units = amounts.reduce((sum, one) => sum + one, 0);
  return Math.floor(Number.MAX_SAFE_INTEGER / (units * billedDays(duration)));
}

/** How many units an amount pays for at a price; undefined where the amount has another price. */
export function unitsPaidBy(
  amountSun: number,
  priceSun: number,
  duration: Duration,
): number | undefined {
  const units = amountSun / costSun(1, priceSun, duration);
  return Number.isInteger(units) ? units : undefined;
}

/** The price of one unit of an amount. */
export function unitPriceSun(amountSun: number, units: number, duration: Duration): number {
  const priceSun = amountSun / costSun(units, 1, duration);
  assert(Number.isInteger(priceSun), `${amountSun} SUN for ${units} units are a whole price`);
  return priceSun;
}

/** The factors of a price, and the total. */
export interface Cost {
  readonly resource: Resource;
  /** For each receiver; where they differ all together, as if for one. */
  readonly units: number;
  readonly priceSun: number;
  readonly duration: Duration;
  readonly days: number;
  /** A whole day is charged for a shorter rental. */
  readonly isPartOfDay: boolean;
  readonly receivers: number;
  readonly totalSun: Sun;
}

export function costOf(
  resource: Resource,
  amounts: readonly number[],
  priceSun: number,
  duration: Duration,
): Cost {
  const each = amountOfEach(amounts);
  const units = each ?? amounts.reduce((sum, one) => sum + one, 0);
  const receivers = each === undefined ? 1 : amounts.length;
  const totalSun = totalCostSun(amounts, priceSun, duration);
  const isPartOfDay = !duration.endsWith("d");
  const days = billedDays(duration);
  return { resource, units, priceSun, duration, days, isPartOfDay, receivers, totalSun };
}
