/**
 * Typed amounts: what is certain is read, what has two readings is refused with both, and the rest
 * is none.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAmount } from "../../../src/telegram/intake/amount.js";
import { codePoint } from "../../support/code-points.js";

describe("is an amount:", () => {
  test.each([
    ["65000", 65_000],
    ["65,000", 65_000],
    ["65_000", 65_000],
    ["65 000", 65_000],
    ["65\u00a0000", 65_000],
    ["65\u202f000", 65_000],
    ["1,000,000", 1_000_000],
    ["1 000 000", 1_000_000],
    ["10,000,000,000", 10_000_000_000],
    ["65k", 65_000],
    ["65K", 65_000],
    ["65 k", 65_000],
    ["65к", 65_000],
    ["65 К", 65_000],
    ["65 тыс.", 65_000],
    ["1.5 млн", 1_500_000],
    ["6.5萬", 65_000],
    ["65.5k", 65_500],
    ["65.50k", 65_500],
    ["65.0k", 65_000],
    ["0.5k", 500],
    ["0.05m", 50_000],
    ["1.5m", 1_500_000],
    ["10m", 10_000_000],
    ["2M", 2_000_000],
    ["1.5M", 1_500_000],
    ["1.234567m", 1_234_567],
    ["1", 1],
    ["6.5万", 65_000],
    ["6.5 万", 65_000],
    ["6.5w", 65_000],
    ["10W", 100_000],
    ["65千", 65_000],
    ["六万五", 65_000],
    ["六万五千", 65_000],
    ["6万5", 65_000],
    ["两万", 20_000],
    ["十万", 100_000],
    ["十三万一", 131_000],
    ["二十万", 200_000],
    ["６５０００", 65_000],
    ["６５，０００", 65_000],
    ["６５ｋ", 65_000],
    ["٦٥٠٠٠", 65_000],
    ["۶۵٬۰۰۰", 65_000],
    ["٦٥،٠٠٠", 65_000],
    ["٦٥k", 65_000],
    ["۶۵٫۵k", 65_500],
    ["٠١٢٣٤٥٦٧٨٩".slice(1), 123_456_789],
    ["۰۱۲۳۴۵۶۷۸۹".slice(1), 123_456_789],
    ["  65000\n", 65_000],
    ["\u200f65,000\u200e", 65_000],
    ["\ufeff65k", 65_000],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["65000.0", 65_000],
    ["65000,00", 65_000],
    ["65000.000", 65_000],
    ["65,000.00", 65_000],
    ["65.000,00", 65_000],
    ["65 000,00", 65_000],
    ["1.000.000", 1_000_000],
    ["65'000", 65_000],
    ["65’000", 65_000],
    ["6.5E+04", 65_000],
    ["6,5E+04", 65_000],
    ["1.31e+5", 131_000],
    ["1E+05", 100_000],
  ])("%j", (text, units) => {
    expect(parseAmount(text)).toEqual({ kind: "units", units });
  });
});

describe("has two readings:", () => {
  test.each([
    ["65.000", 65, 65_000],
    ["1.500", 1, 1_500],
    ["65,5k", 65_500, 655_000],
    ["1,5k", 1_500, 15_000],
    ["1,5к", 1_500, 15_000],
    ["65,500k", 65_500, 65_500_000],
    ["65.500k", 65_500, 65_500_000],
    ["1,5m", 1_500_000, 15_000_000],
    ["15m", 15_000_000, "15m"],
    ["15 M", 15_000_000, "15m"],
    ["15м", 15_000_000, "15m"],
    ["60m", 60_000_000, "1h"],
    ["2w", 20_000, "14d"],
    ["65 mil", 65_000, 65_000_000],
  ])("%s", (text, first, second) => {
    expect(parseAmount(text)).toEqual({ kind: "ambiguous", readings: [first, second] });
  });
});

describe("is none:", () => {
  test.each([
    "",
    " ",
    "abc",
    "0",
    "0k",
    "0.0k",
    "00",
    "065000",
    "-65000",
    "+65000",
    "−65000",
    "1e5",
    "6.5e4",
    "6.5E+00",
    "6.55555E+04",
    "0.5E+05",
    "1E+400",
    "0x10",
    "Infinity",
    "NaN",
    "65,00",
    "6,5000",
    "65,000,00",
    ",65000",
    "65000,",
    "65,000_000",
    "65 00",
    "65.5",
    "65.00",
    "65.",
    ".5k",
    "65.5555k",
    "65kk",
    "65k000",
    "k",
    "65 000k",
    "65k energy",
    "65000 65000",
    "9007199254740992",
    "99999999999999999999",
    "9".repeat(400),
    `${"9".repeat(30)}k`,
    "６５０００字",
    "६५०००",
    "½k",
    "65\u200b000",
    "\ud83d",
  ])("%j", (text) => {
    expect(parseAmount(text)).toEqual({ kind: "none" });
  });
});

test("whatever is written, the answer is none, whole units, or two readings that differ", () => {
  const written = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(..."0123456789.,_ kKmM-"), maxLength: 24 }),
  );
  fc.assert(
    fc.property(written, (text) => {
      const answer = parseAmount(text);
      if (answer.kind === "ambiguous") expect(answer.readings[0]).not.toBe(answer.readings[1]);
      if (answer.kind !== "units") return;
      expect(Number.isSafeInteger(answer.units)).toBe(true);
      expect(answer.units).toBeGreaterThan(0);
    }),
    { numRuns: 2_000 },
  );
});

test("every amount is read from its plain, its grouped and its short writing", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (thousands) => {
      const units = thousands * 1_000;
      const grouped = units.toLocaleString("en-US");
      for (const text of [String(units), grouped, grouped.replaceAll(",", "_"), `${thousands}k`]) {
        expect(parseAmount(text)).toEqual({ kind: "units", units });
      }
    }),
  );
});
