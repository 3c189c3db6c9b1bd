/** The short form of `npm run simulate`: the same runs as ever. Those that nobody has seen yet are for that command. */
import { describe, expect, test } from "vitest";
import { byForm } from "../../support/forms.js";
import { type RunOptions, type RunResult, run } from "./simulate.js";

const SEEDS = Array.from({ length: byForm(1, 8) }, (_, at) => 1 + at);

const told = (seed: number, { finding }: RunResult) =>
  `npm run simulate -- --seed ${seed} --commands ${finding?.length}`;

async function findsNothing(seed: number, how: Partial<RunOptions>): Promise<void> {
  const result = await run({ seed, most: Number.POSITIVE_INFINITY, ...how });
  expect(result.finding, told(seed, result)).toBe(undefined);
}

describe("whatever nodes answer, the desk keeps what it promises", () => {
  test.each(SEEDS)("in run %i", (seed) => findsNothing(seed, {}));
});

describe("whatever happens on a chain that is told honestly", () => {
  const how = { without: ["lie", "deliverUnderLie", "payOutUnderLie", "deny"] };
  test.each(SEEDS)("in run %i", (seed) => findsNothing(seed, how));
});

const BOOKED = byForm(20, 1_000);
const FIRST_SEED = 1_000;
const MOST_RUNS = byForm(20, 700);

test(`${BOOKED} deposits, withdrawals and orders, from seed ${FIRST_SEED} on, end as the chain has them`, {
  timeout: byForm(60_000, 1_200_000),
}, async () => {
  let booked = 0;
  const kinds = new Set<string>();
  for (let seed = FIRST_SEED; booked < BOOKED && seed < FIRST_SEED + MOST_RUNS; seed += 1) {
    const result = await run({ seed, most: Number.POSITIVE_INFINITY });
    expect(result.finding, told(seed, result)).toBe(undefined);
    booked += result.booked;
    for (const what of result.reached) kinds.add(what);
  }
  expect(booked).toBeGreaterThanOrEqual(BOOKED);
  for (const kind of ["deposit credited log", "deposit credited transfer", "withdrawal paid"]) {
    expect(kinds).toContain(kind);
  }
});

test.each(byForm([2], [1, 2]))(
  "a run with %i hosts is the same whenever it is run",
  async (hosts) => {
    const how = { seed: 5, most: byForm(20, 40), hosts };
    expect(await run(how)).toEqual(await run(how));
  },
);
