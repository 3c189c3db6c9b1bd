/** What the desk owes beside what is there, in whole SUN. */
import { expect, test } from "vitest";
import { coverOf, type Owed, sumOf, type There } from "../../src/domain/cover.js";

const OWED: Owed = {
  ...{ availableSun: 100, heldSun: 20, giftsSun: 0, earnedSun: 3, payoutsSun: 4 },
  waitingSun: 0,
};
const READ = {
  rateSun: 3_200_000,
  firstBlock: 7,
  lastBlock: 7,
  addresses: 2,
  retiredAddresses: 0,
  at: 1,
};
const nothing: There = {
  deposits: { trxSun: 0, usdtUnits: 0n },
  sweepTo: undefined,
  payout: undefined,
  beside: [],
};
const there = (change: Partial<There>): There => ({ ...nothing, ...change });

test.each<[string, Partial<Owed>, Partial<There>, number | undefined, object]>([
  ["nothing there", {}, {}, 3_200_000, { thereSun: 0, differenceSun: -127, shortfallSun: 127 }],
  [
    "all places count",
    {},
    {
      deposits: { trxSun: 100, usdtUnits: 0n },
      sweepTo: { trxSun: 20, usdtUnits: 0n },
      payout: { trxSun: 7, usdtUnits: 0n },
    },
    3_200_000,
    { owedSun: 127, thereSun: 127, differenceSun: 0, shortfallSun: 0 },
  ],
  [
    "USDT at its rate, each place rounded down",
    {},
    { deposits: { trxSun: 0, usdtUnits: 1n }, payout: { trxSun: 0, usdtUnits: 40n } },
    3_200_000,
    { thereSun: 3 + 128 },
  ],
  [
    "USDT without a rate counts nothing",
    {},
    { deposits: { trxSun: 5, usdtUnits: 40n } },
    undefined,
    { thereSun: 5 },
  ],
  [
    "gifts are owed and need no cover",
    { giftsSun: 100 },
    { payout: { trxSun: 27, usdtUnits: 0n } },
    undefined,
    { owedSun: 127, differenceSun: -100, shortfallSun: 0 },
  ],
  [
    "but what is beyond them does",
    { giftsSun: 100 },
    { payout: { trxSun: 26, usdtUnits: 0n } },
    undefined,
    { shortfallSun: 1 },
  ],
])("%s", (_, owed, places, rateSun, expected) => {
  expect(coverOf({ ...OWED, ...owed }, there(places), { ...READ, rateSun })).toMatchObject(
    expected,
  );
});

test("accounts are added up", () => {
  const two = [
    { trxSun: 1, usdtUnits: 2n },
    { trxSun: 3, usdtUnits: 2n ** 70n },
  ];
  expect(sumOf(two)).toEqual({ trxSun: 4, usdtUnits: 2n + 2n ** 70n });
});
