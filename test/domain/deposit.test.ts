/** What is to be paid in for something that is missing. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { payInFor, usdtSun } from "../../src/domain/deposit.js";
import { sun } from "../../src/domain/money.js";

const TAKEN = {
  minimumTrxSun: sun(1_000_000),
  usdt: { minimumUnits: 1_000_000, rateSun: 3_200_000 },
};

test("TRX as missing, USDT by the cent, neither below what is credited", () => {
  expect(payInFor(3_900_000, TAKEN)).toEqual({ trx: 3_900_000, usdt: 1_220_000 });
  expect(payInFor(3_200_000, TAKEN)).toEqual({ trx: 3_200_000, usdt: 1_000_000 });
  expect(payInFor(3_200_001, TAKEN)).toEqual({ trx: 3_200_001, usdt: 1_010_000 });
  expect(payInFor(1, TAKEN)).toEqual({ trx: 1_000_000, usdt: 1_000_000 });
  const lapsed = { ...TAKEN, usdt: { ...TAKEN.usdt, rateSun: undefined } };
  expect(payInFor(1, lapsed).usdt).toBeUndefined();
  expect(payInFor(1, { ...TAKEN, usdt: undefined }).usdt).toBeUndefined();
});

test("what is credited of it is enough, and not by a cent too much", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e15 }),
      fc.integer({ min: 1, max: 1e9 }),
      (missing, rate) => {
        const usdt = { minimumUnits: 0, rateSun: rate };
        const { usdt: units = 0 } = payInFor(missing, { ...TAKEN, usdt });
        fc.pre(Number.isSafeInteger(units));
        expect(usdtSun(BigInt(units), rate)).toBeGreaterThanOrEqual(BigInt(missing));
        expect(usdtSun(BigInt(units - 10_000), rate)).toBeLessThan(BigInt(missing));
      },
    ),
  );
});
