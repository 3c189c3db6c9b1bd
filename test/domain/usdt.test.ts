/** What a transfer of USDT takes, and how much of it must be rented. */
import { expect, test } from "vitest";
import {
  addressArgument,
  sendsSince,
  soldFor,
  toRent,
  transferArguments,
} from "../../src/domain/usdt.js";
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

test.each([
  // Of 131,000 unused, what ends before; when it is looked at; what is safe for whom.
  ["all lasts", undefined, 0, "anyone"],
  ["enough for a holder lasts", { energyUnits: 65_000 }, 0, "holders"],
  ["too little lasts", { energyUnits: 66_716 }, 99, "anyone until 100"],
  ["that has ended", { energyUnits: 66_716 }, 100, "nobody"],
  ["more ends than is unused", { energyUnits: 200_000 }, 100, "nobody"],
  ["no Bandwidth lasts", { bandwidthUnits: 345 }, 99, "anyone until 100"],
] as const)("after a delivery, %s", (_, ending, now, whom) => {
  const unused = { energyUnits: 131_000, bandwidthUnits: 345, freeBandwidthUnits: 0 };
  const none = { energyUnits: 0, bandwidthUnits: 0, at: 100 };
  const sends = sendsSince({ ...unused, ending: ending && { ...none, ...ending } }, now);
  const safe = sends.isForHolders ? "holders" : "anyone";
  const said = sends.until === undefined ? safe : `${safe} until ${sends.until}`;
  expect(sends.isSafe ? said : "nobody").toBe(whom);
});

test("arguments are words of 32 bytes", () => {
  const word = addressArgument(addressOf(1));
  expect(word).toMatch(/^0{24}[0-9a-f]{40}$/);
  expect(transferArguments(addressOf(1), 255)).toBe(`${word}${"0".repeat(62)}ff`);
});
