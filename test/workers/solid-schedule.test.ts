/** When the solidified block is asked for: rarely at rest, with every second block while something waits for it. */
import { expect, test } from "vitest";
import { SolidSchedule } from "../../src/workers/follower-schedule.js";

const no = () => false;
const yes = () => true;

function told(noticedAfterMs: number, blockMs = 3_000): SolidSchedule {
  const schedule = new SolidSchedule({ blockMs, noticedAfterMs });
  schedule.told(0, 100);
  return schedule;
}

test("at once while none was told", async () => {
  const schedule = new SolidSchedule({ blockMs: 3_000, noticedAfterMs: 180_000 });
  expect(await schedule.isDue(0, 0, no)).toBe(true);
});

test.each([
  { noticedAfterMs: 180_000, restMs: 30_000 },
  { noticedAfterMs: 12_000, restMs: 2_000 },
  { noticedAfterMs: Number.POSITIVE_INFINITY, restMs: 30_000 },
])(
  "at rest every $restMs ms, where $noticedAfterMs ms of standing still are noticed",
  async (given) => {
    const schedule = told(given.noticedAfterMs);
    expect(await schedule.isDue(given.restMs - 1, 200, no)).toBe(false);
    expect(await schedule.isDue(given.restMs, 100, no)).toBe(true);
  },
);

test("with every second block while something waits", async () => {
  const schedule = told(180_000);
  expect(await schedule.isDue(3_000, 101, yes)).toBe(false);
  expect(await schedule.isDue(6_000, 102, yes)).toBe(true);
  schedule.told(6_000, 102);
  expect(await schedule.isDue(8_900, 103, yes)).toBe(false);
});

test("while something waits and no block comes, after three slots", async () => {
  const schedule = told(180_000);
  expect(await schedule.isDue(8_999, 100, yes)).toBe(false);
  expect(await schedule.isDue(9_000, 100, yes)).toBe(true);
});

test("after a fork that has taken blocks away", async () => {
  expect(await told(180_000).isDue(1_000, 95, yes)).toBe(true);
});
