/** Stake against units: the receiver never sees less than what was paid for, at any ratio the networks have. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { AssertionFailed } from "../../src/domain/assert.js";
import { DURATIONS } from "../../src/domain/duration.js";
import {
  type StakeRatio,
  stakeForUnits,
  stakeWithHeadroom,
  unitsOfStake,
  unitsWithinStake,
} from "../../src/domain/stake.js";

const energy = (totalWeight: number): StakeRatio => ({ totalLimit: 180_000_000_000, totalWeight });

test.each([
  [65_000, energy(16_560_000_000), 5_980_000_000],
  [32_000, energy(16_560_000_000), 2_944_000_000],
  [131_000, energy(16_560_000_000), 12_052_000_000],
  [65_000, energy(19_600_000_000), 7_077_777_778],
])("%d units at the ratio of the network %o take %d SUN", (units, ratio, stakeSun) => {
  expect(stakeForUnits(units, ratio)).toBe(stakeSun);
  expect(unitsOfStake(stakeSun, ratio)).toBeGreaterThanOrEqual(units);
});

test("a node refuses to delegate less than 1 TRX, so that is the least", () => {
  expect(stakeForUnits(1, energy(1_000))).toBe(1_000_000);
});

test("without a ratio there is no stake, and stake yields nothing", () => {
  const none = { totalLimit: 0, totalWeight: 0 };
  expect(unitsOfStake(1_000_000, none)).toBe(0);
  expect(() => stakeForUnits(1, none)).toThrow(AssertionFailed);
});

test("a stake beyond the safe integers is refused, it does not search for ever", () => {
  const nileBandwidth = { totalLimit: 43_200_000_000, totalWeight: 68_300_000_000 };
  expect(() => stakeForUnits(10_000_000_000, nileBandwidth)).toThrow(AssertionFailed);
});

/** From 0.3 units a TRX (bandwidth of a test network) to 200 (its energy). */
const ratios = fc.record({
  totalLimit: fc.integer({ min: 10_000_000_000, max: 200_000_000_000 }),
  totalWeight: fc.integer({ min: 1_000_000_000, max: 30_000_000_000 }),
});
const units = fc.integer({ min: 1_000, max: 100_000_000 });
const duration = fc.constantFrom(...DURATIONS);
const headroom = fc.record({
  shortBps: fc.constantFrom(0, 10, 50, 1_000),
  longBps: fc.constantFrom(0, 100, 333),
});

test("the receiver gains at least the units paid for, whatever stake it has already", () => {
  const held = fc.oneof(
    fc.integer({ min: 0, max: 2_000_000_000_000_000 }),
    // Whole units, where rounding is closest to the edge.
    fc.integer({ min: 0, max: 1_000_000 }).map((trx) => trx * 1_000_000),
  );
  fc.assert(
    fc.property(units, ratios, held, (wanted, ratio, heldSun) => {
      const stakeSun = stakeForUnits(wanted, ratio);
      const gained = unitsOfStake(heldSun + stakeSun, ratio) - unitsOfStake(heldSun, ratio);
      expect(gained).toBeGreaterThanOrEqual(wanted);
    }),
    { numRuns: 10_000 },
  );
});

test("the receiver gains them also where a network counts in whole numbers", () => {
  const inWhole = (sun: bigint, { totalLimit, totalWeight }: StakeRatio) =>
    (sun * BigInt(totalLimit)) / (1_000_000n * BigInt(totalWeight));
  const held = fc.integer({ min: 0, max: 2_000_000_000_000_000 });
  fc.assert(
    fc.property(units, ratios, held, (wanted, ratio, heldSun) => {
      const stakeSun = BigInt(stakeForUnits(wanted, ratio));
      const before = inWhole(BigInt(heldSun), ratio);
      const gained = inWhole(BigInt(heldSun) + stakeSun, ratio) - before;
      expect(Number(gained)).toBeGreaterThanOrEqual(wanted);
    }),
    // Doubles round a SUN less up to all of these units.
    { numRuns: 1_000, examples: [[12_685_324, energy(18_219_226_142), 0]] },
  );
});

test("the stake is the least that does: a SUN or two less yields too little", () => {
  fc.assert(
    fc.property(units, ratios, (wanted, ratio) => {
      const stakeSun = stakeForUnits(wanted, ratio);
      if (stakeSun > 1_000_000) expect(unitsOfStake(stakeSun - 2, ratio)).toBeLessThan(wanted);
    }),
    { numRuns: 1_000 },
  );
});

test("more units never take less stake", () => {
  fc.assert(
    fc.property(units, ratios, duration, headroom, (wanted, ratio, time, room) => {
      const stakeSun = stakeWithHeadroom(wanted, ratio, time, room);
      expect(stakeWithHeadroom(wanted + 1, ratio, time, room)).toBeGreaterThanOrEqual(stakeSun);
      expect(stakeSun).toBeGreaterThanOrEqual(stakeForUnits(wanted, ratio));
    }),
  );
});

test("headroom is short below three days and long from there on", () => {
  const ratio = energy(18_000_000_000);
  const room = { shortBps: 10, longBps: 100 };
  const bareSun = stakeForUnits(100_000, ratio);
  expect(stakeWithHeadroom(100_000, ratio, "1d", room)).toBe(bareSun + bareSun / 1_000);
  expect(stakeWithHeadroom(100_000, ratio, "3d", room)).toBe(bareSun + bareSun / 100);
});

test("unitsWithinStake is the most that fits: its stake does, one unit more does not", () => {
  const stake = fc.integer({ min: 0, max: 1_000_000_000_000_000 });
  fc.assert(
    fc.property(stake, ratios, duration, headroom, (stakeSun, ratio, time, room) => {
      const most = unitsWithinStake(stakeSun, ratio, time, room);
      expect(most).toBeGreaterThanOrEqual(0);
      if (most > 0) {
        expect(stakeWithHeadroom(most, ratio, time, room)).toBeLessThanOrEqual(stakeSun);
      }
      expect(stakeWithHeadroom(most + 1, ratio, time, room)).toBeGreaterThan(stakeSun);
    }),
    { numRuns: 2_000 },
  );
});

test("less than 1 TRX carries nothing", () => {
  const room = { shortBps: 0, longBps: 0 };
  expect(unitsWithinStake(999_999, energy(18_000_000_000), "1h", room)).toBe(0);
});

/** Step by step, as slow as it is plain. */
const naive = {
  stakeForUnits(wanted: number, { totalLimit, totalWeight }: StakeRatio): number {
    const limit = BigInt(totalLimit);
    const exact = (BigInt(wanted) * 1_000_000n * BigInt(totalWeight) + limit - 1n) / limit;
    let stakeSun = Math.max(Number(exact), 1_000_000);
    while (unitsOfStake(stakeSun, { totalLimit, totalWeight }) < wanted) stakeSun += 1;
    return stakeSun;
  },
  unitsWithinStake(stakeSun: number, ratio: StakeRatio, bps: number): number {
    const staked = (wanted: number) => {
      const leastSun = naive.stakeForUnits(wanted, ratio);
      return leastSun + Math.ceil((leastSun / 10_000) * bps);
    };
    let most = unitsOfStake(stakeSun / (1 + bps / 10_000), ratio) + 1;
    while (most > 0 && staked(most) > stakeSun) most -= 1;
    return most;
  },
};

test("both are what counting step by step finds, where that is quick", () => {
  const few = fc.oneof(fc.constant(999_999), fc.integer({ min: 0, max: 100_000_000_000_000 }));
  const flat = fc.constantFrom(0, 20, 100, 1_000);
  // Few units a SUN, so that what is less than 1 TRX is soon counted down.
  const any = fc.oneof(
    ratios,
    fc.record({
      totalLimit: fc.integer({ min: 100_000_000, max: 1_000_000_000_000 }),
      totalWeight: fc.integer({ min: 1_000_000_000, max: 100_000_000_000 }),
    }),
  );
  fc.assert(
    fc.property(few, units, any, flat, (stakeSun, wanted, ratio, bps) => {
      const room = { shortBps: bps, longBps: bps };
      const most = unitsWithinStake(stakeSun, ratio, "1h", room);
      expect(most).toBe(naive.unitsWithinStake(stakeSun, ratio, bps));
      const aboutSun = (wanted / ratio.totalLimit) * ratio.totalWeight * 1_000_000;
      // Beyond, counting a SUN more changes nothing, for ever.
      if (aboutSun > 9e15) return;
      expect(stakeForUnits(wanted, ratio)).toBe(naive.stakeForUnits(wanted, ratio));
    }),
    { numRuns: 5_000 },
  );
});

test("no ratio that a node may tell keeps the process from anything else", () => {
  const powers = (most: number) =>
    fc.oneof(
      fc.integer({ min: 1, max: most }),
      fc.integer({ min: 0, max: Math.log10(most) }).map((power) => 10 ** power),
    );
  const any = fc.record({ totalLimit: powers(1e13), totalWeight: powers(1e11) });
  const stake = fc.oneof(fc.constant(999_999), fc.integer({ min: 0, max: 2 ** 53 - 1 }));
  const looked = { count: 0 };
  const counted = ({ totalLimit, totalWeight }: StakeRatio): StakeRatio => ({
    totalLimit,
    // Read twice for each look at a stake, and at most three times more for a count of units.
    get totalWeight() {
      looked.count += 1;
      if (looked.count > 10_000) throw new Error("this takes too long");
      return totalWeight;
    },
  });
  fc.assert(
    fc.property(stake, any, duration, headroom, (stakeSun, ratio, time, room) => {
      looked.count = 0;
      unitsWithinStake(stakeSun, counted(ratio), time, room);
      // 53 halvings, each with the few steps that rounding takes.
      expect(looked.count).toBeLessThan(55 * 12);
    }),
    { numRuns: 5_000 },
  );
}, 20_000);

test.each([1, 1_000, 79_999, 80_000])("nor does a total weight of %d TRX", (totalWeight) => {
  const room = { shortBps: 20, longBps: 100 };
  expect(unitsWithinStake(999_999, energy(totalWeight), "1h", room)).toBe(0);
  const most = unitsWithinStake(2_000_000, energy(totalWeight), "1h", room);
  expect(stakeWithHeadroom(most, energy(totalWeight), "1h", room)).toBeLessThanOrEqual(2_000_000);
});
