/** How often the stake of the pool is read, and that it is of the chain that the desk has followed. */

import pino from "pino";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { BlockRef, Chain } from "../../src/chain/port.js";
import { sun } from "../../src/domain/money.js";
import {
  createCapacityWorker,
  readStake,
  type StakeSource,
  touchedPaceMs,
} from "../../src/workers/capacity.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { NETWORK } from "../support/network.js";
import { BLOCK_MS, hashOf } from "../support/paper-chain.js";
import { deliver, mineAll } from "../support/steps.js";

const OPERATOR = addressOf(9);
const OWN_KEY = { address: OPERATOR, weight: 1 };
const DELEGATES_AND_TAKES_BACK = `${"0".repeat(14)}06${"0".repeat(48)}`;

const time = { ms: 1_000 };

beforeEach(() => {
  vi.spyOn(performance, "now").mockImplementation(() => time.ms);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
});

async function startCapacity() {
  const desk = await openDesk({ ownersUnits: [1_000_000, 1_000_000] });
  const { parameters, ratios } = NETWORK;
  let read: string[] = [];
  const chain = {
    head: async () => desk.chain.head,
    block: async (number) => {
      const block = desk.chain.block(number);
      return block && { ...block, transactions: [] };
    },
    delegatableSun: async (owner, resource) => {
      if (resource === "energy") read.push(owner);
      const [, stakeSun = 0] = [...desk.stakesSun].find(([address]) => address === owner) ?? [];
      return sun(stakeSun - desk.chain.stakeOut(owner, resource));
    },
    account: async () => ({
      contract: false,
      balanceSun: sun(1e9),
      stakedSun: sun(1e9),
      delegatedSun: { energy: 0, bandwidth: 0 },
      permissions: [{ id: 2, threshold: 1, operations: DELEGATES_AND_TAKES_BACK, keys: [OWN_KEY] }],
      ownerPermission: { threshold: 1, keys: [] },
    }),
    parameters: async () => ({
      maxLockPeriodBlocks: parameters.maxLockPeriodBlocks,
      bandwidthPriceSun: parameters.burnPriceSun.bandwidth,
      energyPriceSun: parameters.burnPriceSun.energy,
      accountCreationSun: sun(1_000_000),
      accountCreationBandwidthSun: sun(100_000),
    }),
    resources: async () => ({
      limit: { energy: 0, bandwidth: 0 },
      used: { energy: 0, bandwidth: 0 },
      freeBandwidth: 600,
      totalLimit: { energy: ratios.energy.totalLimit, bandwidth: ratios.bandwidth.totalLimit },
      totalWeight: { energy: ratios.energy.totalWeight, bandwidth: ratios.bandwidth.totalWeight },
    }),
  } as Partial<Chain> as Chain;
  const context = {
    engine: desk.engine,
    chain,
    logger: pino({ level: "silent" }),
    blockMs: BLOCK_MS,
    operator: { privateKeyHex: "00", address: OPERATOR },
  } as Parameters<typeof createCapacityWorker>[0];
  const capacity = createCapacityWorker(context);
  onTestFinished(() => capacity.loop.stop());
  /** Rounds of 3 s for so long; how often owners were read in them, one after the other. */
  const pass = async (ms: number) => {
    const times: number[] = [];
    for (let passedMs = 0; passedMs < ms; passedMs += BLOCK_MS) {
      time.ms += BLOCK_MS;
      desk.clock.monotonicMs += BLOCK_MS;
      read = [];
      await capacity.readAll();
      times.push(read.length);
    }
    return times;
  };
  await capacity.readAll();
  return { desk, capacity, pass, readLast: () => read };
}

test("at rest every 30 s", async () => {
  const { pass, desk } = await startCapacity();
  const times = await pass(60_000);
  expect(times.filter((count) => count > 0)).toEqual([desk.owners.length, desk.owners.length]);
  expect(times.findIndex((count) => count > 0)).toBe(9);
});

test("while orders are delivered, those they touched, every 10 s for all together", async () => {
  const { pass, desk, readLast } = await startCapacity();
  const readings: number[] = [];
  for (let block = 0; block < 10; block += 1) {
    await desk.order({ receiver: [addressOf(100 + block)] });
    await deliver(desk);
    readings.push(...(await pass(BLOCK_MS)));
  }
  // 10 s are four rounds.
  expect(readings.filter((count) => count > 0).length).toBeLessThanOrEqual(4);
  await pass(12_000);
  expect(desk.legs("reserving = 1")).toEqual([]);
  expect(readLast().length).toBeLessThanOrEqual(desk.owners.length);
});

test("after a refusal at once", async () => {
  const { pass, capacity, desk, readLast } = await startCapacity();
  expect(await pass(BLOCK_MS)).toEqual([0]);
  capacity.wake();
  await capacity.loop.stop();
  expect(readLast()).toEqual(desk.owners);
});

test.each([
  { blockMs: 3_000, everyMs: 10_000 },
  { blockMs: 30, everyMs: 100 },
  { blockMs: 60_000, everyMs: 10_000 },
])("with blocks of $blockMs ms it is $everyMs ms", ({ blockMs, everyMs }) => {
  expect(touchedPaceMs(blockMs)).toBeCloseTo(everyMs);
});

/** A node on one chain: the desk's own, or another one from some block on. */
function nodeOn(desk: Desk, head: BlockRef, forkedFrom = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  const chain: StakeSource = {
    head: async () => {
      asked.push("head");
      return head;
    },
    delegatableSun: async () => {
      asked.push("stake");
      return sun(7_000_000);
    },
    block: async (number) => {
      asked.push("block");
      const block = desk.chain.block(number);
      if (!block) return undefined;
      return number < forkedFrom ? block : { ...block, id: hashOf(`fork ${number}`) };
    },
  };
  return { asked, context: { engine: desk.engine, chain } };
}

test("it names the head that was read before, and the chain is compared after all stakes were read", async () => {
  const desk = await openDesk();
  const { context, asked } = nodeOn(desk, desk.chain.head);
  const delegatableSun = { energy: 7_000_000, bandwidth: 7_000_000 };
  expect(await readStake(context, desk.owners)).toEqual(
    desk.owners.map((owner) => ({ owner, block: desk.chain.head.number, delegatableSun })),
  );
  expect(asked).toEqual(["head", "stake", "stake", "stake", "stake", "block"]);
});

test("a node that has left the followed chain gives no picture, ahead of the desk or behind it", async () => {
  const desk = await openDesk();
  const { head } = desk.chain;
  const ahead = { ...head, number: head.number + 2, id: hashOf("ahead") };
  expect(await readStake(nodeOn(desk, ahead, head.number).context, desk.owners)).toBeUndefined();
  expect(await readStake(nodeOn(desk, ahead).context, desk.owners)).toHaveLength(2);
  expect(await readStake(nodeOn(desk, head, head.number).context, desk.owners)).toBeUndefined();
});

test("a node that has gone back behind what it told before is believed about what it shows now alone", async () => {
  const desk = await openDesk();
  const before = desk.chain.head;
  await mineAll(desk);
  expect(desk.engine.chainClock.head?.number).toBe(before.number + 1);
  const { context } = nodeOn(desk, before);
  const stakes = await readStake(context, desk.owners);
  expect(stakes?.map(({ block }) => block)).toEqual([before.number, before.number]);
});
