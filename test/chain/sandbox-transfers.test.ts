/** Transfers through the port against the embedded node: delivered once, and each refusal by its reason. */
import { randomBytes } from "node:crypto";
import { TronWeb } from "tronweb";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { transfersOf } from "../../src/chain/incoming-money.js";
import type { TransactionIntent } from "../../src/chain/port.js";
import { readSigned } from "../../src/chain/signed-elsewhere.js";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import { type Environment, SOLID_LAG, startEnvironment } from "./sandbox-environment.js";

const TRX = 1_000_000;
const PRIVATE_KEY_HEX = randomBytes(32).toString("hex");
const OWNER_KEY = { privateKeyHex: PRIVATE_KEY_HEX, permissionId: 0 };
const payer = addressOfKey(PRIVATE_KEY_HEX);

let environment: Environment;
beforeAll(async () => {
  environment = await startEnvironment();
  await environment.admin("fund", { address: payer, amountSun: 100 * TRX });
});
afterAll(() => environment.close());
afterEach(() => environment.admin("faults", { clear: true }));

function transfer(receiver: Address, amountTrx: number, owner = payer): TransactionIntent {
  return { kind: "transfer", owner, receiver, amountSun: sun(amountTrx * TRX) };
}

const balanceOf = async (address: Address) =>
  (await environment.chain.account(address))?.balanceSun ?? 0;

it("arrives once, however often its bytes are sent, and is solidified", async () => {
  const { chain, mine } = environment;
  const receiver = await environment.activatedAddress();
  const before = await balanceOf(receiver);
  const signed = await environment.sign(transfer(receiver, 12.5), OWNER_KEY);
  expect(await chain.broadcast(signed, receiver)).toEqual({ kind: "accepted" });
  expect(await chain.broadcast(signed, receiver)).toEqual({ kind: "seen" });
  await mine();
  expect(await chain.inclusion(signed.txid)).toMatchObject({ success: true });
  expect(await chain.broadcast(signed, receiver)).toEqual({ kind: "seen" });
  expect(await balanceOf(receiver)).toBe(before + 12.5 * TRX);
  expect(await chain.solidified(signed.txid)).toBe(false);
  await mine(SOLID_LAG);
  expect(await chain.solidified(signed.txid)).toBe(true);
  expect(await balanceOf(receiver)).toBe(before + 12.5 * TRX);
});

it("arrives when it was built here and signed by a wallet", async () => {
  const { chain, mine } = environment;
  const receiver = environment.unknownAddress();
  const head = await chain.head();
  const frame = {
    reference: await chain.solidHead(),
    timestampMs: head.timestampMs,
    expiresAt: head.timestampMs + 60_000,
  };
  const { transaction, txid } = await chain.buildUnsigned(transfer(receiver, 4), frame);
  const wallet = new TronWeb({ fullHost: "http://127.0.0.1:9" });
  const signed = readSigned(await wallet.trx.sign(transaction as never, PRIVATE_KEY_HEX));
  expect(signed).toMatchObject({ txid, signers: [payer] });
  const before = await balanceOf(payer);
  expect(await chain.broadcast(signed, receiver)).toEqual({ kind: "accepted" });
  await mine(SOLID_LAG + 1);
  const { accountCreationSun, accountCreationBandwidthSun } = await chain.parameters();
  const costSun = before - (await balanceOf(payer)) - 4 * TRX;
  expect(costSun).toBe(accountCreationSun + accountCreationBandwidthSun);
  const told = await chain.solidMoneyOf(txid);
  const money = { txid, source: "transfer", position: 0, from: payer, to: receiver, asset: "TRX" };
  expect(told).toMatchObject({ success: true, money: [{ ...money, amount: 4_000_000n }] });
  const at = told?.blockNumber ?? 0;
  const [block] = await chain.solidBlocks(at, at);
  expect(transfersOf(must(block, "it is solid"))).toEqual(told?.money);
  expect((await chain.solidMoney(must(block, "it is solid"))).money).toEqual([]);
});

it("is paid once when the node took it and did not say so", async () => {
  const { chain, mine, admin } = environment;
  const receiver = await environment.activatedAddress();
  const before = await balanceOf(receiver);
  const signed = await environment.sign(transfer(receiver, 2), OWNER_KEY);
  await admin("faults", { add: [{ kind: "accept-then-drop", path: "/wallet/broadcasthex" }] });
  expect((await chain.broadcast(signed, receiver)).kind).toBe("unknown");
  expect(await chain.broadcast(signed, receiver)).toEqual({ kind: "seen" });
  await mine();
  expect(await balanceOf(receiver)).toBe(before + 2 * TRX);
});

it("goes in again after a fork has dropped it", async () => {
  const { chain, mine, admin } = environment;
  const receiver = await environment.activatedAddress();
  const before = await balanceOf(receiver);
  const signed = await environment.sign(transfer(receiver, 3), OWNER_KEY);
  await chain.broadcast(signed, receiver);
  await mine();
  await admin("reorg", { depth: 1, transactions: "vanish" });
  expect(await balanceOf(receiver)).toBe(before);
  await chain.broadcast(signed, receiver);
  await mine();
  expect(await balanceOf(receiver)).toBe(before + 3 * TRX);
});
