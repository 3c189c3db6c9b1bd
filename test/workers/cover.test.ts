/** Cover on a node that makes blocks when told to: what is read while blocks become solid. */
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import type { BlockRef, Chain } from "../../src/chain/port.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import type { Deposits } from "../../src/engine/context.js";
import { createCustomer, readCustomers } from "../../src/engine/customers/customers.js";
import { confirmDepositKey, depositAddressFor } from "../../src/engine/deposits/addresses.js";
import { applyScanned } from "../../src/engine/deposits/scan.js";
import { depositCursor } from "../../src/store/deposits.js";
import { availableSunOf } from "../../src/store/ledger.js";
import { CoverReader } from "../../src/workers/cover.js";
import { DEPOSITS, money, payingDesk, solidWith } from "../support/deposits.js";
import { UNLIMITED_MS } from "../support/node-limit.js";
import { until } from "../support/until.js";
import { SOLID_LAG_BLOCKS, startRig } from "./rig.js";
import { followed } from "./steps.js";

const DEPOSITS_IN_TRX: Deposits = {
  ...DEPOSITS,
  terms: { ...DEPOSITS.terms, usdtContract: undefined, sweepTo: undefined },
};

/** Each reading of the customer's address is followed by so many blocks, as long as there are such numbers. */
async function readWhileMining(...blocks: number[]) {
  let readings = 0;
  const left = [...blocks];
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async solidBalance(address) {
      readings += 1;
      const found = await chain.solidBalance(address);
      const count = left.shift() ?? 0;
      if (count > 0) await rig.mine(count);
      return found;
    },
  });
  const rig = await startRig({ deposits: DEPOSITS_IN_TRX, wrapChain, creditKind: "gift" });
  const { engine, workers } = rig.desk;
  await rig.mine(SOLID_LAG_BLOCKS);
  await followed(rig);
  // The worker's own first reading, of no address, is over.
  await workers.cover();
  await confirmDepositKey(engine, DEPOSITS.keys.first);
  await depositAddressFor(engine, must((await readCustomers(engine))[0], "a customer").customerId);
  const { firstBlock, lastBlock } = await workers.cover();
  return { readings, apart: lastBlock - firstBlock };
}

test("a reading that a solid block fell into is begun anew, until one is at one block", async () => {
  expect(await readWhileMining(1, 1)).toEqual({ readings: 3, apart: 0 });
});

test("at a node where blocks always fall into it, five times", async () => {
  expect(await readWhileMining(1, 1, 1, 1, 1, 1)).toEqual({ readings: 5, apart: 1 });
});

test("a reading that takes several blocks is not begun anew: the next would take as long", async () => {
  expect(await readWhileMining(4, 4)).toEqual({ readings: 1, apart: 4 });
});

test("a node that is behind what is credited is not asked what is there", async () => {
  const stale: { solid?: BlockRef } = {};
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    solidHead: async () => stale.solid ?? chain.solidHead(),
  });
  const rig = await startRig({ deposits: DEPOSITS_IN_TRX, wrapChain });
  const { engine, workers } = rig.desk;
  await confirmDepositKey(engine, DEPOSITS.keys.first);
  const { customerId } = must((await readCustomers(engine))[0], "a customer");
  const to = await depositAddressFor(engine, customerId);
  await rig.mine(SOLID_LAG_BLOCKS + 1);
  await followed(rig);
  await until("deposits are read", async () => engine.database.read(depositCursor));
  const chain = createTronChain({
    fullHost: rig.url,
    requestsPerSecond: 10_000,
    timeoutMs: UNLIMITED_MS,
  });
  onTestFinished(() => chain.close());
  const before = await chain.solidHead();
  const beforeSun = await engine.database.read(() => availableSunOf(customerId));
  await rig.admin("pay", { to, trx: 50 });
  await rig.mine(SOLID_LAG_BLOCKS);
  await until(
    "it is credited",
    async () => (await engine.database.read(() => availableSunOf(customerId))) > beforeSun,
  );
  stale.solid = before;
  await expect(workers.cover()).rejects.toThrow(`solid block ${before.number} is older than`);
});

test("a deposit that waits is credited once each host in step shows its money", async () => {
  const { desk, address } = await payingDesk();
  const bound = { ...DEPOSITS.terms, reviewAboveSun: sun(1) };
  await desk.commit(() => applyScanned([solidWith(desk, money(address))], bound, 1));
  const host = (trxSun: number) => ({
    solidHead: async () => desk.chain.head,
    solidBalance: async (of: Address) => sun(of === address ? trxSun : 0),
    solidTokenBalance: async () => 0n,
  });
  const [rich, poor] = [host(50_000_000), host(49_999_999)];
  const read = (...witnesses: object[]) => {
    const chain = { several: { witnesses: () => witnesses, inUse: () => rich } };
    const context = { engine: desk.engine, chain, logger: pino({ enabled: false }) };
    return new CoverReader(context as never).read();
  };
  expect(await read(rich, poor)).toMatchObject({ coversWaiting: false });
  expect(await read(poor, rich)).toMatchObject({ coversWaiting: false });
  // None is in step: the reading proves nothing.
  await read();
  expect(await desk.engine.database.read(() => availableSunOf(desk.customerId))).toBe(0);
  expect(await read(rich, rich)).toMatchObject({ coversWaiting: true });
  expect(await desk.engine.database.read(() => availableSunOf(desk.customerId))).toBe(50_000_000);
});

test("an address at which nothing ever came is read once a day, while it is found empty", async () => {
  const { desk, address: used } = await payingDesk();
  const { engine, chain: paper } = desk;
  await desk.commit(() => applyScanned([solidWith(desk, money(used))], DEPOSITS.terms, 1));
  const [unused, holding] = await Promise.all(
    ["one", "two"].map(async (name) =>
      depositAddressFor(engine, (await createCustomer(engine, name)).customerId),
    ),
  );
  let read: Address[] = [];
  let solid = paper.head;
  const host = {
    solidHead: async () => solid,
    solidBalance: async (of: Address) => {
      read.push(of);
      return sun(of === unused ? 0 : 50_000_000);
    },
    solidTokenBalance: async () => 0n,
  };
  const reader = new CoverReader({
    ...{ engine, logger: pino({ enabled: false }) },
    chain: { several: { witnesses: () => [host], inUse: () => host } },
  } as never);
  const readAfter = async (ms: number) => {
    solid = { ...solid, timestampMs: solid.timestampMs + ms };
    read = [];
    const cover = await reader.read();
    expect(cover).toMatchObject({ addresses: 3, shortfallSun: 0 });
    return new Set(read.filter((one) => one !== DEPOSITS.terms.sweepTo));
  };
  const everyone = new Set([used, unused, holding]);
  expect(await readAfter(0)).toEqual(everyone);
  expect(await readAfter(600_000)).toEqual(new Set([used, holding]));
  expect(await readAfter(86_400_000 - 600_001)).toEqual(new Set([used, holding]));
  expect(await readAfter(1)).toEqual(everyone);
});

test("a mistake where cover is read halts the desk: what is found there credits deposits and lets money leave", async () => {
  const { desk } = await payingDesk();
  desk.engine.chainClock.sawSolid(desk.chain.head);
  const fails = async () => (JSON.parse("null") as { wrong(): BlockRef }).wrong();
  const chain = { several: { witnesses: () => [], inUse: () => ({ solidHead: fails }) } };
  const context = { engine: desk.engine, chain, logger: pino({ enabled: false }) };
  const reader = new CoverReader(context as never);
  onTestFinished(() => reader.loop.stop());
  reader.loop.start();
  await until("it has failed", () => reader.loop.state.lastError);
  expect(desk.engine.gates.halt).toMatch(/^a mistake of the desk: TypeError: /);
});
