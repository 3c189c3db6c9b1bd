/** The sellers of a new sandbox, against a real node and a real database: made once, and what a start missed is made by the next. */
import pino from "pino";
import { MNEMONIC_ACCOUNTS, type TronNode } from "tron-sandbox";
import { TronWeb } from "tronweb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemoCustomer, startDemoSellers } from "../../src/boot/sandbox.js";
import { must } from "../../src/domain/assert.js";
import { DURATIONS, durationSeconds } from "../../src/domain/duration.js";
import { RESOURCES } from "../../src/domain/resource.js";
import { createCustomer, readCustomers } from "../../src/engine/customers/customers.js";
import { readPoolState } from "../../src/engine/operating/operate.js";
import { readSeller, readSellers } from "../../src/engine/sellers/seller-resource.js";
import { enrolSeller, setOffer } from "../../src/engine/sellers/sellers.js";
import { Desk, openDesk, RATES } from "../support/desk.js";
import { startNode } from "../support/sandbox-node.js";

let node: TronNode;
let desk: Desk;
let log: string[];

beforeAll(async () => {
  node = await startNode();
});

afterAll(() => node.close());

/** A desk before its first start. */
async function begin(): Promise<void> {
  desk = await openDesk();
  log = [];
}

async function start(nodeUrl = node.url): Promise<void> {
  const logger = pino({}, { write: (line: string) => log.push(line) });
  await startDemoSellers(desk.engine, nodeUrl, logger);
}

const sellers = async () => (await readSellers(desk.engine)).map(({ address }) => address);

async function seller(index: number) {
  return readSeller(desk.engine, must((await sellers())[index], `seller ${index}`));
}

test("three accounts of nobody else sell, each above the floor of all it serves", async () => {
  await begin();
  const pool = await readPoolState(desk.engine);
  await start();
  expect(await sellers()).toHaveLength(3);
  const offers = await Promise.all([0, 1, 2].map(async (index) => (await seller(index)).offers));
  const prices = offers.map((own) => own.map(({ minPriceSun }) => minPriceSun));
  expect(prices.sort()).toEqual([
    [45, 450],
    [50, 500],
    [55, 550],
  ]);
  for (const { resource, minPriceSun, longest, ...terms } of offers.flat()) {
    expect(terms).toMatchObject({ shortest: "15m", keep: 0, active: true });
    const served = DURATIONS.filter(
      (duration) => durationSeconds(duration) <= durationSeconds(longest),
    );
    for (const duration of served) {
      expect(minPriceSun, duration).toBeGreaterThan(RATES.floors[duration][resource]);
    }
  }
  for (const address of await sellers()) {
    expect(MNEMONIC_ACCOUNTS).not.toContain(address);
    expect(node.poolOwners).not.toContain(address);
    const { trx } = new TronWeb({ fullHost: node.url });
    const now = { confirmed: false };
    const energy = (await trx.getCanDelegatedMaxSize(address, "ENERGY", now)).max_size;
    expect(energy / 1e6).toBeGreaterThan((200_000 * 16.56) / 180);
    expect(energy / 1e6).toBeLessThan((2_000_000 * 16.56) / 180);
    const bandwidth = (await trx.getCanDelegatedMaxSize(address, "BANDWIDTH", now)).max_size;
    expect(bandwidth / 1e6).toBeGreaterThan((20_000 * 26) / 43.2 - 1);
  }
  expect(await readPoolState(desk.engine)).toEqual(pool);
  desk.assertSound();
});

test("they are one customer's, and offer once the network's totals are known", async () => {
  desk = await Desk.open({});
  log = [];
  await start();
  // Without the network's totals nothing can be offered yet.
  expect(log.join("")).toContain("the next start makes them");
  await desk.setUp();
  await start();
  const { customerId } =
    (await readCustomers(desk.engine)).find(({ name }) => name === "demo sellers") ?? {};
  expect(await readSellers(desk.engine, customerId)).toHaveLength(3);
  for (const index of [0, 1, 2])
    expect((await seller(index)).offers).toHaveLength(RESOURCES.length);
});

test("the demo customer is made beside the sellers', once", async () => {
  desk = await Desk.open({});
  log = [];
  await start();
  expect(await readCustomers(desk.engine)).toMatchObject([{ name: "demo sellers" }]);
  const { apiKey } = (await createDemoCustomer(desk.engine)) ?? {};
  expect(apiKey).toMatch(/^edk_/);
  expect(await createDemoCustomer(desk.engine)).toBeUndefined();
});

test("the next start makes none anew, and leaves what was changed", async () => {
  await begin();
  await start();
  const before = await sellers();
  const address = must(before[0], "a seller");
  const offer = {
    resource: "energy",
    minPriceSun: 47,
    shortest: "1h",
    longest: "1h",
    minChunk: 30_000,
    keep: 5,
    active: false,
  } as const;
  await setOffer(desk.engine, { address, offer });
  const { customerId } = await createCustomer(desk.engine, "Ada");
  await enrolSeller(desk.engine, { address, customerId });
  const changed = await seller(0);
  await start();
  expect(await sellers()).toEqual(before);
  expect(await seller(0)).toEqual(changed);
  expect(await readSellers(desk.engine, customerId)).toHaveLength(1);
});

test("a start that was cut short anywhere is made up for by the next", async () => {
  // Every third statement: a transaction has more, and it is undone wherever it is cut.
  for (let cutAt = 1; ; cutAt += 3) {
    await begin();
    desk.database.arm(cutAt);
    await start();
    if (!desk.database.arm(0)) break;
    expect(log.join("")).toContain("the next start makes them");
    await start();
    expect(await sellers()).toHaveLength(3);
    for (const index of [0, 1, 2])
      expect((await seller(index)).offers).toHaveLength(RESOURCES.length);
    desk.assertSound();
  }
  expect(log).toEqual([]);
});

test("a node that cannot be asked is said in the log, and stops nothing", async () => {
  await begin();
  await start("http://127.0.0.1:1");
  expect(await sellers()).toEqual([]);
  expect(log).toHaveLength(1);
  expect(log[0]).toContain("the demo sellers are not all there; the next start makes them");
  await start();
  expect(await sellers()).toHaveLength(3);
});
