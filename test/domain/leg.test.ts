/** The states of a leg: every pair by table; and when a delegation may be locked. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AssertionFailed } from "../../src/domain/assert.js";
import {
  assertTransition,
  effectiveLockMode,
  isDelivered,
  isInFlight,
  LEG_STATES,
  type LegState,
  mayLock,
  NO_LOCK,
} from "../../src/domain/leg.js";

/** Written out once more, from the design, not from the code. */
const ALLOWED: readonly (readonly [LegState, LegState])[] = [
  ["planned", "signed"],
  ["planned", "dead"],
  ["signed", "sent"],
  ["signed", "included"],
  ["signed", "dead"],
  ["sent", "included"],
  ["sent", "dead"],
  ["included", "solidified"],
  ["included", "sent"],
  ["solidified", "reclaim_signed"],
  ["solidified", "released"],
  ["reclaim_signed", "reclaim_sent"],
  ["reclaim_signed", "reclaimed"],
  ["reclaim_signed", "solidified"],
  ["reclaim_sent", "reclaimed"],
  ["reclaim_sent", "solidified"],
];

describe.each(LEG_STATES)("from %s", (from) => {
  test.each(LEG_STATES)("to %s", (to) => {
    const step = () => assertTransition(from, to);
    if (ALLOWED.some(([a, b]) => a === from && b === to)) expect(step).not.toThrow();
    else expect(step).toThrow(AssertionFailed);
  });
});

test("dead is reached from planned, signed and sent only, and nothing leaves an end", () => {
  const into = ALLOWED.filter(([, to]) => to === "dead").map(([from]) => from);
  expect(into.sort()).toEqual(["planned", "sent", "signed"]);
  const ends = LEG_STATES.filter((state) => !ALLOWED.some(([from]) => from === state));
  expect(ends).toEqual(["reclaimed", "released", "dead"]);
});

test("a leg is in flight while signed or sent, and delivered from its block on", () => {
  expect(LEG_STATES.filter(isInFlight)).toEqual(["signed", "sent"]);
  expect(LEG_STATES.filter(isDelivered)).toEqual([
    "included",
    "solidified",
    "reclaim_signed",
    "reclaim_sent",
    "reclaimed",
    "released",
  ]);
});

describe("a lock", () => {
  const now = 1_000_000;
  const live = (expiresAt: number) => ({ undecided: false, expiresAt });

  test("is allowed where none is known", () => {
    expect(mayLock(NO_LOCK, now + 900_000, now)).toBe(true);
  });

  test("waits while what another locked leg will do is open", () => {
    expect(mayLock({ undecided: true, expiresAt: 0 }, now + 900_000, now)).toBe(false);
  });

  test.each([
    [0, true],
    [1, true],
    [60_000, true],
    [60_001, false],
    [-1, false],
    [800_000, false],
  ])("joins a live lock that ends %d ms earlier: %s", (laterMs, allowed) => {
    const newExpiresAt = now + 900_000;
    expect(mayLock(live(newExpiresAt - laterMs), newExpiresAt, now)).toBe(allowed);
  });

  test("takes no notice of a lock that is over; one that ends this very moment is live", () => {
    expect(mayLock(live(now - 1), now + 900_000, now)).toBe(true);
    expect(mayLock(live(now), now + 900_000, now)).toBe(false);
  });

  test("never shortens a live one and never lengthens it by more than a minute", () => {
    const time = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(time, time, time, (expiresAt, newExpiresAt, head) => {
        if (!mayLock(live(expiresAt), newExpiresAt, head) || expiresAt < head) return;
        expect(newExpiresAt).toBeGreaterThanOrEqual(expiresAt);
        expect(newExpiresAt - expiresAt).toBeLessThanOrEqual(60_000);
      }),
    );
  });
});

describe("what a network can lock for", () => {
  test.each([
    ["auto", 300, 864_000, "auto"],
    ["auto", 864_000, 864_000, "auto"],
    ["auto", 864_001, 864_000, "never"],
    // 86,400 means that the node locks three days whatever it is told.
    ["auto", 300, 86_400, "never"],
    ["auto", 86_400, 86_400, "auto"],
    ["auto", 300, 0, "never"],
    ["always", 300, 86_400, "always"],
    ["never", 300, 864_000, "never"],
  ] as const)("%s for %d blocks where at most %d are known: %s", (mode, blocks, most, counts) => {
    expect(effectiveLockMode(mode, blocks, most)).toBe(counts);
  });
});
