/** Amounts of TRX as they are typed. */
import { expect, test } from "vitest";
import { parseTypedTrx } from "../../../src/telegram/intake/amount.js";

test.each([
  ["50", 50_000_000],
  [" 50 TRX\u200b", 50_000_000],
  ["12.5trx", 12_500_000],
  ["1,000", 1_000_000_000],
  ["1 000.25", 1_000_250_000],
  ["1,234,567.000001", 1_234_567_000_001],
  ["0", 0],
])("%j is %d SUN", (text, amountSun) => {
  expect(parseTypedTrx(text)).toBe(amountSun);
});

test.each(["12,5", "0,5", "1,00", "1,0000", "1,000 000", "1.000.000", "-5", "1e3", "", "trx"])(
  "%j is not guessed",
  (text) => {
    expect(parseTypedTrx(text)).toBeUndefined();
  },
);
