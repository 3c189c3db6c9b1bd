/** The contract, and a delegation's whole life, against the embedded node. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createNodeCalls, type NodeCalls } from "../../src/chain/node-calls.js";
import type { SignedTransaction } from "../../src/chain/port.js";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { readContract } from "./contract.js";
import {
  delegation,
  type Environment,
  SOLID_LAG,
  startEnvironment,
  undelegation,
} from "./sandbox-environment.js";

let environment: Environment;
let calls: NodeCalls;
beforeAll(async () => {
  environment = await startEnvironment();
  calls = createNodeCalls({ fullHost: environment.nodeUrl, requestsPerSecond: 10_000 });
  await environment.mine(30);
  await environment.activatedAddress();
  await environment.mine(10);
});
afterAll(async () => {
  await calls.close();
  await environment.close();
});

readContract("sandbox node", {
  chain: () => environment.chain,
  calls: () => calls,
  pause: () => environment.mine(),
  activated: () => environment.owner,
  unactivated: () => environment.unknownAddress(),
});

/** Broadcasts to its own receiver and expects the node to take it. */
async function deliver(signed: SignedTransaction, receiver: Address) {
  expect(await environment.chain.broadcast(signed, receiver)).toEqual({ kind: "accepted" });
  await environment.mine();
  return must(await environment.chain.inclusion(signed.txid), "not included");
}

describe("a pool owner", () => {
  it("lets the operator delegate by its permission", async () => {
    const { chain, owner, key } = environment;
    const account = must(await chain.account(owner), "no owner");
    const [permission] = account.permissions;
    expect(permission).toMatchObject({ id: key.permissionId, threshold: 1 });
    expect(permission?.operations).toBe(`${"0".repeat(15)}6${"0".repeat(48)}`);
    expect(permission?.keys).toHaveLength(1);
    expect(await chain.delegatableSun(owner, "energy")).toBeGreaterThan(1_000_000_000);
  });
});

describe("an account", () => {
  it("becomes activated, and a contract", async () => {
    const { chain, admin } = environment;
    const fresh = environment.unknownAddress();
    expect(await chain.account(fresh)).toBeUndefined();
    await admin("fund", { address: fresh, amountSun: 5_000_000 });
    expect(await chain.account(fresh)).toMatchObject({ contract: false, balanceSun: 5_000_000 });
    await admin("contract", { address: fresh });
    expect(await chain.account(fresh)).toMatchObject({ contract: true });
  });
});

describe("a locked delegation", () => {
  it("is accepted, included, solidified, and taken back after its lock", async () => {
    const { chain, owner, mine } = environment;
    const receiver = await environment.activatedAddress();
    const before = await chain.delegatableSun(owner, "energy");
    const intent = delegation(owner, receiver, 300);
    const signed = await environment.sign(intent);
    const parent = await chain.head();

    expect(await chain.broadcast(signed, receiver)).toEqual({ kind: "accepted" });
    expect(await chain.broadcast(signed, receiver)).toEqual({ kind: "seen" });
    expect(await chain.inclusion(signed.txid)).toBeUndefined();
    await mine();

    const inclusion = must(await chain.inclusion(signed.txid), "not included");
    const block = must(await chain.block(inclusion.blockNumber), "no block");
    expect(inclusion).toEqual({
      blockNumber: parent.number + 1,
      blockTimestampMs: block.timestampMs,
      success: true,
    });
    expect(block.transactions).toMatchObject([{ txid: signed.txid, success: true }]);
    expect(block.parentId).toBe(parent.id);
    expect(await chain.broadcast(signed, receiver)).toEqual({ kind: "seen" });

    const lockExpiresAt = parent.timestampMs + 300 * 3_000;
    const record = { unlockedSun: 0, lockedSun: intent.stakeSun, lockExpiresAt };
    expect(await chain.delegated(owner, receiver, "energy")).toEqual(record);
    expect((await chain.resources(receiver)).limit.energy).toBe(1_086);
    expect(await chain.delegatableSun(owner, "energy")).toBe(before - intent.stakeSun);

    expect(await chain.solidified(signed.txid)).toBe(false);
    await mine(SOLID_LAG);
    expect(await chain.solidified(signed.txid)).toBe(true);

    const early = await environment.sign(undelegation(owner, receiver));
    expect(await chain.broadcast(early, receiver, "reclaim")).toMatchObject({
      kind: "rejected",
      reason: "not_undelegatable",
    });
    await mine(300);
    const reclaim = await environment.sign(undelegation(owner, receiver));
    expect(await deliver(reclaim, receiver)).toMatchObject({ success: true });
    expect(await chain.delegated(owner, receiver, "energy")).toMatchObject({
      unlockedSun: 0,
      lockedSun: 0,
    });
  });
});

describe("an unlocked delegation", () => {
  it("of equal parts makes two transactions, and is taken back by amount", async () => {
    const { chain, owner } = environment;
    const receiver = await environment.activatedAddress();
    const part = delegation(owner, receiver);
    const signed = [await environment.sign(part), await environment.sign(part)];
    for (const one of signed) expect((await chain.broadcast(one, receiver)).kind).toBe("accepted");
    await environment.mine();
    const record = await chain.delegated(owner, receiver, "energy");
    expect(record).toEqual({ unlockedSun: 200_000_000, lockedSun: 0, lockExpiresAt: 0 });
    await deliver(await environment.sign(undelegation(owner, receiver, 150)), receiver);
    expect((await chain.delegated(owner, receiver, "energy")).unlockedSun).toBe(50_000_000);
  });

  it("of Bandwidth stands by itself", async () => {
    const { chain, owner } = environment;
    const receiver = await environment.activatedAddress();
    const intent = { ...delegation(owner, receiver, 1_200), resource: "bandwidth" } as const;
    await deliver(await environment.sign(intent), receiver);
    expect(await chain.delegated(owner, receiver, "energy")).toMatchObject({ lockedSun: 0 });
    expect(await chain.delegated(owner, receiver, "bandwidth")).toMatchObject({
      lockedSun: intent.stakeSun,
    });
    expect((await chain.resources(receiver)).limit.bandwidth).toBe(166);
  });
});

describe("a fork", () => {
  it("takes an inclusion back, and the same bytes go in again", async () => {
    const { chain, owner, admin } = environment;
    const receiver = await environment.activatedAddress();
    const signed = await environment.sign(delegation(owner, receiver));
    const { blockNumber } = await deliver(signed, receiver);
    const dropped = await chain.block(blockNumber);
    await admin("reorg", { depth: 1, transactions: "vanish" });
    expect(await chain.inclusion(signed.txid)).toBeUndefined();
    expect((await chain.block(blockNumber))?.id).not.toBe(dropped?.id);
    await deliver(signed, receiver);
    expect((await chain.delegated(owner, receiver, "energy")).unlockedSun).toBe(100_000_000);
  });
});
