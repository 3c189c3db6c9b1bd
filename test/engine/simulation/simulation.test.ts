/** The short form of `npm run simulate`: the same runs as ever, and some that nobody has seen yet. */
import { describe, expect, test } from "vitest";
import { type RunOptions, run } from "./simulate.js";

/**
 * What the simulation has found and nobody has mended yet. Whoever mends one takes its line out; `npm run simulate` overlooks
 * none of them.
 */
const KNOWN: readonly string[] = [
  // The desk takes back what a seller lends to the same wallet himself.
  "not ours, taken back",
  // Legs of an owner that is paused are read before a loop that changes them.
  "signer failed: SqliteError: CHECK constraint failed: reserved_sun",
  "halt: a check failed: leg",
  // After hours out of sight of the chain a leg is signed by the totals of before.
  "shortfall",
];

/** The same, of a node that lies. */
const KNOWN_OF_LIES: readonly string[] = [
  ...KNOWN,
  // A transaction of a block without its result counts as failed.
  "taken for dead",
  "served twice",
  "paid twice",
  // Totals of the network, stake and times are believed whatever they are.
  "halt: a check failed: the network has no stake ratio",
  "thrown: AssertionFailed: the network has no stake ratio",
  "halt: a check failed: not an amount of SUN",
  "thrown: AssertionFailed: not an amount of SUN",
  "open end",
];

const FIXED = Array.from({ length: 8 }, (_, at) => 1 + at);
const FIRST = Math.floor(Math.random() * 2 ** 31);
const NEW = Array.from({ length: 6 }, (_, at) => FIRST + at);

async function findsNothing(seed: number, how: Partial<RunOptions>): Promise<void> {
  const { finding } = await run({ seed, most: Number.POSITIVE_INFINITY, ...how });
  expect(finding, `npm run simulate -- --seed ${seed} --commands ${finding?.length}`).toBe(
    undefined,
  );
}

describe("whatever a node answers, the desk keeps what it promises", () => {
  const how = { overlook: KNOWN_OF_LIES };
  test.each(FIXED)("in run %i", (seed) => findsNothing(seed, how));
  test.each(NEW)("in the new run %i", (seed) => findsNothing(seed, how));
});

describe("whatever happens on a chain that is told honestly", () => {
  const how = { overlook: KNOWN, without: ["lie", "deliverUnderLie"] };
  test.each(FIXED)("in run %i", (seed) => findsNothing(seed, how));
  test.each(NEW)("in the new run %i", (seed) => findsNothing(seed, how));
});

test("a run is the same whenever it is run", async () => {
  const first = await run({ seed: 5, most: 40, overlook: KNOWN_OF_LIES });
  expect(await run({ seed: 5, most: 40, overlook: KNOWN_OF_LIES })).toEqual(first);
});
