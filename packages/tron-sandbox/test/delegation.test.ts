/**
 * Delegating and taking back, by unmodified tronweb: what the chain then says of owner and
 * receiver.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { MNEMONIC_ACCOUNTS } from "../src/mnemonic-accounts.js";
import { OTHER, RECEIVER, type Rig, rig, STAKE_SUN } from "./support.js";

let chain: Rig;

beforeAll(async () => {
  chain = await rig();
});

afterAll(() => chain.close());

const receivers = MNEMONIC_ACCOUNTS.slice(10);
/** Each test delegates to an account of its own. */
function freshReceiver(): string {
  return receivers.shift() ?? "";
}

async function records(receiver: string): Promise<unknown> {
  const pair = { fromAddress: chain.owner, toAddress: receiver, visible: true };
  return (await chain.post("/wallet/getdelegatedresourcev2", pair)).delegatedResource;
}

async function maxSize(confirmed = false, owner = chain.owner): Promise<number> {
  const answer = await chain.tronweb.trx.getCanDelegatedMaxSize(owner, "ENERGY", {
    confirmed,
  });
  return answer.max_size;
}

async function headMs(): Promise<number> {
  return (await chain.tronweb.trx.getCurrentBlock()).block_header.raw_data.timestamp;
}

test("the pool delegates exactly what was asked for, and has 100,000 TRX an owner for fees", async () => {
  let energySun = 0;
  let bandwidthSun = 0;
  for (const owner of chain.node.poolOwners) {
    const energy = await chain.tronweb.trx.getCanDelegatedMaxSize(owner, "ENERGY");
    const bandwidth = await chain.tronweb.trx.getCanDelegatedMaxSize(owner, "BANDWIDTH");
    energySun += energy.max_size;
    bandwidthSun += bandwidth.max_size;
    expect(await chain.tronweb.trx.getUnconfirmedBalance(owner)).toBe(100_000_000_000);
  }
  expect(Math.trunc((energySun / 1e6) * (180e9 / 16.56e9))).toBe(100_000_000);
  expect(Math.trunc((bandwidthSun / 1e6) * (43.2e9 / 26e9))).toBe(2_000_000);
});

test("a delegation gives the receiver its units and takes the stake from the owner", async () => {
  const receiver = freshReceiver();
  const before = await maxSize();
  const transaction = await chain.delegation({ receiver });
  expect(await chain.tronweb.trx.sendRawTransaction(transaction)).toMatchObject({ result: true });
  await chain.mine();
  const info = await chain.tronweb.trx.getUnconfirmedTransactionInfo(transaction.txID);
  expect(info).toEqual({
    id: transaction.txID,
    blockNumber: expect.any(Number),
    blockTimeStamp: await headMs(),
    contractResult: [""],
    receipt: { net_usage: expect.any(Number) },
  });
  expect((await chain.tronweb.trx.getAccountResources(receiver)).EnergyLimit).toBe(65_000);
  expect(await maxSize()).toBe(before - STAKE_SUN);
  expect(await records(receiver)).toEqual([
    { from: chain.owner, to: receiver, frozen_balance_for_energy: STAKE_SUN },
  ]);
  const account = await chain.tronweb.trx.getUnconfirmedAccount(chain.owner);
  expect(account.account_resource).toMatchObject({
    delegated_frozenV2_balance_for_energy: expect.any(Number),
  });
});

test("a locked delegation comes back only strictly after its expiry", async () => {
  const receiver = freshReceiver();
  const locked = await chain.delegation({ receiver, lockBlocks: 5 });
  await chain.broadcast(locked);
  const parentMs = await headMs();
  await chain.mine();
  expect(await records(receiver)).toEqual([
    expect.objectContaining({ expire_time_for_energy: parentMs + 5 * 3_000 }),
  ]);
  await chain.mine(4);
  expect(await headMs()).toBe(parentMs + 5 * 3_000);
  expect(await chain.broadcast(await chain.undelegation(STAKE_SUN, receiver))).toMatchObject({
    code: "CONTRACT_VALIDATE_ERROR",
    message:
      "Contract validate error : insufficient delegateFrozenBalance(Energy), " +
      `request=${STAKE_SUN}, unlock_balance=0`,
  });
  await chain.mine();
  // Reads still show the lock; it is moved at the next change of the pair.
  expect(await records(receiver)).toHaveLength(1);
  expect(await chain.broadcast(await chain.undelegation(STAKE_SUN, receiver))).toMatchObject({
    code: "SUCCESS",
  });
  await chain.mine();
  expect(await records(receiver)).toBeUndefined();
  expect((await chain.tronweb.trx.getAccountResources(receiver)).EnergyLimit).toBeUndefined();
});

test("a lock may not become shorter, and a longer one holds all that is locked", async () => {
  const receiver = freshReceiver();
  await chain.broadcast(await chain.delegation({ receiver, lockBlocks: 300 }));
  await chain.mine();
  const parentMs = await headMs();
  expect(
    await chain.broadcast(await chain.delegation({ receiver, lockBlocks: 100 })),
  ).toMatchObject({
    code: "CONTRACT_VALIDATE_ERROR",
    message:
      "Contract validate error : The lock period for ENERGY this time cannot be less than the " +
      "remaining time[897000ms] of the last lock period for ENERGY!",
  });
  await chain.broadcast(await chain.delegation({ receiver, lockBlocks: 1_200 }));
  await chain.broadcast(await chain.delegation({ receiver, stakeSun: 1_000_000 }));
  await chain.mine();
  expect(await records(receiver)).toEqual([
    { from: chain.owner, to: receiver, frozen_balance_for_energy: 1_000_000 },
    {
      from: chain.owner,
      to: receiver,
      frozen_balance_for_energy: 2 * STAKE_SUN,
      expire_time_for_energy: parentMs + 1_200 * 3_000,
    },
  ]);
  const undelegate = await chain.broadcast(await chain.undelegation(1_000_000, receiver));
  expect(undelegate).toMatchObject({ code: "SUCCESS" });
});

test("the index knows the pair while anything is delegated", async () => {
  const receiver = freshReceiver();
  const hex = chain.tronweb.address.toHex(receiver);
  const index = () =>
    chain.tronweb.trx.getDelegatedResourceAccountIndexV2(receiver, { confirmed: false });
  await chain.broadcast(await chain.delegation({ receiver }));
  await chain.mine();
  expect(await index()).toEqual({
    account: hex,
    fromAccounts: [chain.tronweb.address.toHex(chain.owner)],
  });
  await chain.broadcast(await chain.undelegation(STAKE_SUN, receiver));
  await chain.mine();
  expect(await index()).toEqual({ account: hex });
});

test("used units go back to the owner with the stake, in proportion", async () => {
  const receiver = freshReceiver();
  await chain.broadcast(await chain.delegation({ receiver, stakeSun: 2 * STAKE_SUN }));
  await chain.mine();
  await chain.post("/sandbox/use", { address: receiver, resource: "energy", units: 65_000 });
  expect((await chain.tronweb.trx.getAccountResources(receiver)).EnergyUsed).toBe(65_000);
  const before = await maxSize();
  await chain.broadcast(await chain.undelegation(STAKE_SUN, receiver));
  await chain.mine();
  const used = (await chain.tronweb.trx.getAccountResources(receiver)).EnergyUsed;
  expect(used).toBeGreaterThan(32_400);
  expect(used).toBeLessThanOrEqual(32_500);
  const gained = (await maxSize()) - before;
  expect(gained).toBeGreaterThan(STAKE_SUN / 2 - 1_000_000);
  expect(gained).toBeLessThan(STAKE_SUN / 2 + 10_000_000);
});

test("an owner whose energy came back used can delegate it again over the next 24 hours", async () => {
  const owner = String(
    (await chain.post("/sandbox/account", { energy: 130_000, permitsOperator: true })).address,
  );
  const receiver = freshReceiver();
  const full = await maxSize(false, owner);
  await chain.broadcast(await chain.delegation({ owner, receiver, lockBlocks: 300 }));
  await chain.mine();
  await chain.post("/sandbox/use", { address: receiver, resource: "energy", units: 65_000 });
  await chain.post("/sandbox/mine", { missedMs: 301 * 3_000 });
  await chain.broadcast(await chain.undelegation(STAKE_SUN, receiver, owner));
  await chain.mine();
  // 15 minutes of the 24 hours have passed by then: 1 % of the usage has recovered.
  const missing = () => maxSize(false, owner).then((now) => (full - now) / STAKE_SUN);
  expect(await missing()).toBeCloseTo(0.99, 2);
  expect(
    await chain.broadcast(await chain.delegation({ owner, stakeSun: full - STAKE_SUN / 2 })),
  ).toMatchObject({ code: "CONTRACT_VALIDATE_ERROR" });
  for (const left of [0.74, 0.49, 0.24]) {
    await chain.post("/sandbox/mine", { missedMs: 6 * 3_600_000 });
    expect(await missing()).toBeCloseTo(left, 2);
  }
  await chain.post("/sandbox/mine", { missedMs: 6 * 3_600_000 });
  expect(await maxSize(false, owner)).toBe(full);
});

test("an owner that uses energy itself can delegate that much less, at once and for a day", async () => {
  const owner = String((await chain.post("/sandbox/account", { energy: 130_000 })).address);
  const full = await maxSize(false, owner);
  await chain.post("/sandbox/use", { address: owner, resource: "energy", units: 65_000 });
  expect((full - (await maxSize(false, owner))) / STAKE_SUN).toBeCloseTo(1, 3);
  await chain.post("/sandbox/mine", { missedMs: 12 * 3_600_000 });
  expect((full - (await maxSize(false, owner))) / STAKE_SUN).toBeCloseTo(0.5, 2);
  await chain.post("/sandbox/mine", { missedMs: 12 * 3_600_000 });
  expect(await maxSize(false, owner)).toBe(full);
});

test("usage recovers linearly over a day of blocks", async () => {
  await chain.post("/sandbox/freeze", { address: OTHER, resource: "energy", amountSun: STAKE_SUN });
  await chain.post("/sandbox/use", { address: OTHER, resource: "energy", units: 60_000 });
  await chain.post("/sandbox/mine", { missedMs: 7_200 * 3_000 });
  const used = (await chain.tronweb.trx.getAccountResources(OTHER)).EnergyUsed;
  expect(used).toBeGreaterThanOrEqual(44_990);
  expect(used).toBeLessThanOrEqual(45_000);
});

test("bandwidth is delegated by the same rules", async () => {
  const receiver = freshReceiver();
  const transaction = await chain.delegation({
    receiver,
    resource: "BANDWIDTH",
    stakeSun: 601_851_852,
  });
  expect(await chain.broadcast(transaction)).toMatchObject({ code: "SUCCESS" });
  await chain.mine();
  expect((await chain.tronweb.trx.getAccountResources(receiver)).NetLimit).toBe(1_000);
});

test("the solid state follows behind the head", async () => {
  const owner = chain.node.poolOwners[1] ?? "";
  const transaction = await chain.delegation({ owner, receiver: RECEIVER });
  const solidBefore = await maxSize(true, owner);
  await chain.broadcast(transaction);
  await chain.mine();
  const found = () => chain.tronweb.trx.getTransactionInfo(transaction.txID);
  expect(await found()).toEqual({});
  expect(await maxSize(true, owner)).toBe(solidBefore);
  await chain.mine(3);
  expect(await found()).toMatchObject({ id: transaction.txID });
  expect(await maxSize(true, owner)).toBe(solidBefore - STAKE_SUN);
});

test("Bandwidth is used of the stake, and of the day's free where that is not enough", async () => {
  const receiver = freshReceiver();
  const used = async () => {
    const { NetUsed = 0, freeNetUsed = 0 } = await chain.tronweb.trx.getAccountResources(receiver);
    return { NetUsed, freeNetUsed };
  };
  const use = (units: number) =>
    chain.post("/sandbox/use", { address: receiver, resource: "bandwidth", units });
  await use(400);
  expect(await used()).toEqual({ NetUsed: 0, freeNetUsed: 400 });
  await chain.post("/sandbox/freeze", {
    address: receiver,
    resource: "bandwidth",
    amountSun: 1_000_000_000,
  });
  await use(300);
  expect(await used()).toEqual({ NetUsed: 300, freeNetUsed: 400 });
});
