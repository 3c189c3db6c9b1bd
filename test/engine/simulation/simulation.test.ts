/** The short form of `npm run simulate`: the same runs as ever, and some that nobody has seen yet. */
import { describe, expect, test } from "vitest";
import { byForm } from "../../support/forms.js";
import { type RunOptions, run } from "./simulate.js";

const FIXED = Array.from({ length: byForm(2, 8) }, (_, at) => 1 + at);
const FIRST = Math.floor(Math.random() * 2 ** 31);
const NEW = Array.from({ length: byForm(1, 6) }, (_, at) => FIRST + at);

async function findsNothing(seed: number, how: Partial<RunOptions>): Promise<void> {
  const { finding } = await run({ seed, most: Number.POSITIVE_INFINITY, ...how });
  expect(finding, `npm run simulate -- --seed ${seed} --commands ${finding?.length}`).toBe(
    undefined,
  );
}

describe("whatever nodes answer, the desk keeps what it promises", () => {
  test.each(FIXED)("in run %i", (seed) => findsNothing(seed, {}));
  test.each(NEW)("in the new run %i", (seed) => findsNothing(seed, {}));
});

describe("whatever happens on a chain that is told honestly", () => {
  const how = { without: ["lie", "deliverUnderLie", "deny"] };
  test.each(FIXED)("in run %i", (seed) => findsNothing(seed, how));
  test.each(NEW)("in the new run %i", (seed) => findsNothing(seed, how));
});

test.each([1, 2])("a run with %i hosts is the same whenever it is run", async (hosts) => {
  const how = { seed: 5, most: 40, hosts };
  expect(await run(how)).toEqual(await run(how));
});
