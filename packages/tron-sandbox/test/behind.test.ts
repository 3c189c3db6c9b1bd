/** A node that is behind its network: what it tells is old, and what it takes it passes to nobody. */
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Database from "#shared/sqlite.js";
import { type Json, RECEIVER, type Rig, rig, type Signed, STAKE_SUN } from "./support.js";

const LAG = 3;

let chain: Rig;

beforeEach(async () => {
  chain = await rig({ solidLagBlocks: LAG });
});

afterEach(async () => {
  vi.useRealTimers();
  await chain.close();
});

const add = (fault: Json) => chain.post("/sandbox/faults", { add: [fault] });
const behind = (more: Json) => add({ kind: "behind", path: "*", count: "unlimited", ...more });
const goOn = () => chain.post("/sandbox/faults", { clear: true });
const infoOf = ({ txID }: Signed) => chain.post("/wallet/gettransactioninfobyid", { value: txID });
const transactionOf = ({ txID }: Signed) =>
  chain.post("/wallet/gettransactionbyid", { value: txID });

async function numberOf(path: string): Promise<number> {
  const { blockID } = await chain.post(path);
  return Number.parseInt(String(blockID).slice(0, 16), 16);
}

/** All that is read of the chain, and of an account on it. */
async function reads(): Promise<Json> {
  const body = { address: RECEIVER, visible: true };
  const pair = { fromAddress: chain.owner, toAddress: RECEIVER, visible: true };
  const answers: Json = {};
  for (const side of ["wallet", "walletsolidity"]) {
    answers[side] = [
      await chain.post(`/${side}/getnowblock`),
      await chain.post(`/${side}/getnodeinfo`),
      await chain.post(`/${side}/getaccount`, body),
      await chain.post(`/${side}/getdelegatedresourcev2`, pair),
      await chain.post(`/${side}/getdelegatedresourceaccountindexv2`, { ...body, value: RECEIVER }),
      await chain.post(`/${side}/getburntrx`),
    ];
  }
  answers.resources = await chain.post("/wallet/getaccountresource", body);
  return answers;
}

async function delegated(how = {}): Promise<Signed> {
  const transaction = await chain.delegation(how);
  expect(await chain.broadcast(transaction)).toMatchObject({ code: "SUCCESS" });
  await chain.mine();
  return transaction;
}

test("so many blocks behind, everything is as it was then, and it follows", async () => {
  const old = await delegated();
  const then = await reads();
  const head = await numberOf("/wallet/getnowblock");
  const late = await delegated({ stakeSun: 2 * STAKE_SUN });
  await chain.mine(29);
  const now = await reads();
  await behind({ blocks: 30 });
  expect(await reads()).toEqual(then);
  expect(await infoOf(old)).toHaveProperty("blockNumber", head);
  expect(await infoOf(late)).toEqual({});
  expect(await transactionOf(late)).toEqual({});
  expect(await chain.post("/wallet/getblockbynum", { num: head + 1 })).toEqual({});
  const range = { startNum: head, endNum: head + 10 };
  expect((await chain.post("/wallet/getblockbylimitnext", range)).block).toHaveLength(1);
  await chain.mine(2);
  expect(await numberOf("/wallet/getnowblock")).toBe(head + 2);
  expect(await numberOf("/walletsolidity/getnowblock")).toBe(head + 2 - LAG);
  expect(await infoOf(late)).toHaveProperty("blockNumber", head + 1);
  await goOn();
  expect(await numberOf("/wallet/getnowblock")).toBe(head + 32);
  expect((await reads()).resources).toEqual(now.resources);
});

test("standing, it stays where it is however far the network goes", async () => {
  await delegated();
  const then = await reads();
  await behind({ standing: true });
  await chain.mine(2);
  await chain.post("/sandbox/freeze", {
    address: RECEIVER,
    resource: "energy",
    amountSun: STAKE_SUN,
  });
  await chain.mine(600);
  expect(await reads()).toEqual(then);
  await goOn();
  expect(await reads()).not.toEqual(then);
});

test("broadcasts are judged by the old state, and nobody else hears of them", async () => {
  await chain.mine(20);
  await delegated();
  const newBlock = await chain.tronweb.trx.getCurrentBlock();
  const undelegation = await chain.undelegation();
  await behind({ blocks: 10 });
  // Of the newest blocks and of the delegation in the last it knows nothing.
  expect(await chain.broadcast(undelegation)).toMatchObject({ code: "TAPOS_ERROR" });
  expect(await chain.broadcast(await chain.undelegation())).toMatchObject({
    message: "Contract validate error : delegated Resource does not exist",
  });
  const lost = await chain.delegation();
  expect(await chain.broadcast(lost)).toMatchObject({ result: true, txid: lost.txID });
  expect(await chain.broadcast(lost)).toMatchObject({ code: "DUP_TRANSACTION_ERROR" });
  expect(await transactionOf(lost)).toHaveProperty("txID", lost.txID);
  expect(await chain.post("/wallet/getpendingsize")).toEqual({ pendingSize: 1 });
  await chain.mine(3);
  expect(await chain.broadcast(lost)).toMatchObject({ code: "DUP_TRANSACTION_ERROR" });
  expect(await infoOf(lost)).toEqual({});
  await goOn();
  expect(await transactionOf(lost)).toEqual({});
  expect(await chain.broadcast(lost)).toMatchObject({ code: "SUCCESS" });
  await chain.mine();
  expect(await infoOf(lost)).toHaveProperty(
    "blockNumber",
    newBlock.block_header.raw_data.number + 4,
  );
});

test("one call may meet a node that is behind, and other faults besides", async () => {
  await chain.mine(5);
  const head = await numberOf("/wallet/getnowblock");
  await add({ kind: "behind", path: "/wallet/getnowblock", blocks: 4 });
  await add({ kind: "behind", path: "/wallet/getnodeinfo", blocks: 2, count: "unlimited" });
  await add({ kind: "status", status: 503, path: "/wallet/getnodeinfo" });
  expect(await numberOf("/walletsolidity/getnowblock")).toBe(head - LAG);
  expect(await numberOf("/wallet/getnowblock")).toBe(head - 4);
  expect(await numberOf("/wallet/getnowblock")).toBe(head);
  expect(await chain.post("/wallet/getnodeinfo")).toEqual({ Error: "fault 503" });
  expect((await chain.post("/wallet/getnodeinfo")).block).toContain(`Num:${head - 2},`);
  const { faults } = await chain.post("/sandbox/faults", { clear: "behind" });
  expect(faults).toEqual([]);
});

test("a node that was started again remembers old states too", async () => {
  await delegated();
  const then = await reads();
  await chain.mine(40);
  const { directory, node } = chain;
  await node.close();
  chain = { ...(await rig({ solidLagBlocks: LAG, directory })), close: chain.close };
  await behind({ blocks: 40 });
  expect(await reads()).toEqual(then);
});

test("a directory of an older sandbox, which forgot solid blocks at once, remembers from then on", async () => {
  await delegated();
  await chain.mine(10);
  const now = await reads();
  const { directory, node } = chain;
  await node.close();
  const database = new Database(join(directory, "chain.db"));
  database.exec("DELETE FROM undo; DROP TABLE undone");
  database.close();
  chain = { ...(await rig({ solidLagBlocks: LAG, directory })), close: chain.close };
  expect(await reads()).toEqual(now);
  expect(await behind({ blocks: 5 })).toEqual({
    Error: "the node remembers the states of its newest 0 blocks only",
  });
  await delegated({ stakeSun: 2 * STAKE_SUN });
  await chain.mine(4);
  await behind({ blocks: 5 });
  expect(await reads()).toEqual(now);
});

test("further back than the node remembers it cannot be, and keeps nothing of it", async () => {
  await delegated();
  await chain.mine(300);
  expect(await behind({ blocks: 250 })).toEqual({
    Error: "the node remembers the states of its newest 200 blocks only",
  });
  expect(await behind({ blocks: 200 })).toHaveProperty("faults");
  await chain.node.close();
  const database = new Database(join(chain.directory, "chain.db"));
  expect(database.prepare("SELECT block FROM undo WHERE block < 90").all()).toEqual([]);
  database.close();
});

test("it follows its network through a fork", async () => {
  await delegated();
  await chain.mine();
  await behind({ blocks: 1 });
  const before = await chain.post("/wallet/getnowblock");
  await chain.post("/sandbox/reorg", { depth: 2, transactions: "vanish" });
  const after = await chain.post("/wallet/getnowblock");
  expect(after.blockID).not.toBe(before.blockID);
  expect(await chain.tronweb.trx.getAccountResources(RECEIVER)).not.toHaveProperty("EnergyLimit");
});

test("accepted and forgotten: a yes, and no trace of the transaction", async () => {
  const lost = await chain.delegation();
  const path = "/wallet/broadcasthex";
  await add({ kind: "accept-and-forget", path, count: "unlimited" });
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await chain.broadcast(lost)).toMatchObject({ result: true, txid: lost.txID });
    expect(await transactionOf(lost)).toEqual({});
    await chain.mine();
  }
  expect(await infoOf(lost)).toEqual({});
  // What would be refused is refused.
  const wrong = await chain.delegation({ stakeSun: 1 });
  expect(await chain.broadcast(wrong)).toMatchObject({ code: "CONTRACT_VALIDATE_ERROR" });
  const other = { kind: "delay", delayMs: 1, path: "/wallet/getnowblock", count: 2 };
  await add(other);
  const left = await chain.post("/sandbox/faults", { clear: "accept-and-forget" });
  expect(left.faults).toEqual([other]);
  expect(await chain.broadcast(lost)).toMatchObject({ code: "SUCCESS" });
  await chain.mine();
  expect(await infoOf(lost)).toHaveProperty("blockNumber");
});

test("a fault for a time ends by itself", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await add({ kind: "never-include", path: "/wallet/broadcasthex", forMs: 60_000 });
  const withheld = [await chain.delegation(), await chain.delegation({ stakeSun: 1_000_000 })];
  for (const one of withheld) await chain.broadcast(one);
  await chain.mine();
  for (const one of withheld) expect(await infoOf(one)).toEqual({});
  const { faults } = await chain.post("/sandbox/faults");
  expect(faults).toEqual([{ kind: "never-include", path: "/wallet/broadcasthex", forMs: 60_000 }]);
  vi.setSystemTime(Date.now() + 60_001);
  expect((await chain.post("/sandbox/faults")).faults).toEqual([]);
  const taken = await delegated({ stakeSun: 2_000_000 });
  expect(await infoOf(taken)).toHaveProperty("blockNumber");
});
