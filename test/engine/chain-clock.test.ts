/** Which heads are believed, when the chain's two ends and the network's facts are recent enough to sell and to sign by, and what a wrong clock ends. */

import { beforeEach, describe, expect, test } from "vitest";
import { ChainClock, type ChainClockOptions } from "../../src/engine/chain-clock.js";
import { NetworkFacts } from "../../src/engine/network-facts.js";
import { NETWORK } from "../support/network.js";

const START_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const time = { monotonicMs: 0, wallMs: START_MS };
let clock: ChainClock;

function start(change: Partial<ChainClockOptions> = {}): ChainClock {
  return new ChainClock({
    monotonicMs: () => time.monotonicMs,
    wallMs: () => time.wallMs,
    staleAfterMs: 30_000,
    followsWallClock: true,
    solidStandsStill: { afterMs: 180_000, blocks: 1 },
    ...change,
  });
}

const at = (number: number, timestampMs: number) => ({
  number,
  timestampMs,
  id: number.toString(16).padStart(64, "0"),
});

/** A block 3 seconds of all clocks later. */
function block(number: number, laterMs = 0): ReturnType<typeof at> {
  return at(number, START_MS + number * 3_000 + laterMs);
}

function pass(ms: number): void {
  time.monotonicMs += ms;
  time.wallMs += ms;
}

/** A chain that has gone on as it should for so many blocks. */
function goOn(blocks: number, aheadMs = 0): void {
  const first = (clock.head?.number ?? 0) + 1;
  for (let number = first; number < first + blocks; number += 1) {
    pass(3_000);
    clock.sawHead(block(number, aheadMs));
    clock.sawSolid(block(Math.max(0, number - 19), aheadMs));
  }
}

beforeEach(() => {
  time.monotonicMs = 0;
  time.wallMs = START_MS;
  clock = start();
});

describe("before both ends were seen", () => {
  test("it says which is missing", () => {
    expect(clock.unread()).toBe("the TRON node has not answered yet");
    clock.sawHead(block(0));
    expect(clock.unread()).toBe("the TRON node has told no solidified block yet");
    expect(clock.problem()).toBe(clock.unread());
    expect(clock.signingProblem()).toBe(clock.unread());
    clock.sawSolid(block(0));
    expect([clock.unread(), clock.problem(), clock.signingProblem()]).toEqual(
      Array(3).fill(undefined),
    );
  });
});

describe("a head from the future", () => {
  test.each([
    { laterMs: 0, number: 101, isBelieved: true },
    { laterMs: HOUR_MS, number: 101, isBelieved: true },
    { laterMs: HOUR_MS + 1, number: 101, isBelieved: false },
    { laterMs: 30 * 24 * HOUR_MS, number: 101, isBelieved: false },
    { laterMs: HOUR_MS, number: 5_000, isBelieved: true },
    { laterMs: HOUR_MS + 1, number: 5_000, isBelieved: false },
    { laterMs: HOUR_MS + 300_001, number: 1, isBelieved: false },
  ])("$laterMs ms too late at $number: $isBelieved", ({ laterMs, number, isBelieved }) => {
    clock = start({ followsWallClock: false });
    goOn(100);
    const { head } = clock;
    expect(clock.sawHead(block(number, laterMs))).toBe(isBelieved);
    expect(clock.head === head).toBe(!isBelieved);
  });

  test("is measured by the last block of before the start", () => {
    clock = start({ followsWallClock: false });
    clock.resumeFrom(block(100));
    expect(clock.sawHead(block(101, HOUR_MS + 1))).toBe(false);
    expect(clock.problem()).toMatch(/60 min after the last one, which is not believed$/);
    expect(clock.sawHead(block(101))).toBe(true);
  });

  test("sells nothing once nothing else was shown for a while, and says why", () => {
    goOn(100);
    for (let round = 0; round < 40; round += 1) {
      pass(1_000);
      clock.sawHead(block(100 + round, HOUR_MS * 2));
    }
    expect(clock.problem()).toMatch(/which is not believed$/);
    clock.sawHead(block(120));
    expect(clock.problem()).toBeUndefined();
  });

  test("is believed once it has gone on for ten minutes: the chain had stood still", () => {
    goOn(100);
    const restarted = (number: number) => block(number, 3 * HOUR_MS);
    time.wallMs += 3 * HOUR_MS;
    expect(clock.sawHead(restarted(101))).toBe(false);
    pass(599_000);
    expect(clock.sawHead(restarted(300))).toBe(false);
    pass(1_000);
    expect(clock.sawHead(restarted(301))).toBe(true);
  });

  test("does not become true by being shown between others", () => {
    goOn(100);
    for (let minute = 0; minute < 20; minute += 1) {
      goOn(20);
      const { number } = clock.head ?? block(0);
      expect(clock.sawHead(block(number, 5 * MINUTE_MS))).toBe(false);
    }
  });
});

describe("this machine's clock", () => {
  test.each([
    [59, true],
    [61, false],
  ])("%i s behind the chain: believed %s", (seconds, isBelieved) => {
    goOn(100);
    pass(3_000);
    time.wallMs -= seconds * 1_000;
    expect(clock.sawHead(block(101))).toBe(isBelieved);
  });

  test("behind the chain for ten minutes refuses what is new, and what is paid is signed", () => {
    goOn(100);
    time.wallMs -= 5 * MINUTE_MS;
    for (let number = 101; number <= 300; number += 1) {
      pass(3_000);
      expect(clock.sawHead(block(number))).toBe(false);
    }
    expect(clock.signingProblem()).toMatch(/ahead of this machine's clock, which is not believed$/);
    pass(3_000);
    expect(clock.sawHead(block(301))).toBe(true);
    expect(clock.sawSolid(block(282))).toBe(true);
    expect(clock.problem()).toBe("this machine's clock is 300 s behind the chain's");
    expect(clock.signingProblem()).toBeUndefined();
    time.wallMs += 5 * MINUTE_MS;
    goOn(1);
    expect(clock.problem()).toBeUndefined();
  });

  test("behind two hosts is wrong at once", () => {
    clock = start({ solidIsElsewhere: true });
    goOn(100);
    time.wallMs -= 5 * MINUTE_MS;
    expect(clock.sawHead(block(101))).toBe(false);
    clock.sawSolid(block(82));
    expect(clock.sawHead(block(102))).toBe(true);
    expect(clock.problem()).toMatch(/^this machine's clock is \d+ s behind the chain's$/);
  });

  test("ahead of a chain that is in step refuses what is new, and what is paid is signed", () => {
    goOn(100);
    time.wallMs += 40_000;
    goOn(1);
    expect(clock.problem()).toBe("the TRON node is 40 s behind this machine's clock");
    expect(clock.signingProblem()).toBe(clock.problem());
    goOn(20);
    expect(clock.problem()).toBe("the TRON node is 40 s behind this machine's clock");
    expect(clock.signingProblem()).toBeUndefined();
  });

  test("ahead of a node that catches up signs nothing", () => {
    goOn(100);
    time.wallMs += 40 * MINUTE_MS;
    for (let number = 101; number < 500; number += 10) {
      pass(3_000);
      clock.sawHead(block(number));
      expect(clock.signingProblem()).toMatch(/behind this machine's clock$/);
    }
  });
});

describe("the solidified block", () => {
  test("that stands still for three minutes while the head goes on is a problem, until it moves", () => {
    goOn(100);
    const stopped = clock.solid;
    for (let number = 101; number <= 160; number += 1) {
      pass(3_000);
      clock.sawHead(block(number));
      if (stopped) clock.sawSolid(stopped);
    }
    expect(clock.problem()).toBeUndefined();
    pass(1_000);
    const says = "the TRON node's solidified block has not moved for 181 s, and its head has";
    expect([clock.problem(), clock.signingProblem()]).toEqual([says, says]);
    expect(clock.solidStillMs()).toBe(181_000);
    clock.sawSolid(block(142));
    expect(clock.problem()).toBeUndefined();
  });

  test("that nobody tells any more stands still as well", () => {
    goOn(100);
    for (let number = 101; number <= 161; number += 1) {
      pass(3_000);
      clock.sawHead(block(number));
    }
    expect(clock.problem()).toMatch(/solidified block has not moved/);
  });

  test("of a chain that stands still itself is not the problem", () => {
    clock = start({ staleAfterMs: HOUR_MS });
    goOn(100);
    pass(10 * MINUTE_MS);
    expect(clock.signingProblem()).toBeUndefined();
  });

  test("in a sandbox may stand still for 60 blocks, and for 10 s however many blocks that is", () => {
    clock = start({
      followsWallClock: false,
      solidStandsStill: { afterMs: 10_000, blocks: 60 },
    });
    goOn(100);
    const look = (number: number, ms: number) => {
      time.monotonicMs += ms;
      clock.sawHead(block(number));
      return clock.problem() !== undefined;
    };
    expect(look(159, 20_000)).toBe(false);
    expect(look(160, 1)).toBe(true);
    clock.sawSolid(block(150));
    expect(look(400, 10_000)).toBe(false);
    expect(look(401, 1)).toBe(true);
  });

  test("of a far future is not believed, and none goes back", () => {
    goOn(100);
    expect(clock.sawSolid(block(101, 2 * HOUR_MS))).toBe(false);
    expect(clock.solid).toEqual(block(81));
    clock.sawSolid(block(70));
    expect(clock.solid).toEqual(block(81));
  });
});

describe("what ends by wall time", () => {
  test("is not ended by a clock that jumps ahead", () => {
    goOn(100);
    expect(clock.dueMs()).toBe(time.wallMs);
    time.wallMs += 3 * 24 * HOUR_MS;
    expect(clock.dueMs()).toBe(block(100).timestampMs + MINUTE_MS);
    pass(MINUTE_MS);
    expect(clock.dueMs()).toBe(block(100).timestampMs + 2 * MINUTE_MS);
  });

  test("ends while no node answers", () => {
    goOn(100);
    pass(24 * HOUR_MS);
    expect(clock.dueMs()).toBe(time.wallMs);
  });

  test("waits for the first head after a start", () => {
    expect(clock.dueMs()).toBe(0);
  });

  test("goes by the clock alone in a sandbox", () => {
    clock = start({ followsWallClock: false });
    time.wallMs += HOUR_MS;
    expect(clock.dueMs()).toBe(time.wallMs);
  });
});

describe("the next block", () => {
  test("is not before the clock's time, nor an hour away because the clock has jumped", () => {
    expect(clock.nextBlockMs()).toBe(time.wallMs);
    goOn(100);
    pass(1_000);
    expect(clock.nextBlockMs()).toBe(time.wallMs);
    time.wallMs += HOUR_MS;
    expect(clock.nextBlockMs()).toBe(block(100).timestampMs + 1_000 + MINUTE_MS);
    time.wallMs -= 2 * HOUR_MS;
    expect(clock.nextBlockMs()).toBe(block(100).timestampMs + 1);
  });

  test("is after the newest block in a sandbox; before one is known it may be any", () => {
    clock = start({ followsWallClock: false });
    expect(clock.nextBlockMs()).toBe(0);
    clock.resumeFrom(block(99));
    expect(clock.nextBlockMs()).toBe(block(99).timestampMs + 1);
    time.wallMs += HOUR_MS;
    clock.sawHead(block(100));
    expect(clock.nextBlockMs()).toBe(block(100).timestampMs + 1);
  });
});

const { ratios, parameters } = NETWORK;
let nowMs = 0;
let network: NetworkFacts;

beforeEach(() => {
  nowMs = 0;
  network = new NetworkFacts(() => nowMs, undefined);
});

function weighing(factor: number) {
  const { totalLimit, totalWeight } = ratios.energy;
  return { ...ratios, energy: { totalLimit, totalWeight: totalWeight * factor } };
}

test("nothing is known before it was read, whatever the books hold", () => {
  network = new NetworkFacts(() => nowMs, ratios);
  expect(network.problem(0)).toBe("the network's totals of stake have not been read yet");
  network.stored(ratios, network.begin(0));
  expect(network.problem(0)).toBe("the network's parameters have not been read yet");
  expect(network.parameters).toBeUndefined();
  expect(network.takeParameters(parameters)).toBe(true);
  expect(network.problem(0)).toBeUndefined();
});

test.each([
  { ms: 60_000, blocks: 1_000, isFresh: true },
  { ms: 60_001, blocks: 20, isFresh: true },
  { ms: 60_001, blocks: 21, isFresh: false },
  { ms: 3_600_000, blocks: 21, isFresh: false },
])("after $ms ms and $blocks blocks totals are fresh: $isFresh", ({ ms, blocks, isFresh }) => {
  network.takeParameters(parameters);
  const begin = network.begin(100);
  // The answer may take its time: what counts is when it was asked for.
  nowMs += 5_000;
  network.stored(ratios, begin);
  nowMs = ms;
  expect(network.problem(100 + blocks) === undefined).toBe(isFresh);
});

describe("totals that differ from the last ones", () => {
  test.each([
    [1.2, true],
    [0.8, true],
    [1.21, false],
    [0.79, false],
    [100, false],
  ])("by a factor of %f count at once: %s", (factor, counts) => {
    network.stored(ratios, network.begin(1));
    expect(network.believes(weighing(factor))).toBe(counts);
  });

  test("count when a second reading agrees, and not while each tells something else", () => {
    network.stored(ratios, network.begin(1));
    expect(network.believes(weighing(2))).toBe(false);
    expect(network.believes(weighing(3))).toBe(false);
    expect(network.believes(weighing(2))).toBe(false);
    expect(network.believes(weighing(2.001))).toBe(true);
  });

  test("are forgotten when a reading in between is as before", () => {
    network.stored(ratios, network.begin(1));
    network.believes(weighing(2));
    expect(network.believes(ratios)).toBe(true);
    expect(network.believes(weighing(2))).toBe(false);
  });

  test("are measured by what the books hold from before the start", () => {
    network = new NetworkFacts(() => nowMs, ratios);
    expect(network.believes(weighing(2))).toBe(false);
    expect(network.believes(weighing(2))).toBe(true);
  });
});

test("a changed parameter counts when it was told twice, and until then the last one", () => {
  network.takeParameters(parameters);
  const changed = { ...parameters, maxLockPeriodBlocks: 86_400 };
  const dearer = { ...parameters, burnPriceSun: { energy: 420, bandwidth: 1_000 } };
  expect(network.takeParameters(changed)).toBe(false);
  expect(network.takeParameters(dearer)).toBe(false);
  expect(network.parameters).toEqual(parameters);
  expect(network.takeParameters(dearer)).toBe(true);
  expect(network.parameters).toEqual(dearer);
});
