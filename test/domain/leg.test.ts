/** The states of a leg: every pair by table. */
import { describe, expect, test } from "vitest";
import { AssertionFailed } from "../../src/domain/assert.js";
import {
  assertTransition,
  isDelivered,
  isInFlight,
  LEG_STATES,
  type LegState,
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
