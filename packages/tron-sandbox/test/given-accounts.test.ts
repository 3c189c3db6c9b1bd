/** Accounts that the sandbox makes on request, the one that pays sellers, and signatures by its keys. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TronWeb } from "tronweb";
import { afterEach, beforeEach, expect, test } from "vitest";
import { randomKeyPair } from "../src/keys-file.js";
import { MNEMONIC_ACCOUNTS } from "../src/mnemonic-accounts.js";
import { type Json, RECEIVER, type Rig, rig, STAKE_SUN, temporaryDirectory } from "./support.js";

const SELLER = {
  name: "one",
  energy: 300_000,
  bandwidth: 20_000,
  feeBandwidth: 100_000,
  balanceSun: 5_000_000,
  permitsOperator: true,
};

let directory: string;
let chain: Rig;

beforeEach(async () => {
  directory = temporaryDirectory();
  chain = await rig({ directory });
});

afterEach(async () => {
  await chain.close();
  rmSync(directory, { recursive: true });
});

async function made(wanted: Json = SELLER): Promise<string> {
  return String((await chain.post("/sandbox/account", wanted)).address);
}

function account(address: string, side = "wallet"): Promise<Json> {
  return chain.post(`/${side}/getaccount`, { address, visible: true });
}

async function units(owner: string, resource: "ENERGY" | "BANDWIDTH"): Promise<number> {
  const { trx } = chain.tronweb;
  const { max_size } = await trx.getCanDelegatedMaxSize(owner, resource, { confirmed: false });
  const totals = await trx.getAccountResources(RECEIVER);
  const ratio =
    resource === "ENERGY"
      ? (totals.TotalEnergyLimit ?? 0) / (totals.TotalEnergyWeight ?? 1)
      : (totals.TotalNetLimit ?? 0) / (totals.TotalNetWeight ?? 1);
  return Math.trunc((max_size / 1e6) * ratio);
}

async function restart(change: (keys: Json) => void = () => {}): Promise<void> {
  await chain.close();
  const file = join(directory, "keys.json");
  const keys = JSON.parse(readFileSync(file, "utf8")) as Json;
  change(keys);
  writeFileSync(file, JSON.stringify(keys));
  chain = await rig({ directory });
}

test("an account can delegate what was asked for, by the operator's key, and pays its fees", async () => {
  const before = await chain.tronweb.trx.getAccountResources(RECEIVER);
  const owner = await made();
  expect(await units(owner, "ENERGY")).toBe(300_000);
  expect(await units(owner, "BANDWIDTH")).toBe(20_000);
  const { operator } = await chain.post("/sandbox/state");
  expect(await account(owner)).toMatchObject({
    balance: 5_000_000,
    active_permission: [
      {
        id: 2,
        threshold: 1,
        operations: `${"0".repeat(15)}6${"0".repeat(48)}`,
        keys: [{ address: operator, weight: 1 }],
      },
    ],
  });
  const delegation = await chain.delegation({ owner, lockBlocks: 300 });
  expect(await chain.broadcast(delegation)).toMatchObject({ code: "SUCCESS" });
  await chain.mine();
  expect(await units(owner, "BANDWIDTH")).toBe(20_000);
  expect(await account(owner)).toMatchObject({ balance: 5_000_000 });
  const after = await chain.tronweb.trx.getAccountResources(RECEIVER);
  expect(after.TotalEnergyWeight).toBe(before.TotalEnergyWeight);
  expect((await chain.post("/sandbox/state")).poolOwners).not.toContain(owner);
});

test("without a permission it is as new, and nobody else delegates for it", async () => {
  const owner = await made({ energy: 100_000 });
  expect(await account(owner)).toMatchObject({
    active_permission: [{ permission_name: "active" }],
  });
  const stranger = await chain.delegation({ owner, stakeSun: 1_000_000 });
  expect(await chain.broadcast(stranger)).toMatchObject({ code: "SIGERROR" });
});

test("a name gives the same account again, and nothing twice; no name gives another one", async () => {
  const owner = await made();
  expect(await made()).toBe(owner);
  expect(await units(owner, "ENERGY")).toBe(300_000);
  expect(await made({ ...SELLER, name: undefined })).not.toBe(owner);
  const { accounts } = await chain.post("/sandbox/state");
  expect(accounts).toEqual([{ name: "one", address: owner }, { address: expect.any(String) }]);
  await restart();
  expect(await made()).toBe(owner);
  expect(await account(owner)).toMatchObject({ balance: 5_000_000 });
});

test("it is solid at once, and no fork undoes it", async () => {
  await chain.mine(5);
  const owner = await made();
  expect(await account(owner, "walletsolidity")).toMatchObject({ balance: 5_000_000 });
  await chain.broadcast(await chain.delegation({ owner }));
  await chain.mine();
  await chain.post("/sandbox/reorg", { depth: 3, transactions: "vanish" });
  expect(await account(owner)).toMatchObject({ balance: 5_000_000 });
  expect(await units(owner, "ENERGY")).toBe(300_000);
});

test("a key without its account, as a crash leaves it, gets its account at the next call", async () => {
  const owner = await made();
  await restart((keys) => {
    keys.accounts = [{ ...randomKeyPair(), name: "crashed" }];
  });
  const crashed = await made({ ...SELLER, name: "crashed", balanceSun: 7_000_000 });
  expect(crashed).not.toBe(owner);
  expect(await account(crashed)).toMatchObject({ balance: 7_000_000 });
});

test("the account that pays sellers has TRX and bandwidth, in an older directory too", async () => {
  const addressOf = () => TronWeb.address.fromPrivateKey(chain.node.payoutKeyHex) || "";
  const paying = addressOf();
  await restart();
  expect(addressOf()).toBe(paying);
  await restart((keys) => {
    delete keys.payout;
    delete keys.accounts;
  });
  const newer = addressOf();
  expect(newer).not.toBe(paying);
  expect((await chain.post("/sandbox/state")).payout).toBe(newer);
  await restart();
  expect(addressOf()).toBe(newer);
  expect(await account(newer)).toMatchObject({ balance: 1_000_000_000_000 });
  const { transactionBuilder, trx } = chain.tronweb;
  const transfer = await transactionBuilder.sendTrx(RECEIVER, STAKE_SUN, newer);
  const signed = await trx.sign(transfer, chain.node.payoutKeyHex);
  expect(await chain.broadcast(signed)).toMatchObject({ code: "SUCCESS" });
  await chain.mine();
  expect(await account(newer)).toMatchObject({ balance: 1_000_000_000_000 - STAKE_SUN });
});

test("texts are signed as wallets sign them, by every key the sandbox has", async () => {
  const text = "Sell on this desk?\n\nIt moves nothing: 65,000 Energy × 1 ✓";
  const signers = [await made(), chain.owner, ...MNEMONIC_ACCOUNTS.slice(0, 2)];
  signers.push(MNEMONIC_ACCOUNTS[39] ?? "");
  for (const address of signers) {
    const { signature } = await chain.post("/sandbox/sign", { address, text });
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/);
    expect(await chain.tronweb.trx.verifyMessageV2(text, String(signature))).toBe(address);
  }
  const stranger = "TUSQzWDnJfWTmvXrQAx4Vk13LLdp1BJMgC";
  expect(await chain.post("/sandbox/sign", { address: stranger, text })).toEqual({
    Error: expect.stringMatching(/^The sandbox has no key of TUSQ/),
  });
});
