/** What a run's thief sells, and at which prices they try it. */
import { MAX_PRICE_SUN } from "../../../src/domain/rates.js";

/** What the thief's seller can delegate, in units of Energy. */
export const STOLEN_STAKE_UNITS = 400_000;

/** What is sold: the least of an order, the most that the thief has, the Fast price at first. */
export const WARES = {
  Energy: { least: 32_000, most: STOLEN_STAKE_UNITS, fastSun: 60 },
  Bandwidth: { least: 1_000, most: STOLEN_STAKE_UNITS / 10, fastSun: 600 },
} as const;
export type Ware = keyof typeof WARES;
export const WARE_NAMES = ["Energy", "Bandwidth"] as const;

/** The highest price of all, a little above the bound, the bound itself, and the Fast price. */
export const pricesOf = (ware: Ware): number[] => {
  const { fastSun } = WARES[ware];
  const prices = [MAX_PRICE_SUN, 5 * fastSun + 1, 5 * fastSun, fastSun];
  return [...new Set(prices.map((price) => Math.min(price, MAX_PRICE_SUN)))];
};

/** As many as the money pays for; 0 when it is too little for an order. */
export function unitsFor(hasSun: number, price: number, ware: Ware): number {
  const { least, most } = WARES[ware];
  const units = Math.min(most, Math.floor(hasSun / price / 3));
  return units < least ? 0 : units;
}
