/** Money: whole SUN inside, TRX with six decimals at the edges. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { AssertionFailed } from "../../src/domain/assert.js";
import { formatInteger, formatTrx, parseTrx, sumSun, sun, toTrx } from "../../src/domain/money.js";

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("%s is no SUN", (value) => {
  expect(() => sun(value)).toThrow(AssertionFailed);
});

test("a sum beyond the safe integers is refused", () => {
  expect(sumSun([])).toBe(0);
  expect(sumSun([sun(1), sun(2)])).toBe(3);
  expect(() => sumSun([sun(Number.MAX_SAFE_INTEGER), sun(1)])).toThrow(AssertionFailed);
});

test.each([
  ["3.9", 3_900_000],
  ["10000", 10_000_000_000],
  ["0", 0],
  ["0.000001", 1],
  [" 1.5 ", 1_500_000],
  ["007", 7_000_000],
  ["9007199254.740991", Number.MAX_SAFE_INTEGER],
])("%s TRX is %d SUN", (text, amountSun) => {
  expect(parseTrx(text)).toBe(amountSun);
});

test.each([
  "",
  " ",
  ".5",
  "5.",
  "1e3",
  "0x10",
  "-1",
  "+1",
  "1,000",
  "1.0000001",
  "9007199254.740992",
  "99999999999",
  "1.5.5",
  "١",
  "NaN",
])("%j is no amount of TRX", (text) => {
  expect(parseTrx(text)).toBeUndefined();
});

test.each([
  [0, "0"],
  [1, "0.000001"],
  [3_900_000, "3.9"],
  [10_000_500_000, "10,000.5"],
  [1_234_567_000_000, "1,234,567"],
])("%d SUN reads %s", (amountSun, text) => {
  expect(formatTrx(amountSun)).toBe(text);
});

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [65_000, "65,000"],
  [10_000_000_000, "10,000,000,000"],
])("%d reads %s", (value, text) => {
  expect(formatInteger(value)).toBe(text);
});

test("TRX as a JSON number is exact to the SUN, below 8.5e9 TRX", () => {
  const amounts = fc.integer({ min: 0, max: 8_500_000_000_000_000 });
  fc.assert(
    fc.property(amounts, (amountSun) => {
      const printed = JSON.stringify(toTrx(amountSun));
      const decimal = Number(printed).toFixed(6);
      expect(parseTrx(decimal)).toBe(amountSun);
      expect(printed.includes("e") ? 0 : (printed.split(".")[1] ?? "").length).toBeLessThan(7);
    }),
    { numRuns: 2_000 },
  );
});

test("what is printed for people reads back", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (amountSun) => {
      expect(parseTrx(formatTrx(amountSun).replaceAll(",", ""))).toBe(amountSun);
    }),
  );
});
