/** The network's totals and parameters: how old they may be when something is signed by them, and what has to be told twice. */
import { beforeEach, describe, expect, test } from "vitest";
import { NetworkFacts } from "../../src/engine/network-facts.js";
import { NETWORK } from "../support/network.js";

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
