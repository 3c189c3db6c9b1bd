/** What a comparison of the books with the chain leaves for the operator to read. */
import { expect, it } from "vitest";
import { readIncidents } from "../../src/engine/incidents.js";
import {
  booksCompared,
  type Difference,
  differencesOf,
} from "../../src/engine/operating/reconcile.js";
import { addressOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";

const differenceTo = (receiver: number, onChainSun = 2): Difference => ({
  ...{ owner: addressOf(0x1000), receiver: addressOf(receiver), resource: "energy" },
  ...{ onChainSun, inBooksSun: 1, lockExpiresAt: 0 },
});

it("tells the same differences once, whatever their order, and others again", async () => {
  const { engine } = await openDesk();
  const told = async (differences: readonly Difference[]) => {
    await booksCompared(engine, differences);
    return (await readIncidents(engine, 100)).length;
  };
  const many = Array.from({ length: 25 }, (_, at) => differenceTo(at + 1));
  expect(await told([])).toBe(0);
  expect(await told(many)).toBe(1);
  expect(await told([...many].reverse())).toBe(1);
  expect(await told([])).toBe(1);
  expect(await told(many)).toBe(1);
  // One by one, each of them with another amount: also those that the incident does not name.
  for (const at of many.keys()) {
    const others = many.map((one, place) => (place === at ? differenceTo(at + 1, 3) : one));
    expect(await told(others)).toBe(at + 2);
  }
  expect(await told(many.slice(0, 2))).toBe(27);
});

const place = { owner: addressOf(0x1000), receiver: addressOf(1), resource: "energy" } as const;
const booked = (least_sun: number, most_sun: number) => [{ ...place, least_sun, most_sun }];

it.each([
  ["what was delegated while it was looked at", 5, booked(0, 0), booked(5, 5), []],
  ["what was taken back meanwhile", 5, booked(5, 5), booked(0, 0), []],
  ["what is taken back already", 0, booked(5, 5), booked(0, 0), []],
  ["what no look at the books explains", 6, booked(5, 5), booked(0, 0), [[6, 5]]],
  ["what is missing by both", 4, booked(5, 5), booked(5, 9), [[4, 5]]],
])(
  "of %s it tells a difference only where neither look explains it",
  (_, sun, before, after, told) => {
    const seen = [{ ...place, onChainSun: sun, lockExpiresAt: 0 }];
    const found = differencesOf(seen, before, after);
    expect(found.map(({ onChainSun, inBooksSun }) => [onChainSun, inBooksSun])).toEqual(told);
  },
);
