/** Amounts of TRX as they are typed. */
import { expect, test } from "vitest";
import { parseTypedTrx } from "../../../src/telegram/intake/amount.js";

test.each([
  ["50", 50_000_000],
  [" 50 TRX\u200b", 50_000_000],
  ["12.5trx", 12_500_000],
  ["1000", 1_000_000_000],
  ["1,000.5", 1_000_500_000],
  ["1 000", 1_000_000_000],
  ["0.500", 500_000],
  ["12.3450", 12_345_000],
  ["1234.567", 1_234_567_000],
  ["1,234,567", 1_234_567_000_000],
  ["1 000.25", 1_000_250_000],
  ["1,234,567.000001", 1_234_567_000_001],
  ["0", 0],
])("%j is %d SUN", (text, amountSun) => {
  expect(parseTypedTrx(text)).toEqual({ kind: "sun", amountSun });
});

test.each([
  ["1.000", "1", "1000"],
  ["1,000 TRX", "1", "1000"],
  ["12,500", "12.5", "12500"],
  ["12.345", "12.3450", "12345"],
  ["10,5", "10.5", "105"],
  ["1234,50 TRX", "1234.5", "123450"],
  ["1,00", "1", "100"],
  ["１２，５００", "12.5", "12500"],
  ["١٢٬٥٠٠", "12.5", "12500"],
])("%j has two readings, and each can be typed", (text, small, large) => {
  expect(parseTypedTrx(text)).toEqual({ kind: "ambiguous", readings: [small, large] });
  for (const reading of [small, large]) expect(parseTypedTrx(reading).kind).toBe("sun");
});

test.each(["0,5", "1,0000", "1,000 000", "1.000.000", "-5", "1e3", "", "trx"])(
  "%j is not guessed",
  (text) => {
    expect(parseTypedTrx(text)).toEqual({ kind: "none" });
  },
);
