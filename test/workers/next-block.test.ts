/** When the next block and the solidified one are asked for, and when a node counts as silent. */

import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Silence } from "../../src/workers/follower.js";
import { NextBlock, SolidSchedule } from "../../src/workers/follower-schedule.js";

const BLOCK_MS = 3_000;

interface Told {
  /** From when a block was there until it was asked for. */
  readonly lateMs: number[];
  questions: number;
}

/** Asks as the follower does, of a chain whose nth block is there at `arrivesMs(n)`; what each question takes is 20 ms. */
function follow(
  next: NextBlock,
  arrivals: readonly number[],
  startMs = 0,
): Told & { nowMs: number } {
  const lateMs: number[] = [];
  let nowMs = startMs;
  let questions = 0;
  let known = 0;
  while (known < arrivals.length) {
    nowMs += next.pauseMs(nowMs);
    questions += 1;
    const askedMs = nowMs;
    nowMs += 20;
    const there = arrivals.filter((atMs) => atMs <= askedMs).length;
    if (there > known) {
      lateMs.push(...arrivals.slice(known, there).map((atMs) => askedMs - atMs));
      next.came(askedMs, there - known);
      known = there;
    } else {
      next.nothing(askedMs);
    }
  }
  return { lateMs, questions, nowMs };
}

const regular = (blocks: number, fromMs = 1_234, blockMs = BLOCK_MS) =>
  Array.from({ length: blocks }, (_, at) => fromMs + at * blockMs);
const median = (samples: readonly number[]) =>
  [...samples].sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;
const most = (samples: readonly number[]) => Math.max(...samples);

/** The same every time. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe("blocks that come as they should", () => {
  test.each([200, 3_000])("at %i ms: about one question each, and soon", (blockMs) => {
    const told = follow(new NextBlock(blockMs, 0), regular(200, 0.4 * blockMs, blockMs));
    expect(told.questions).toBeLessThan(200 * 1.15);
    expect(median(told.lateMs)).toBeLessThan(blockMs / 10);
    expect(most(told.lateMs)).toBeLessThan(blockMs / 4);
  });

  test("and vary by most of a second", () => {
    const random = noise(7);
    const arrivals = regular(400).map((atMs) => atMs + random() * 800);
    const told = follow(new NextBlock(BLOCK_MS, 0), arrivals);
    expect(told.questions).toBeLessThan(400 * 1.25);
    expect(median(told.lateMs)).toBeLessThan(500);
  });

  test("are asked for a tenth of their time after they are due, then every 400 ms", () => {
    const next = new NextBlock(BLOCK_MS, 0);
    next.nothing(900);
    next.came(1_100);
    expect(next.pauseMs(1_100)).toBe(1_000 + 3_300 - 1_100);
    next.nothing(4_300);
    expect(next.pauseMs(4_310)).toBe(390);
    next.nothing(4_700);
    expect(next.pauseMs(4_700)).toBe(400);
  });
});

describe("slots that stay empty", () => {
  test("one: the next slot is waited for", () => {
    const next = new NextBlock(BLOCK_MS, 0);
    const { nowMs } = follow(next, regular(20));
    const after = follow(next, regular(20, 1_234 + 21 * BLOCK_MS), nowMs);
    expect(most(after.lateMs)).toBeLessThan(700);
    expect(after.questions).toBeLessThan(20 + 12);
  });

  test("two: where the chain stands is asked, and less often; after a minute once a block's time", () => {
    const next = new NextBlock(BLOCK_MS, 0);
    next.nothing(900);
    next.came(1_100);
    expect(next.isOverdue(9_999)).toBe(false);
    expect(next.isOverdue(10_000)).toBe(true);
    next.nothing(10_000);
    expect(next.pauseMs(10_000)).toBe(1_000);
    expect(next.pauseMs(4_000 + 20 * BLOCK_MS)).toBe(BLOCK_MS);
  });

  test("what is asked for by other means begins anew", () => {
    const next = new NextBlock(BLOCK_MS, 0);
    next.nothing(900);
    next.came(1_100);
    next.begin(20_000);
    expect(next.isOverdue(25_000)).toBe(false);
    expect(next.pauseMs(20_000)).toBe(300);
  });
});

describe("a chain that changes its time", () => {
  const shifts = [-2_000, -1_000, -300, 300, 1_000, 2_000];
  test.each(shifts)("by %i ms is found in time again within a minute and a half", (shiftMs) => {
    const next = new NextBlock(BLOCK_MS, 0);
    const { nowMs } = follow(next, regular(40));
    const after = follow(next, regular(80, 1_234 + 41 * BLOCK_MS + shiftMs), nowMs);
    expect(most(after.lateMs.slice(40))).toBeLessThan(700);
    expect(most(after.lateMs)).toBeLessThanOrEqual(1.1 * BLOCK_MS);
  });

  test("a machine that slept asks where the chain stands", () => {
    const next = new NextBlock(BLOCK_MS, 0);
    const { nowMs } = follow(next, regular(5));
    expect(next.isOverdue(nowMs + 3_600_000)).toBe(true);
  });

  test("blocks on demand, at any time and several at once, are never waited for longer than a block's time", () => {
    const random = noise(3);
    let atMs = 0;
    const arrivals = Array.from({ length: 300 }, () => {
      atMs += random() < 0.2 ? 1 : random() * 4 * BLOCK_MS;
      return atMs;
    });
    const told = follow(new NextBlock(BLOCK_MS, 0), arrivals);
    expect(most(told.lateMs)).toBeLessThanOrEqual(1.1 * BLOCK_MS);
  });

  test("blocks of a few milliseconds are asked for every five", () => {
    const next = new NextBlock(5, 0);
    expect(next.pauseMs(0)).toBe(5);
    next.nothing(0);
    expect(next.pauseMs(1_000)).toBe(5);
  });
});

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

describe("silence", () => {
  const time = { ms: 0 };

  beforeEach(() => {
    time.ms = 0;
    vi.spyOn(performance, "now").mockImplementation(() => time.ms);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
  });

  test("ten seconds without an answer are silence, until it comes", async () => {
    const silence = new Silence();
    let answer = (_: number) => {};
    const asked = silence.until(
      new Promise<number>((resolve) => {
        answer = resolve;
      }),
    );
    time.ms = 10_000;
    expect(silence.isLong()).toBe(false);
    time.ms = 10_001;
    expect(silence.isLong()).toBe(true);
    answer(7);
    expect(await asked).toBe(7);
    expect(silence.isLong()).toBe(false);
  });

  test("a question that failed is no silence", async () => {
    const silence = new Silence();
    await expect(silence.until(Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    time.ms = 60_000;
    expect(silence.isLong()).toBe(false);
  });
});
