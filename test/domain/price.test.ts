/** Durations and prices, by table: what the order contract and the desk's price formula say. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  billedDays,
  DURATIONS,
  durationMs,
  durationSeconds,
  durationTitle,
} from "../../src/domain/duration.js";
import { MAX_RECEIVERS } from "../../src/domain/fields.js";
import { lockPeriodBlocks } from "../../src/domain/lock.js";
import { sun } from "../../src/domain/money.js";
import { MAX_AMOUNT } from "../../src/domain/order-request.js";
import { costOf, costSun, sellerShareSun, unitsPaidBy } from "../../src/domain/price.js";
import { MAX_PRICE_SUN } from "../../src/domain/rates.js";

const TABLE = [
  // duration, seconds, lock in blocks, billed days, cost of 65,000 units at 60 SUN in TRX, title
  ["15m", 900, 300, 1, 3.9, "15 minutes"],
  ["1h", 3_600, 1_200, 1, 3.9, "1 hour"],
  ["3h", 10_800, 3_600, 1, 3.9, "3 hours"],
  ["1d", 86_400, 28_800, 1, 3.9, "1 day"],
  ["3d", 259_200, 86_400, 3, 11.7, "3 days"],
  ["7d", 604_800, 201_600, 7, 27.3, "7 days"],
  ["14d", 1_209_600, 403_200, 14, 54.6, "14 days"],
  ["30d", 2_592_000, 864_000, 30, 117, "30 days"],
] as const;

test("the table names every duration", () => {
  expect(TABLE.map(([duration]) => duration)).toEqual([...DURATIONS]);
});

describe.each(TABLE)("%s", (duration, seconds, blocks, days, costTrx, title) => {
  test(`lasts ${seconds} s, which are ${blocks} blocks`, () => {
    expect(durationSeconds(duration)).toBe(seconds);
    expect(durationMs(duration)).toBe(seconds * 1_000);
    expect(lockPeriodBlocks(duration, blocks)).toBe(blocks);
    expect(lockPeriodBlocks(duration, 10_512_000)).toBe(blocks + 1);
    expect(durationTitle(duration)).toBe(title);
  });

  test(`costs ${costTrx} TRX for 65,000 units at 60 SUN`, () => {
    expect(billedDays(duration)).toBe(days);
    expect(costSun(65_000, 60, duration)).toBe(Math.round(costTrx * 1e6));
  });
});

const duration = fc.constantFrom(...DURATIONS);
const price = fc.integer({ min: 1, max: MAX_PRICE_SUN });
const parts = fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 1, maxLength: 50 });

test("the costs of the parts add up to the cost of the whole, to the SUN", () => {
  fc.assert(
    fc.property(parts, price, duration, (units, priceSun, time) => {
      const whole = units.reduce((sum, part) => sum + part, 0);
      const split = units.reduce((sum, part) => sum + costSun(part, priceSun, time), 0);
      expect(split).toBe(costSun(whole, priceSun, time));
      expect(unitsPaidBy(split, priceSun, time)).toBe(whole);
    }),
  );
});

test("the dearest request that passes validation still is a safe number of SUN", () => {
  const most = costSun(MAX_AMOUNT, MAX_PRICE_SUN, "30d") * MAX_RECEIVERS;
  expect(Number.isSafeInteger(most)).toBe(true);
});

test.each([
  ["1d", 1, { days: 1, isPartOfDay: false, totalSun: 3_900_000 }],
  ["7d", 1, { days: 7, isPartOfDay: false, totalSun: 27_300_000 }],
  ["1h", 1, { days: 1, isPartOfDay: true, totalSun: 3_900_000 }],
  ["1d", 3, { days: 1, isPartOfDay: false, totalSun: 11_700_000 }],
] as const)("%s for %d receivers: what is multiplied, and the sum", (time, receivers, factors) => {
  const given = { resource: "energy", units: 65_000, priceSun: 60, duration: time, receivers };
  const amounts = Array.from({ length: receivers }, () => 65_000);
  expect(costOf("energy", amounts, 60, time)).toEqual({ ...given, ...factors });
});

test.each([
  // price, commission in basis points, the seller's share
  [3_250_000, 1_000, 2_925_000],
  [3_250_000, 0, 3_250_000],
  [3_250_000, 10_000, 0],
  [9, 1_000, 8],
  [1, 1, 0],
  [19_999, 5_000, 9_999],
  [999_999, 333, 966_699],
  // Beyond what a double could multiply.
  [Number.MAX_SAFE_INTEGER, 1_000, 8_106_479_329_266_891],
])("of %d SUN at %d basis points a seller earns %d SUN, rounded down", (price, bps, share) => {
  expect(sellerShareSun(sun(price), bps)).toBe(share);
});

test("a seller's share and the commission are all of the price, and the desk has what is rounded", () => {
  const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, bps) => {
      const commission = BigInt(amount - sellerShareSun(sun(amount), bps)) * 10_000n;
      const exact = BigInt(amount) * BigInt(bps);
      expect(commission >= exact && commission < exact + 10_000n).toBe(true);
    }),
  );
});
