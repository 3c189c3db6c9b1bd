/** When a delegation may be locked: by a table counted by hand, and against every block that may take what is on its way. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  breaksBound,
  effectiveLockMode,
  hasLock,
  type Joiner,
  type KnownLock,
  type LockedLeg,
  lockableUnits,
  lockableUntil,
  lockEndOf,
  NO_LOCK,
} from "../../src/domain/lock.js";

const HEAD = 1_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TERMS = {
  ...{ headTimestampMs: HEAD, transactionLifeMs: 2 * MINUTE, isBusy: true, overrunPercent: 10 },
};

const joiner = (units: number, durationMs = HOUR, change: Partial<Joiner> = {}): Joiner => ({
  ...{ units, durationMs, periodMs: durationMs + 3_000, isSellers: false },
  ...change,
});
/** Delivered so long ago, and locked for so much longer than its own time. */
const delivered = (units: number, agoMs: number, durationMs = HOUR, overMs = 0): LockedLeg => {
  const endsAt = HEAD - agoMs + durationMs;
  return { units, durationMs, endsAt, lockedUntil: endsAt + overMs };
};
const signed = (units: number, lifeMs: number, durationMs = HOUR): LockedLeg => ({
  ...{ units, durationMs, bytesExpireAt: HEAD + lifeMs },
});
const known = (...legs: LockedLeg[]): KnownLock => ({ legs, reportedUntil: 0 });
const reported = (ms: number): KnownLock => ({ legs: [], reportedUntil: HEAD + ms });

/** How long its bytes may live; undefined when it may not be locked. */
function life(locks: KnownLock, own: Joiner): number | undefined {
  const untilMs = lockableUntil(locks, own, TERMS);
  return untilMs === undefined ? undefined : untilMs - HEAD;
}

describe("the bytes of a lock may live", () => {
  const QUARTER = 30_000;
  const times = (count: number, leg: LockedLeg) => known(...Array(count).fill(leg));
  test.each([
    ["one of its record", NO_LOCK, joiner(1), QUARTER],
    ["after one that is over", known(delivered(1, HOUR + 1)), joiner(1), QUARTER],
    // An hour after its last block at most it must end, and 6 minutes after the end of the first.
    ["a minute after an equal one", known(delivered(1, MINUTE)), joiner(1), QUARTER],
    ["5 minutes and a half after it", known(delivered(1, 330_000)), joiner(1), 27_000],
    ["so late that they live just long enough", known(delivered(1, 352_000)), joiner(1), 5_000],
    ["a moment later", known(delivered(1, 352_001)), joiner(1), undefined],
    // Each is held 2 min 40 s and a block longer already, of the 3 minutes that are left for each.
    [
      "after two",
      known(delivered(1, 3 * MINUTE, HOUR, 20_000), delivered(1, 160_000)),
      joiner(1),
      17_000,
    ],
    ["after twenty at once, a block ago", times(20, delivered(1, 3_000)), joiner(1), 12_000],
    ["after thirty-three", times(33, delivered(1, 3_000)), joiner(1), undefined],
    ["a small one after a large one", known(delivered(100, MINUTE)), joiner(1), undefined],
    ["a large one after a small one", known(delivered(1, MINUTE)), joiner(100), QUARTER],
    ["a short one beside a long one", known(delivered(1, MINUTE, DAY)), joiner(1), undefined],
    ["a long one beside a short one", known(delivered(1, MINUTE)), joiner(1, DAY), undefined],
    [
      "3 days shortly before the end of 30",
      known(delivered(1e6, 27 * DAY + HOUR, 30 * DAY)),
      joiner(32e3, 3 * DAY),
      undefined,
    ],
    [
      "3 days of as much, there",
      known(delivered(1e6, 27 * DAY + HOUR, 30 * DAY)),
      joiner(1e6, 3 * DAY),
      QUARTER,
    ],
    ["beside one of the same time", known(signed(1, 2 * MINUTE)), joiner(1), QUARTER],
    ["beside one of another time", known(signed(1, QUARTER, DAY)), joiner(1), undefined],
    // It may come 2 minutes after this one, and would hold it: thrice its own units, of 6 minutes.
    ["thrice as much as one on its way", known(signed(1, 2 * MINUTE)), joiner(3), QUARTER],
    ["four times as much", known(signed(1, 2 * MINUTE)), joiner(4), undefined],
    ["as many as twelve of half a minute", times(12, signed(1, QUARTER)), joiner(1), QUARTER],
    ["one more", times(13, signed(1, QUARTER)), joiner(1), undefined],
    [
      "beside twelve that are not signed",
      times(12, { units: 1, durationMs: HOUR }),
      joiner(1),
      QUARTER,
    ],
    [
      "a quarter hour's beside one that may come after its tenth",
      known(signed(1, 100_000, HOUR / 4)),
      joiner(1, HOUR / 4),
      undefined,
    ],
    [
      "a quarter hour's beside four of less",
      times(4, signed(1, 20_000, HOUR / 4)),
      joiner(1, HOUR / 4),
      22_500,
    ],
    // Its block came 90 s after the one before: its lock ends so much earlier than it, and the first with it.
    [
      "after one whose block came late",
      known(delivered(1, 2 * MINUTE), { ...delivered(1, 0), lockedUntil: HEAD + HOUR }),
      joiner(1),
      QUARTER,
    ],
    [
      "later than that",
      known(delivered(1, 4 * MINUTE), { ...delivered(1, 0), lockedUntil: HEAD + HOUR }),
      joiner(1),
      undefined,
    ],
    ["before what the chain reports ends", reported(HOUR - 20_000), joiner(1), QUARTER],
    ["to move that by a minute", reported(HOUR - 40_000), joiner(1), 17_000],
    ["when the chain reports a later end", reported(HOUR + 4_000), joiner(1), undefined],
    [
      "when the chain reports what is on its way",
      { ...known(signed(1, 99_000)), reportedUntil: HEAD + HOUR + 6_000 },
      joiner(1),
      QUARTER,
    ],
  ] as const)("%s", (_, locks, own, lives) => {
    expect(life(locks, own)).toBe(lives);
  });

  test("the first of a receiver: as long as other bytes", () => {
    const first = { ...TERMS, isBusy: false };
    expect(lockableUntil(NO_LOCK, joiner(1), first)).toBe(HEAD + 2 * MINUTE);
  });
});

describe("a seller's lock", () => {
  const sellers = (units: number) => joiner(units, HOUR, { isSellers: true });
  test.each([
    ["joins one for a minute", known(delivered(100, 40_000)), sellers(1), 17_000],
    ["of its own has the whole life", NO_LOCK, sellers(1), 2 * MINUTE],
    ["not longer", known(delivered(1, 53_000)), sellers(100), undefined],
    ["does not join what is on its way", known(signed(1, 60_000)), sellers(1), undefined],
  ])("%s", (_, locks, own, lives) => {
    expect(life(locks, own)).toBe(lives);
  });
});

test("without any share nothing is joined", () => {
  const terms = { ...TERMS, overrunPercent: 0 };
  expect(lockableUntil(known(delivered(1, 3_000)), joiner(1), terms)).toBe(undefined);
  expect(lockableUntil(NO_LOCK, joiner(1), terms)).toBe(HEAD + 30_000);
});

test("a lock that ends this very moment still holds; a moment later it does not", () => {
  const at = (ms: number) => known({ ...delivered(1, HOUR), lockedUntil: HEAD + ms });
  expect([0, -1].map((ms) => hasLock(at(ms), HEAD))).toEqual([true, false]);
});

test("the end of a lock is not known while a leg is on its way", () => {
  expect(lockEndOf(known(delivered(1, 0, HOUR), delivered(1, 0, HOUR, 9)))).toBe(HEAD + HOUR + 9);
  expect(lockEndOf(known(delivered(1, 0), signed(1, 9)))).toBe(undefined);
  expect(lockEndOf(reported(5))).toBe(HEAD + 5);
});

test("of a leg so many units may be locked as none above them, up to all of it, may", () => {
  const leg = fc.oneof(
    fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom(9_000, 60_000, 90_000))
      .map(([units, lifeMs]) => signed(units, lifeMs)),
    fc.integer({ min: 1, max: 9 }).map((units): LockedLeg => ({ units, durationMs: HOUR })),
    fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, MINUTE, 5 * MINUTE))
      .map(([units, agoMs]) => delivered(units, agoMs)),
    fc.constant(signed(1, MINUTE, DAY)),
  );
  fc.assert(
    fc.property(fc.array(leg, { maxLength: 4 }), fc.integer({ min: 1, max: 60 }), (legs, units) => {
      const upTo = Array.from({ length: units }, (_, at) => units - at);
      const most = upTo.find((one) => life(known(...legs), joiner(one)) !== undefined) ?? 0;
      expect(lockableUnits(known(...legs), joiner(units), TERMS)).toBe(most);
    }),
    { numRuns: 1_000 },
  );
});

describe("a lock that a fork brought late", () => {
  const other = (units: number) => ({
    ...{ units, durationMs: HOUR, endsAt: HEAD + HOUR, lockedUntil: HEAD + HOUR },
  });
  test.each([
    [1, 6 * MINUTE, false],
    [1, 6 * MINUTE + 1, true],
    [6, MINUTE, false],
    [7, MINUTE, true],
  ])("holds %d units for %d ms more: told %s", (units, laterMs, told) => {
    const own = { units: 1, durationMs: HOUR };
    const terms = { untilMs: HEAD + HOUR + laterMs, overrunPercent: 10 };
    expect(breaksBound([other(units)], own, terms)).toBe(told);
  });
});

/** An order of one record: when it comes, of how much, and whether a block takes it early or as late as any may. */
const order = fc.record({
  afterMs: fc
    .oneof(fc.constant(0), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 200 }))
    .map((blocks) => blocks * 3_000),
  units: fc.constantFrom(1, 2, 10, 1_000),
  durationMs: fc.constantFrom(HOUR / 4, HOUR, 3 * HOUR),
  waits: fc.constantFrom(0, 0.5, 1),
});

/** The record as the chain keeps it: each lock sets the end of all that still live. */
interface Held {
  readonly units: number;
  readonly durationMs: number;
  readonly own: number;
  readonly from: number;
  until: number;
  added: number;
}

test("whatever blocks take them, no lock holds another beyond the bounds, and the chain takes each", () => {
  fc.assert(
    fc.property(fc.array(order, { minLength: 2, maxLength: 14 }), (orders) => {
      const held: Held[] = [];
      const onTheirWay: { leg: LockedLeg; takenAt: number }[] = [];
      const takeUpTo = (ms: number) => {
        const due = onTheirWay.filter(({ takenAt }) => takenAt <= ms);
        for (const one of due.sort((a, b) => a.takenAt - b.takenAt)) {
          onTheirWay.splice(onTheirWay.indexOf(one), 1);
          const { units, durationMs } = one.leg;
          const parentMs = one.takenAt - 3_000;
          const until = parentMs + durationMs + 3_000;
          const live = held.filter((other) => other.until >= parentMs);
          const before = Math.max(0, ...live.map((other) => other.until));
          // java-tron refuses a lock that ends earlier.
          expect(until).toBeGreaterThanOrEqual(before);
          let added = 0;
          for (const other of live) {
            added += other.units * (until - other.until);
            other.until = until;
            expect(until - other.own).toBeLessThanOrEqual(other.durationMs / 10);
          }
          expect(added).toBeLessThanOrEqual((units * durationMs) / 10);
          held.push({ units, durationMs, own: until, from: one.takenAt, until, added });
        }
      };
      let nowMs = HEAD;
      for (const { afterMs, units, durationMs, waits } of orders) {
        nowMs += afterMs;
        takeUpTo(nowMs);
        const legs = [
          ...held.map(({ until, own, ...leg }) => ({
            ...{ units: leg.units, durationMs: leg.durationMs, endsAt: own, lockedUntil: until },
          })),
          ...onTheirWay.map(({ leg }) => leg),
        ];
        const own = joiner(units, durationMs);
        const terms = { ...TERMS, headTimestampMs: nowMs, isBusy: legs.length > 0 };
        const untilMs = lockableUntil({ legs, reportedUntil: 0 }, own, terms);
        if (untilMs === undefined) continue;
        // The last block that may take it has a parent before that time.
        const lastBlocks = Math.floor((untilMs - 1 - nowMs) / 3_000);
        const takenAt = nowMs + 3_000 * (1 + Math.floor(lastBlocks * waits));
        onTheirWay.push({ leg: { units, durationMs, bytesExpireAt: untilMs }, takenAt });
      }
      takeUpTo(Number.POSITIVE_INFINITY);
    }),
    { numRuns: 3_000 },
  );
});

describe("what a network can lock for", () => {
  test.each([
    ["auto", "15m", 864_000, "auto"],
    ["auto", "30d", 864_000, "auto"],
    ["auto", "30d", 863_999, "never"],
    // 86,400 means that the node locks three days whatever it is told.
    ["auto", "15m", 86_400, "never"],
    ["auto", "3d", 86_400, "auto"],
    ["auto", "15m", 0, "never"],
    ["always", "15m", 86_400, "always"],
    ["never", "15m", 864_000, "never"],
  ] as const)("%s for %s where at most %d blocks are known: %s", (mode, duration, most, counts) => {
    expect(effectiveLockMode(mode, duration, most)).toBe(counts);
  });
});
