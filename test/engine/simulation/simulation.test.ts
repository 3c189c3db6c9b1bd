/** The short form of `npm run simulate`: the same runs as ever. Those that nobody has seen yet are for that command. */
import { describe, expect, test } from "vitest";
import { byForm } from "../../support/forms.js";
import { type RunOptions, run } from "./simulate.js";

const SEEDS = Array.from({ length: byForm(2, 14) }, (_, at) => 1 + at);

async function findsNothing(seed: number, how: Partial<RunOptions>): Promise<void> {
  const { finding } = await run({ seed, most: Number.POSITIVE_INFINITY, ...how });
  expect(finding, `npm run simulate -- --seed ${seed} --commands ${finding?.length}`).toBe(
    undefined,
  );
}

describe("whatever nodes answer, the desk keeps what it promises", () => {
  test.each(SEEDS)("in run %i", (seed) => findsNothing(seed, {}));
});

describe("whatever happens on a chain that is told honestly", () => {
  const how = { without: ["lie", "deliverUnderLie", "deny"] };
  test.each(SEEDS)("in run %i", (seed) => findsNothing(seed, how));
});

test.each([1, 2])("a run with %i hosts is the same whenever it is run", async (hosts) => {
  const how = { seed: 5, most: 40, hosts };
  expect(await run(how)).toEqual(await run(how));
});
