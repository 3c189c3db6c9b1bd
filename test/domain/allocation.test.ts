/** Which owners deliver an entry: by cases, by property, and against a search through all splits. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  allocate,
  type Candidate,
  type Demand,
  deliverable,
  mayLock,
} from "../../src/domain/allocation.js";
import { must } from "../../src/domain/assert.js";
import { LOCK_MODES } from "../../src/domain/lock.js";
import { sun } from "../../src/domain/money.js";
import { addressesOf } from "../support/addresses.js";

const OWNERS = addressesOf(1, 8);

/** One SUN a unit, so that a stake and its units read alike; dearer where a test wants it. */
const stakeAt = (sunPerUnit: number) => ({
  stakeFor: (units: number) => sun(units * sunPerUnit),
  unitsWithin: (stakeSun: number) => Math.floor(stakeSun / sunPerUnit),
});
const stake = stakeAt(1);

type Lock = boolean | "joins" | ((units: number) => boolean);

/** Free stake, and what may be locked; all of it unless it is said. */
function owners(...free: readonly (number | readonly [number, Lock])[]): Candidate[] {
  return free.map((entry, at) => {
    const [freeSun, lock] = typeof entry === "number" ? [entry, true] : entry;
    const isAllowed = typeof lock === "function" ? lock : () => lock !== false;
    const owner = must(OWNERS[at % OWNERS.length], "an owner");
    const lockable = (units: number) => (isAllowed(units) ? units : 0);
    return { owner, freeSun, lock: { joins: lock === "joins", lockable } };
  });
}

const demand = (units: number, change: Partial<Demand> = {}): Demand => ({
  units,
  minChunk: 20,
  lockMode: "auto",
  ...change,
});

const unitsOf = (parts: ReturnType<typeof allocate>) => parts?.map(({ units }) => units);

describe("one owner", () => {
  test("delivers all when any can, the one with the most free", () => {
    const parts = allocate(demand(50), owners(50, 200, 100), stake);
    expect(parts).toEqual([{ owner: OWNERS[1], units: 50, reservedSun: 50, locked: true }]);
  });

  test("that can lock comes before a larger one that cannot", () => {
    const parts = allocate(demand(50), owners([200, false], [60, true]), stake);
    expect(parts).toEqual([{ owner: OWNERS[1], units: 50, reservedSun: 50, locked: true }]);
  });

  test("that cannot lock delivers only where several together cannot either", () => {
    const all = owners([200, false], [30, true], [30, true]);
    expect(allocate(demand(50), all, stake)?.map(({ locked }) => locked)).toEqual([true, true]);
    const unlocked = [{ owner: OWNERS[0], units: 50, reservedSun: 50, locked: false }];
    expect(allocate(demand(50), all.slice(0, 2), stake)).toEqual(unlocked);
    expect(allocate(demand(50, { minChunk: 50 }), all, stake)).toEqual(unlocked);
  });

  test("whose lock it joins comes before a larger one that would open another", () => {
    const parts = allocate(demand(50), owners([200, true], [60, "joins"]), stake);
    expect(parts).toEqual([{ owner: OWNERS[1], units: 50, reservedSun: 50, locked: true }]);
  });

  test("delivers unlocked where the desk never locks, and not at all where it always does", () => {
    const candidates = owners([200, false]);
    expect(allocate(demand(50, { lockMode: "never" }), candidates, stake)?.[0]?.locked).toBe(false);
    expect(allocate(demand(50, { lockMode: "always" }), candidates, stake)).toBeUndefined();
  });
});

describe("a split", () => {
  test.each([
    [[35, 20], 50, [30, 20]],
    [[45, 45, 20], 100, [45, 35, 20]],
    [[40, 22], 45, [25, 20]],
    // Filling the largest first would leave rests that nobody may deliver.
    [[30, 30, 22], 62, [22, 20, 20]],
    [[30, 30, 30, 30], 110, [30, 30, 30, 20]],
  ])("over %j of %d units is %j", (free, units, parts) => {
    expect(unitsOf(allocate(demand(units), owners(...free), stake))).toEqual(parts);
  });

  test.each([
    ["two parts would be too small", [30, 20], 39],
    ["together they have too little", [30, 30], 61],
    ["a small owner may deliver no part", [45, 19], 60],
    ["there is nobody", [], 50],
  ])("is none when %s", (_, free, units) => {
    expect(allocate(demand(units), owners(...free), stake)).toBeUndefined();
  });

  test("is over owners that can lock when those suffice", () => {
    const candidates = owners([48, false], [30, true], [30, true]);
    const parts = allocate(demand(50), candidates, stake);
    expect(parts?.map(({ owner, locked }) => [owner, locked])).toEqual([
      [OWNERS[1], true],
      [OWNERS[2], true],
    ]);
  });

  test.each([
    ["too small", (units: number) => units >= 30, [30, 20]],
    ["too large", (units: number) => units <= 20, [30, 20]],
  ])("leaves out an owner whose part is %s for its lock", (_, lock, units) => {
    const parts = allocate(demand(50), owners([28, lock], [30, true], [25, true]), stake);
    expect(unitsOf(parts)).toEqual(units);
    expect(parts?.every(({ locked }) => locked)).toBe(true);
  });

  test("locks the parts it can when it needs an owner that cannot", () => {
    const parts = allocate(demand(70), owners([48, false], [30, true]), stake);
    expect(parts?.map(({ locked }) => locked)).toEqual([false, true]);
  });

  test("is none where one owner must deliver all", () => {
    expect(allocate(demand(50, { minChunk: 50 }), owners(30, 30), stake)).toBeUndefined();
  });
});

test("a demand whose stake is beyond any number is refused, not converted", () => {
  const dear = stakeAt(1_000_000);
  expect(allocate(demand(10_000_000_000), owners(1_000_000_000), dear)).toBeUndefined();
});

const candidates = fc.array(
  fc.record({
    free: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 12 })),
    mayLock: fc.boolean(),
  }),
  { maxLength: 5 },
);
const small = fc.record({
  units: fc.integer({ min: 1, max: 60 }),
  minChunk: fc.integer({ min: 1, max: 12 }),
  lockMode: fc.constantFrom(...LOCK_MODES),
});

/** Tries every size of every part. */
function canSplit(free: readonly number[], units: number, minChunk: number): boolean {
  const [first, ...others] = free;
  if (units === 0) return true;
  if (first === undefined) return false;
  if (canSplit(others, units, minChunk)) return true;
  for (let part = minChunk; part <= Math.min(first, units); part += 1) {
    if (canSplit(others, units - part, minChunk)) return true;
  }
  return false;
}

test("finds parts exactly when a search through all splits does, and they are legal", () => {
  fc.assert(
    fc.property(small, candidates, fc.constantFrom(1, 3), (wanted, free, sunPerUnit) => {
      const pool = owners(...free.map(({ free: sunFree, mayLock }) => [sunFree, mayLock] as const));
      const parts = allocate(wanted, pool, stakeAt(sunPerUnit));
      const usable = pool
        .filter(({ lock }) => wanted.lockMode !== "always" || mayLock(lock, 1))
        .map(({ freeSun }) => Math.floor(freeSun / sunPerUnit));
      const whole = usable.some((units) => units >= wanted.units);
      expect(parts !== undefined).toBe(whole || canSplit(usable, wanted.units, wanted.minChunk));
      if (!parts) return;
      expect(parts.reduce((sum, { units }) => sum + units, 0)).toBe(wanted.units);
      expect(new Set(parts.map(({ owner }) => owner)).size).toBe(parts.length);
      const lockable = pool.filter(({ lock }) => mayLock(lock, 1));
      const unitsOfLockable = lockable.map(({ freeSun }) => Math.floor(freeSun / sunPerUnit));
      const locks =
        wanted.lockMode !== "never" &&
        (unitsOfLockable.some((units) => units >= wanted.units) ||
          canSplit(unitsOfLockable, wanted.units, wanted.minChunk));
      if (locks) expect(parts.every(({ locked }) => locked)).toBe(true);
      else if (whole) expect(parts).toHaveLength(1);
      for (const part of parts) {
        const owner = pool.find((candidate) => candidate.owner === part.owner);
        expect(part.reservedSun).toBe(part.units * sunPerUnit);
        expect(part.reservedSun).toBeLessThanOrEqual(owner?.freeSun ?? 0);
        if (parts.length > 1) expect(part.units).toBeGreaterThanOrEqual(wanted.minChunk);
        expect(part.locked).toBe(
          wanted.lockMode !== "never" && owner !== undefined && mayLock(owner.lock, 1),
        );
      }
    }),
    { numRuns: 2_000 },
  );
});

test("what is deliverable is what owners with a smallest part at least have together", () => {
  expect(deliverable(owners(50, 19, 20), 20, stake)).toBe(70);
  expect(deliverable([], 20, stake)).toBe(0);
});
