/** Deposits in a block that no node can print, and nodes that do not keep old blocks. */
import { USDT_CONTRACT } from "tron-sandbox";
import { expect, test } from "vitest";
import { address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { audit } from "../../src/engine/operating/audit.js";
import { readFigures } from "../../src/engine/operating/figures.js";
import { DEPOSITS } from "../support/deposits.js";
import { until } from "../support/until.js";
import { rounds } from "./held-back.js";
import { payingIn, readUpTo } from "./paying-in.js";
import { type Rig, type RigOptions, SOLID_LAG_BLOCKS } from "./rig.js";
import { incidents, openRows, startUnprinted } from "./unprinted.js";

const TERMS = { ...DEPOSITS.terms, usdtContract: address(USDT_CONTRACT) };

async function startPaying(options: RigOptions = {}) {
  const world = await startUnprinted({ deposits: { ...DEPOSITS, terms: TERMS }, ...options });
  return { ...world, ...(await payingIn(world.rig)) };
}

const headOf = async (rig: Rig) => (await rig.state()).head.number;
const isStuck = (rig: Rig) => () =>
  rig.desk.workers.states().some(({ name, ok }) => name === "deposits" && !ok);
const lateIncident = (rig: Rig) => incidents(rig).find(({ kind }) => kind === "deposits-late");
test("what a block brought that no node can print is credited later, once, and nothing waits for it", async () => {
  const { rig, clock, unprinted, pay, gainedTrx } = await startPaying();
  unprinted.block = (await headOf(rig)) + 1;
  await pay({ usdt: 20 });
  await pay({ trx: 5 });
  const paid = await headOf(rig);
  await rig.mine(SOLID_LAG_BLOCKS + 1);
  await until("it is missed", isStuck(rig));
  expect(await gainedTrx()).toBe(0);
  clock.aheadMs += 60_000;
  await readUpTo(rig, paid);
  expect(await gainedTrx()).toBe(5);
  expect(openRows(rig)).toContain(`deposits ${unprinted.block}`);
  const kinds = incidents(rig).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "block-not-read")).toHaveLength(1);
  const scan = must(rig.desk.workers.scanBlock, "deposits are on");
  await expect(scan(unprinted.block)).rejects.toMatchObject({ code: "CHAIN_UNAVAILABLE" });
  await expect(scan(paid + 1_000)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const { block } = unprinted;
  unprinted.block = -1;
  expect(await scan(block)).toBe(1);
  expect(await scan(block)).toBe(0);
  expect(await gainedTrx()).toBe(69);
  expect(openRows(rig)).not.toContain(`deposits ${block}`);
  expect((await audit(rig.desk.database)).violations).toEqual([]);
});

test("how late deposits are is told while no block can be followed", async () => {
  const { rig, unprinted } = await startPaying();
  unprinted.block = (await headOf(rig)) + 1;
  await rig.mine(30 + SOLID_LAG_BLOCKS);
  await until("deposits wait", isStuck(rig));
  await until("it is told", async () => {
    const { depositLagBlocks = 0 } = await readFigures(rig.desk.engine);
    return depositLagBlocks >= 30;
  });
});

test("such a block is tried again by itself", async () => {
  const { rig, clock, unprinted, pay, gainedTrx } = await startPaying();
  unprinted.block = (await headOf(rig)) + 1;
  await pay({ trx: 7 });
  await rig.mine(SOLID_LAG_BLOCKS + 1);
  await until("it is missed", isStuck(rig));
  clock.aheadMs += 60_000;
  await readUpTo(rig, unprinted.block);
  unprinted.block = -1;
  await until("it is noted", () => openRows(rig).some((row) => row.startsWith("deposits ")));
  expect(await gainedTrx()).toBe(0);
  await until("it is credited", async () => {
    clock.aheadMs += 60_000;
    return (await gainedTrx()) === 7;
  });
});

test("a block whose infos no node gives has its transfers credited, and its events later", async () => {
  const { rig, clock, pay, gainedTrx } = await startPaying();
  const noInfos = (await headOf(rig)) + 1;
  rig.proxy(1).conduct = ({ path, body }) =>
    path.endsWith("/gettransactioninfobyblocknum") && body.num === noInfos
      ? { answer: { Error: "class java.lang.NullPointerException : null" } }
      : undefined;
  await pay({ usdt: 20 });
  await pay({ trx: 5 });
  const paid = await headOf(rig);
  await rig.mine(SOLID_LAG_BLOCKS);
  await until("it is missed", isStuck(rig));
  clock.aheadMs += 60_000;
  await readUpTo(rig, paid);
  expect(await gainedTrx()).toBe(5);
  expect(openRows(rig)).toEqual([`deposits ${noInfos}`]);
  rig.proxy(1).conduct = undefined;
  await until("it is credited", async () => {
    clock.aheadMs += 60_000;
    return (await gainedTrx()) === 69;
  });
});

/** A node without history: it answers nothing for blocks that it does not keep. */
const keepsNothingBefore = (first: () => number) => (rig: Rig, host: number) => {
  rig.proxy(host).conduct = ({ path, body }) => {
    if (!path.startsWith("/walletsolidity/") || !path.endsWith("/getblockbylimitnext")) return;
    return Number(body.startNum) < first() ? { answer: {} } : undefined;
  };
};

test("a node that no longer has old blocks is told of after ten minutes, until deposits are in time", async () => {
  const { rig, clock, pay, gainedTrx } = await startPaying();
  let first = Number.POSITIVE_INFINITY;
  keepsNothingBefore(() => first)(rig, 1);
  await pay({ trx: 5 });
  const paid = await headOf(rig);
  clock.stop();
  await rig.mine(30 + SOLID_LAG_BLOCKS);
  await until("it is told in the log", () =>
    rig.desk.logLines.some((line) => line.includes("keeps no blocks so old")),
  );
  // The first line comes before all blocks are mined, and it is late from some of them on.
  await until("it is late", () => (rig.desk.engine.chainClock.solidForDeposits ?? 0) >= paid + 30);
  await rounds(rig, "deposits", 2);
  clock.aheadMs += 599_999;
  await rounds(rig, "deposits", 2);
  expect(lateIncident(rig)).toBeUndefined();
  clock.aheadMs += 1;
  const open = await until("it is an incident", () => lateIncident(rig));
  expect(open).toMatchObject({ closed_at: null, text: expect.stringContaining("so old") });
  first = 0;
  await readUpTo(rig, paid);
  expect(await gainedTrx()).toBe(5);
  await until("it is over", () => lateIncident(rig)?.closed_at);
});

/** As java-tron answers for a block of which it keeps no infos. */
const keepsNoInfos = (rig: Rig, host: number) => {
  rig.proxy(host).conduct = ({ path }) =>
    path.endsWith("/gettransactioninfobyblocknum") ? { answer: "[]" } : undefined;
};

test.each([
  ["blocks", keepsNothingBefore(() => Number.POSITIVE_INFINITY)],
  ["infos", keepsNoInfos],
])(
  "%s that one of two nodes no longer has the other is asked for, and none rests",
  async (_, lacks) => {
    const { rig, pay, gainedTrx } = await startPaying({
      ...{ hosts: 2, isOneNode: false },
      // On a busy machine a block may come late to one of them.
      watchesHosts: false,
    });
    lacks(rig, 1);
    await pay({ trx: 5 });
    const paid = await headOf(rig);
    await rig.mine(30);
    await readUpTo(rig, paid);
    expect(await gainedTrx()).toBe(5);
    expect(rig.desk.hosts.states().map(({ reason }) => reason)).toEqual([undefined, undefined]);
  },
);
