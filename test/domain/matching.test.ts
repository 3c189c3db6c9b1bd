/** Fills: which parts of an order one owner may take, and whole books against a naive twin. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StakeArithmetic } from "../../src/domain/allocation.js";
import type { LockMode } from "../../src/domain/lock.js";
import { type Ask, fill, type Want } from "../../src/domain/matching.js";
import { sun } from "../../src/domain/money.js";
import { addressOf } from "../support/addresses.js";
import { isLegal, naiveFill } from "../support/naive-matching.js";

const SUN_PER_UNIT = 7;
const STAKE: StakeArithmetic = {
  stakeFor: (units) => sun(units * SUN_PER_UNIT),
  unitsWithin: (stakeSun) => Math.floor(stakeSun / SUN_PER_UNIT),
};

/** The same for all here; prices are tried below. */
const AT = { priceSun: 50, rests: false, mostForSellersSun: Number.POSITIVE_INFINITY, days: 1 };
const WANT: Want = { units: 100, allowPartial: true, partialMin: 20, lockMode: "auto", ...AT };
const LOCKS = { joins: false, lockable: (units: number) => units };
const NO_LOCKS = { joins: false, lockable: () => 0 };
const ask = (owner: number, units: number, change: Partial<Ask> = {}): Ask => ({
  owner: addressOf(owner),
  priceSun: 45,
  freeSun: units * SUN_PER_UNIT,
  chunkUnits: 1,
  lock: LOCKS,
  isSeller: true,
  ...change,
});

/** What one owner takes of an order, or why it is passed over. */
function taken(want: Partial<Want>, units: number, change: Partial<Ask> = {}) {
  const { parts, passedOver } = fill({ ...WANT, ...want }, [ask(1, units, change)], STAKE);
  return parts[0]?.units ?? passedOver[0]?.why;
}

describe("one owner", () => {
  test.each([
    ["has more than all of it: takes all", {}, 150, {}, 100],
    ["has exactly all of it", {}, 100, {}, 100],
    ["has one unit less: leaves what another may take", {}, 99, {}, 80],
    ["has what leaves exactly the least part", {}, 80, {}, 80],
    ["has a little more than that", {}, 81, {}, 80],
    ["has the least part", {}, 20, {}, 20],
    ["has less than the least part", {}, 19, {}, "capacity"],
    ["has nothing", {}, 0, {}, "capacity"],
    ["is given more than it has", {}, -5, {}, "capacity"],
    ["takes less than the least part when that is all", { units: 19 }, 19, {}, 19],
    ["cannot leave enough: two least parts are more than all", { units: 39 }, 38, {}, "chunk"],
    ["two least parts are all", { units: 40 }, 39, {}, 20],
    ["the least part is all of it", { partialMin: 100 }, 99, {}, "capacity"],
    ["the least part is all of it, and it has that", { partialMin: 100 }, 100, {}, 100],
    ["sells no part so small", { units: 29 }, 100, { chunkUnits: 30 }, "chunk"],
    ["sells exactly so small a part", { units: 30 }, 100, { chunkUnits: 30 }, 30],
    ["sells in parts larger than it may take", {}, 99, { chunkUnits: 81 }, "chunk"],
    ["sells in parts as large as it may take", {}, 99, { chunkUnits: 80 }, 80],
    ["has less than its own smallest part", {}, 25, { chunkUnits: 30 }, "capacity"],
    ["whole or nothing: has it", { allowPartial: false }, 100, {}, 100],
    ["whole or nothing: has one unit less", { allowPartial: false }, 99, {}, "capacity"],
    [
      "whole or nothing: sells larger parts only",
      { allowPartial: false },
      200,
      { chunkUnits: 101 },
      "chunk",
    ],
  ] as const)("%s", (_, want, units, change, expected) => {
    expect(taken(want, units, change)).toBe(expected);
  });
});

describe("a lock", () => {
  const locks = (lockMode: LockMode, change: Partial<Ask>) => {
    const { parts, passedOver } = fill({ ...WANT, lockMode }, [ask(1, 100, change)], STAKE);
    return parts[0] ? (parts[0].locked ? "locked" : "unlocked") : passedOver[0]?.why;
  };
  const [seller, pool] = [{ isSeller: true }, { isSeller: false }];

  test.each([
    ["auto", { ...seller, lock: LOCKS }, "locked"],
    ["auto", { ...seller, lock: NO_LOCKS }, "lock"],
    ["auto", { ...pool, lock: LOCKS }, "locked"],
    ["auto", { ...pool, lock: NO_LOCKS }, "unlocked"],
    ["always", { ...seller, lock: LOCKS }, "locked"],
    ["always", { ...seller, lock: NO_LOCKS }, "lock"],
    ["always", { ...pool, lock: LOCKS }, "locked"],
    ["always", { ...pool, lock: NO_LOCKS }, "lock"],
    ["never", { ...seller, lock: LOCKS }, "lock"],
    ["never", { ...pool, lock: LOCKS }, "unlocked"],
    ["never", { ...pool, lock: NO_LOCKS }, "unlocked"],
  ] as const)("%s, %j: %s", (mode, change, expected) => {
    expect(locks(mode, change)).toBe(expected);
  });
});

describe("owners are asked one after the other", () => {
  test("until nothing is left; the next one is neither asked nor passed over", () => {
    const asks = [ask(1, 60), ask(2, 5), ask(3, 90), ask(4, 90)];
    expect(fill(WANT, asks, STAKE)).toEqual({
      parts: [
        { owner: addressOf(1), units: 60, reservedSun: 420, locked: true, priceSun: 45 },
        { owner: addressOf(3), units: 40, reservedSun: 280, locked: true, priceSun: 45 },
      ],
      rest: 0,
      mostForSellersSun: Number.POSITIVE_INFINITY,
      passedOver: [{ owner: addressOf(2), why: "capacity" }],
    });
  });

  test("and whole or nothing is one part, of the first who has all of it", () => {
    const asks = [ask(1, 99), ask(2, 100), ask(3, 500)];
    const { parts, rest } = fill({ ...WANT, allowPartial: false }, asks, STAKE);
    expect(parts).toMatchObject([{ owner: addressOf(2), units: 100 }]);
    expect(rest).toBe(0);
  });

  test("a rest that nobody may take stays", () => {
    const { parts, rest } = fill(WANT, [ask(1, 85), ask(2, 19)], STAKE);
    expect(parts).toMatchObject([{ units: 80 }]);
    expect(rest).toBe(20);
  });

  test("nothing is converted that nobody has: the stake for it may be beyond any number", () => {
    const careful: StakeArithmetic = {
      ...STAKE,
      stakeFor: (units) => {
        if (units > 1_000) throw new Error("beyond any stake");
        return STAKE.stakeFor(units);
      },
    };
    const want = { ...WANT, units: 10_000_000_000 };
    expect(fill(want, [ask(1, 900)], careful).parts).toMatchObject([{ units: 900 }]);
  });
});

const asks = fc.array(
  fc.record({
    units: fc.nat({ max: 70 }),
    chunkUnits: fc.integer({ min: 1, max: 40 }),
    mayLock: fc.boolean(),
    isSeller: fc.boolean(),
  }),
  { maxLength: 8 },
);
const wants = fc
  .record({
    units: fc.integer({ min: 1, max: 90 }),
    allowPartial: fc.boolean(),
    least: fc.nat({ max: 1_000 }),
    lockMode: fc.constantFrom("auto", "always", "never") as fc.Arbitrary<LockMode>,
  })
  .map(({ least, ...want }) => ({ ...want, ...AT, partialMin: 1 + (least % want.units) }));
/** What sellers may be paid: often all, so that nothing limits them. */
const mosts = fc.option(fc.nat({ max: 8_000 }), { nil: Number.POSITIVE_INFINITY, freq: 2 });

test("whoever was in the book first sets the price", () => {
  const asks = [ask(1, 40), ask(2, 80, { priceSun: 48 })];
  const prices = (rests: boolean) =>
    fill({ ...WANT, rests }, asks, STAKE).parts.map(({ units, priceSun }) => [units, priceSun]);
  expect(prices(false)).toEqual([
    [40, 45],
    [60, 48],
  ]);
  expect(prices(true)).toEqual([
    [40, 50],
    [60, 50],
  ]);
});

describe("any book", () => {
  test("is filled as its naive twin fills it", () => {
    fc.assert(
      fc.property(wants, asks, mosts, (unlimited, book, mostForSellersSun) => {
        const want = { ...unlimited, mostForSellersSun, days: 2 };
        const owners = book.map((one, at) => ({ ...one, owner: addressOf(at + 1) }));
        const { parts, rest } = fill(
          want,
          owners.map(({ owner, units, mayLock, ...terms }) => ({
            ...{ ...ask(0, units), owner, lock: mayLock ? LOCKS : NO_LOCKS },
            ...terms,
          })),
          STAKE,
        );
        const twin = naiveFill(
          want,
          owners.map(({ owner, units, chunkUnits, mayLock, isSeller }) => ({
            name: owner,
            isPool: !isSeller,
            freeUnits: units,
            chunkUnits,
            canLock: mayLock,
            priceSun: 2 * 45,
          })),
          want.lockMode,
          mostForSellersSun,
        );
        expect(parts.map(({ owner, units, locked }) => ({ owner, units, locked }))).toEqual(
          twin.parts,
        );
        expect(rest).toBe(twin.rest);
        for (const part of parts) expect(part.reservedSun).toBe(part.units * SUN_PER_UNIT);
      }),
      { numRuns: 1_500 },
    );
  });

  test("has legal fills only, and what is left can be taken whole by somebody large enough", () => {
    fc.assert(
      fc.property(wants, asks, (want, book) => {
        const { parts, rest, passedOver } = fill(
          want,
          book.map(({ units, ...terms }, at) => ({ ...ask(at + 1, units), ...terms })),
          STAKE,
        );
        let left = want.units;
        for (const { units } of parts) {
          expect(isLegal(want, left, units)).toBe(true);
          left -= units;
        }
        expect(left).toBe(rest);
        if (rest > 0) expect(parts.length + passedOver.length).toBe(book.length);
        const large = [ask(99, 1_000, { isSeller: false })];
        if (rest > 0 && want.lockMode !== "always") {
          expect(fill({ ...want, units: rest }, large, STAKE).rest).toBe(0);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
