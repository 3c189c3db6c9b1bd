/** What a transfer of USDT takes, and how much of it must be rented. */
import { expect, test } from "vitest";
import { addressArgument, soldFor, toRent, transferArguments } from "../../src/domain/usdt.js";
import { addressOf } from "../support/addresses.js";

test.each([
  [0, 65_000],
  [64_285, 65_000],
  [65_000, 65_000],
  [65_001, 131_000],
  [130_285, 131_000],
  [131_001, 132_000],
  [200_000, 200_000],
])("a transfer that takes %i is sold as %i", (units, sold) => {
  expect(soldFor(units)).toBe(sold);
});

test.each([
  [65_000, 0, 65_000],
  [65_000, 20_000, 45_000],
  [65_000, 40_000, 32_000],
  [65_000, 64_999, 32_000],
  [65_000, 65_000, 0],
  [65_000, 1_000_000, 0],
])("of %i with %i at hand, %i are rented", (needed, held, rented) => {
  expect(toRent(needed, held)).toBe(rented);
});

test("arguments are words of 32 bytes", () => {
  const word = addressArgument(addressOf(1));
  expect(word).toMatch(/^0{24}[0-9a-f]{40}$/);
  expect(transferArguments(addressOf(1), 255)).toBe(`${word}${"0".repeat(62)}ff`);
});
