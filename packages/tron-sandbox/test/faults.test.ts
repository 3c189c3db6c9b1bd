/**
 * What can go wrong between a client and a network, done on request: forks, stalls, outages, lost
 * answers.
 */
import { request } from "undici";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hexOf, type Json, type Rig, rig, type Signed } from "./support.js";

let chain: Rig;

beforeEach(async () => {
  chain = await rig({ solidLagBlocks: 6 });
});

afterEach(() => chain.close());

async function fault(one: Json): Promise<void> {
  await chain.post("/sandbox/faults", { add: [one] });
}

async function infoOf(transaction: Signed): Promise<Json> {
  return chain.post("/wallet/gettransactioninfobyid", { value: transaction.txID });
}

async function idOf(number: number): Promise<unknown> {
  return (await chain.post("/wallet/getblockbynum", { num: number })).blockID;
}

async function headNumber(): Promise<number> {
  return (await chain.tronweb.trx.getCurrentBlock()).block_header.raw_data.number;
}

test("a fork replaces blocks, and their transactions become pending again", async () => {
  const before = await chain.post("/wallet/getaccount", { address: chain.owner, visible: true });
  const transaction = await chain.delegation();
  await chain.mine(2);
  await chain.broadcast(transaction);
  await chain.mine(2);
  const head = await headNumber();
  const old = [await idOf(head - 2), await idOf(head - 1), await idOf(head)];
  await chain.post("/sandbox/reorg", { depth: 2 });
  expect(await headNumber()).toBe(head);
  expect(await idOf(head - 2)).toBe(old[0]);
  expect(await idOf(head - 1)).not.toBe(old[1]);
  expect(await idOf(head)).not.toBe(old[2]);
  const replaced = await chain.tronweb.trx.getBlockByNumber(head - 1);
  expect(replaced.block_header.raw_data.parentHash).toBe(old[0]);
  expect(await infoOf(transaction)).toEqual({});
  expect(await chain.broadcast(transaction)).toMatchObject({ code: "DUP_TRANSACTION_ERROR" });
  await chain.mine();
  expect(await infoOf(transaction)).toMatchObject({ blockNumber: head + 1 });
  const after = await chain.post("/wallet/getaccount", { address: chain.owner, visible: true });
  expect(after.balance).toBe(before.balance);
});

test("or they vanish, and the same bytes are accepted again", async () => {
  const transaction = await chain.delegation();
  await chain.broadcast(transaction);
  await chain.mine();
  const { max_size: less } = await chain.tronweb.trx.getCanDelegatedMaxSize(chain.owner, "ENERGY", {
    confirmed: false,
  });
  await chain.post("/sandbox/reorg", { depth: 1, transactions: "vanish" });
  const { max_size: full } = await chain.tronweb.trx.getCanDelegatedMaxSize(chain.owner, "ENERGY", {
    confirmed: false,
  });
  expect(full).toBeGreaterThan(less);
  expect(await chain.post("/wallet/gettransactionbyid", { value: transaction.txID })).toEqual({});
  expect(await chain.broadcast(transaction)).toMatchObject({ code: "SUCCESS" });
});

test("a transaction that refers to a replaced block is lost for good", async () => {
  await chain.mine();
  const transaction = await chain.delegation();
  await chain.broadcast(transaction);
  await chain.mine();
  await chain.post("/sandbox/reorg", { depth: 2 });
  expect(await chain.broadcast(transaction)).toMatchObject({ code: "TAPOS_ERROR" });
});

test("solid blocks cannot be replaced", async () => {
  await chain.mine(10);
  expect(await chain.post("/sandbox/reorg", { depth: 7 })).toEqual({
    Error: "only 6 blocks are not solid yet",
  });
});

test("a status instead of an answer, for as many calls as asked", async () => {
  await fault({ kind: "status", status: 503, path: "/wallet/getnowblock", count: 2 });
  const statuses: number[] = [];
  for (let call = 0; call < 3; call++) {
    const { statusCode, body } = await request(`${chain.node.url}/wallet/getnowblock`);
    await body.dump();
    statuses.push(statusCode);
  }
  expect(statuses).toEqual([503, 503, 200]);
  expect((await chain.post("/sandbox/state")).faults).toEqual([]);
});

test("a connection that is dropped, before or after the work was done", async () => {
  const lost = await chain.delegation();
  const done = await chain.delegation({ stakeSun: 1_000_000 });
  await fault({ kind: "drop", path: "/wallet/broadcasthex" });
  await expect(chain.broadcast(lost)).rejects.toThrow();
  await fault({ kind: "accept-then-drop", path: "/wallet/broadcasthex" });
  await expect(chain.broadcast(done)).rejects.toThrow();
  await chain.mine();
  expect(await infoOf(lost)).toEqual({});
  expect(await infoOf(done)).toMatchObject({ id: done.txID });
});

test("an answer that never comes, though the work is done", async () => {
  const transaction = await chain.delegation();
  await fault({ kind: "accept-then-hang", path: "/wallet/broadcasthex" });
  const answer = request(`${chain.node.url}/wallet/broadcasthex`, {
    method: "POST",
    body: JSON.stringify({ transaction: hexOf(transaction) }),
    headersTimeout: 50,
  });
  await expect(answer).rejects.toThrow();
  await chain.mine();
  expect(await infoOf(transaction)).toMatchObject({ id: transaction.txID });
});

test("an answer that comes late", async () => {
  await fault({ kind: "delay", delayMs: 60, path: "*" });
  const startedAt = performance.now();
  await chain.post("/wallet/getnowblock");
  expect(performance.now() - startedAt).toBeGreaterThan(55);
});

test("a code instead of a verdict, after which the same bytes are new", async () => {
  const transaction = await chain.delegation();
  await fault({ kind: "code", code: "SERVER_BUSY", path: "/wallet/broadcasthex" });
  expect(await chain.broadcast(transaction)).toMatchObject({
    result: false,
    code: "SERVER_BUSY",
    message: "Server busy.",
  });
  expect(await chain.broadcast(transaction)).toMatchObject({ result: true });
});

test("a transaction that is accepted and never included", async () => {
  const transaction = await chain.delegation({ lifetimeMs: 9_000 });
  await fault({ kind: "never-include", path: "/wallet/broadcasthex" });
  expect(await chain.broadcast(transaction)).toMatchObject({ result: true });
  await chain.mine(2);
  expect(await chain.broadcast(transaction)).toMatchObject({ code: "DUP_TRANSACTION_ERROR" });
  expect(await infoOf(transaction)).toEqual({});
  await chain.mine(2);
  expect(await chain.post("/wallet/gettransactionbyid", { value: transaction.txID })).toEqual({});
});

test("faults can be taken back", async () => {
  await fault({ kind: "status", status: 429, path: "*", count: 100 });
  await chain.post("/sandbox/faults", { clear: true });
  expect(await chain.post("/wallet/getnowblock")).toHaveProperty("blockID");
});

test("a stalled chain makes no blocks until it goes on", async () => {
  await chain.close();
  chain = await rig({ blockMs: 5 });
  await chain.post("/sandbox/stall", { on: true });
  const head = await headNumber();
  const address = chain.owner;
  const { txid } = await chain.post("/sandbox/fund", { address, amountSun: 1_000_000 });
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(await headNumber()).toBe(head);
  await chain.post("/sandbox/stall", { on: false });
  await chain.post("/sandbox/fund", { address, amountSun: 1_000_000 });
  expect(await headNumber()).toBeGreaterThan(head);
  expect(await chain.post("/wallet/gettransactioninfobyid", { value: txid })).toHaveProperty("id");
});

test("an admin call that makes no sense is refused with what is wrong", async () => {
  expect(await chain.post("/sandbox/fund", { address: "T", amountSun: 1 })).toEqual({
    Error: "address: must be a base58 address",
  });
  expect(await chain.post("/sandbox/mine", { count: 0 })).toHaveProperty("Error");
});
