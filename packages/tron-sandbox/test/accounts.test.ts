/** Funding, transfers, freezing and changing permissions, by unmodified tronweb. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOfKey, randomPrivateKeyHex } from "../src/crypto/keys.js";
import { toBase58 } from "../src/wire/address.js";
import { mnemonicKey, RECEIVER, type Rig, rig, type Signed } from "./support.js";

let chain: Rig;
const keyHex = mnemonicKey(0);

beforeAll(async () => {
  chain = await rig();
});

afterAll(() => chain.close());

function freshAddress(): string {
  return toBase58(addressOfKey(randomPrivateKeyHex()));
}

const addressHex = (address: string) => chain.tronweb.address.toHex(address).toLowerCase();

async function send(to: string, sun: number): Promise<Signed> {
  const built = await chain.tronweb.transactionBuilder.sendTrx(to, sun, RECEIVER);
  return chain.tronweb.trx.sign(built, keyHex);
}

async function balance(address: string): Promise<number> {
  return chain.tronweb.trx.getUnconfirmedBalance(address);
}

test("the faucet activates an address by a transfer that is in a block", async () => {
  const address = freshAddress();
  expect(await chain.tronweb.trx.getUnconfirmedAccount(address)).toEqual({});
  const { txid } = await chain.post("/sandbox/fund", { address, amountSun: 25_000_000 });
  expect(await balance(address)).toBe(25_000_000);
  const head = await chain.tronweb.trx.getCurrentBlock();
  expect(head.transactions).toEqual([
    expect.objectContaining({ txID: txid, ret: [{ contractRet: "SUCCESS" }] }),
  ]);
  await chain.post("/sandbox/fund", { address, amountSun: 25_000_000 });
  expect(await balance(address)).toBe(50_000_000);
});

test("a new account costs its creator 1 TRX and 0.1 TRX of bandwidth", async () => {
  const address = freshAddress();
  const before = await balance(RECEIVER);
  const transaction = await send(address, 2_000_000);
  expect(await chain.broadcast(transaction)).toMatchObject({ code: "SUCCESS" });
  await chain.mine();
  const info = await chain.tronweb.trx.getUnconfirmedTransactionInfo(transaction.txID);
  expect(info).toMatchObject({ fee: 1_100_000, receipt: { net_fee: 100_000 } });
  expect(await balance(RECEIVER)).toBe(before - 3_100_000);
  expect(await balance(address)).toBe(2_000_000);
});

test("an account is created with nothing in it, once, for the same", async () => {
  const address = freshAddress();
  const build = async () => {
    const built = await chain.tronweb.transactionBuilder.createAccount(address, RECEIVER);
    return chain.tronweb.trx.sign(built, keyHex);
  };
  const before = await balance(RECEIVER);
  const transaction = await build();
  expect(await chain.broadcast(transaction)).toMatchObject({ code: "SUCCESS" });
  await chain.mine();
  const info = await chain.tronweb.trx.getUnconfirmedTransactionInfo(transaction.txID);
  expect(info).toMatchObject({ fee: 1_100_000, receipt: { net_fee: 100_000 } });
  expect(await balance(RECEIVER)).toBe(before - 1_100_000);
  expect(await chain.tronweb.trx.getUnconfirmedAccount(address)).toMatchObject({
    address: addressHex(address),
  });
  await chain.mine();
  expect(await chain.broadcast(await build())).toMatchObject({
    code: "CONTRACT_VALIDATE_ERROR",
    message: "Contract validate error : Account has existed",
  });
});

test("600 bytes a day are free, then 1,000 SUN a byte are burnt", async () => {
  const address = (await chain.post("/sandbox/state")).faucet;
  const infos: unknown[] = [];
  for (let sun = 1; sun <= 3; sun++) {
    const transaction = await send(String(address), sun);
    await chain.broadcast(transaction);
    await chain.mine();
    const info = await chain.tronweb.trx.getUnconfirmedTransactionInfo(transaction.txID);
    infos.push(info.receipt);
  }
  expect(infos).toEqual([
    { net_usage: expect.any(Number) },
    { net_usage: expect.any(Number) },
    { net_fee: expect.any(Number) },
  ]);
  await chain.post("/sandbox/mine", { missedMs: 86_400_000 });
  const later = await send(String(address), 4);
  await chain.broadcast(later);
  await chain.mine();
  const info = await chain.tronweb.trx.getUnconfirmedTransactionInfo(later.txID);
  expect(info.receipt).toEqual({ net_usage: expect.any(Number) });
});

test("frozen TRX is stake, and adds to the network's weight", async () => {
  const before = await chain.tronweb.trx.getAccountResources(RECEIVER);
  const { transactionBuilder, trx } = chain.tronweb;
  const built = await transactionBuilder.freezeBalanceV2(100_000_000, "ENERGY", RECEIVER);
  const signed = await trx.sign(built, keyHex);
  expect(await chain.broadcast(signed)).toMatchObject({ code: "SUCCESS" });
  await chain.mine();
  const after = await trx.getAccountResources(RECEIVER);
  expect(after.TotalEnergyWeight).toBe(before.TotalEnergyWeight + 100);
  expect(after.EnergyLimit).toBe(1_086);
});

test("an owner gives a key the right to delegate, and takes it away", async () => {
  const address = freshAddress();
  await chain.post("/sandbox/fund", { address, amountSun: 200_000_000 });
  const seller = mnemonicKey(1);
  const owner = chain.tronweb.address.fromPrivateKey(seller) || "";
  const hex = chain.tronweb.address.toHex(address);
  const ownerHex = chain.tronweb.address.toHex(owner);
  const operations = `${"0".repeat(15)}6${"0".repeat(48)}`;
  const built = await chain.tronweb.transactionBuilder.updateAccountPermissions(
    owner,
    { type: 0, permission_name: "owner", threshold: 1, keys: [{ address: ownerHex, weight: 1 }] },
    null,
    [
      {
        type: 2,
        permission_name: "desk",
        threshold: 1,
        operations,
        keys: [{ address: hex, weight: 1 }],
      },
    ],
  );
  const before = await balance(owner);
  const signed = await chain.tronweb.trx.sign(built, seller);
  expect(await chain.broadcast(signed)).toMatchObject({ code: "SUCCESS" });
  await chain.mine();
  expect(await balance(owner)).toBe(before - 100_000_000);
  const account = await chain.tronweb.trx.getUnconfirmedAccount(owner);
  expect(account.active_permission).toEqual([
    {
      type: "Active",
      id: 2,
      permission_name: "desk",
      threshold: 1,
      operations,
      keys: [{ address: hex, weight: 1 }],
    },
  ]);
  await chain.post("/sandbox/revoke-permission", { address: owner });
  const revoked = await chain.tronweb.trx.getUnconfirmedAccount(owner);
  expect(revoked.active_permission).toMatchObject([{ id: 2, keys: [{ address: ownerHex }] }]);
});

test("a permission that changes while a transaction is pending drops it silently", async () => {
  const transaction = await chain.delegation();
  await chain.broadcast(transaction);
  await chain.post("/sandbox/revoke-permission", { address: chain.owner });
  await chain.mine();
  expect(await chain.post("/wallet/gettransactionbyid", { value: transaction.txID })).toEqual({});
  expect(await chain.broadcast(transaction)).toMatchObject({ code: "SIGERROR" });
  const operator = (await chain.post("/sandbox/state")).operator;
  await chain.post("/sandbox/permission", {
    address: chain.owner,
    actives: [{ operations: `${"0".repeat(15)}6${"0".repeat(48)}`, keys: [{ address: operator }] }],
  });
  expect(await chain.broadcast(transaction)).toMatchObject({ code: "SUCCESS" });
});

test("getsignweight and getapprovedlist say who has signed", async () => {
  const transaction = await chain.delegation();
  const operator = (await chain.post("/sandbox/state")).operator;
  const weight = await chain.tronweb.trx.getSignWeight(transaction);
  expect(weight).toMatchObject({ result: {}, current_weight: 1, permission: { id: 2 } });
  expect(weight.approved_list).toEqual([chain.tronweb.address.toHex(String(operator))]);
  const { signature: _, ...unsigned } = transaction;
  const none = await chain.tronweb.trx.getSignWeight(unsigned);
  expect(none.result).toEqual({ code: "NOT_ENOUGH_PERMISSION" });
  const approved = await chain.tronweb.trx.getApprovedList(transaction);
  expect(approved).toMatchObject({ approved_list: weight.approved_list });
  const stranger = await chain.delegation({ keyHex: randomPrivateKeyHex() });
  const denied = await chain.tronweb.trx.getSignWeight(stranger);
  expect(denied.result).toMatchObject({ code: "PERMISSION_ERROR" });
});
