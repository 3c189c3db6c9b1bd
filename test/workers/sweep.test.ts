/** Sweeps on a node that makes blocks when told to: what is sent and in no block yet. */
import { MNEMONIC_ACCOUNTS, USDT_CONTRACT } from "tron-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { createTronChain } from "../../src/chain/tron-chain.js";
import { address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import type { SweepFile, SweepSent } from "../../src/domain/sweep-file.js";
import { createCustomer, readCustomers } from "../../src/engine/customers/customers.js";
import {
  confirmDepositKey,
  depositAddressFor,
  depositKeysOf,
  retireDepositKey,
} from "../../src/engine/deposits/addresses.js";
import { makeSweepPlan } from "../../src/workers/sweep/plan.js";
import { SweepSender } from "../../src/workers/sweep/send.js";
import { accountXpub, DEPOSITS } from "../support/deposits.js";
import { UNLIMITED_MS } from "../support/node-limit.js";
import { type Rig, SOLID_LAG_BLOCKS, startRig } from "./rig.js";
import { followed } from "./steps.js";

const SWEEP_TO = address(must(MNEMONIC_ACCOUNTS[5], "an account"));
const TERMS = { ...DEPOSITS.terms, usdtContract: address(USDT_CONTRACT), sweepTo: SWEEP_TO };
const HOUR_MS = 3_600_000;

/** A desk with USDT at the address of a customer, which is not activated. */
async function toSweep(keys = DEPOSITS.keys) {
  const rig = await startRig({ deposits: { ...DEPOSITS, keys, terms: TERMS } });
  const { engine } = rig.desk;
  await confirmDepositKey(engine, keys.first);
  const { customerId } = must((await readCustomers(engine))[0], "a customer");
  const to = await depositAddressFor(engine, customerId);
  await rig.admin("pay", { to, usdt: 20 });
  await rig.mine(SOLID_LAG_BLOCKS);
  await followed(rig);
  const chain = createTronChain({
    fullHost: rig.url,
    requestsPerSecond: 10_000,
    timeoutMs: UNLIMITED_MS,
  });
  onTestFinished(() => chain.close());
  return { rig, to, context: { engine, chain, genesisId: await chain.genesisId() } };
}

/** As the operator hands it back: signed by the owners' own keys, which the node has. */
async function signed(rig: Rig, file: SweepFile) {
  const transactions: object[] = [];
  for (const { signer, transaction } of file.transactions) {
    const { txID: txid } = transaction as { txID: string };
    const answer = await rig.admin("sign", { address: signer, txid });
    const { signature } = answer as { signature: string };
    transactions.push({ ...transaction, signature: [signature] });
  }
  return { ...file, transactions };
}

const statesOf = ({ transactions }: SweepSent) => transactions.map(({ state }) => state);

test("a file waits for its block, although the node counts by then what it was sent", async () => {
  const { rig, context } = await toSweep();
  const plan = await makeSweepPlan(context, { lifeMs: HOUR_MS });
  expect(plan).toMatchObject({ round: "activate", costTrx: 1.1 });
  const file = await signed(rig, plan);
  const sender = new SweepSender(context);
  expect(statesOf(await sender.send(file))).toEqual(["waits"]);
  expect(statesOf(await sender.send(file))).toEqual(["waits"]);
  await rig.mine();
  expect(statesOf(await sender.send(file))).toEqual(["done"]);
});

test("a path is of the account of its key, when another is in use too; of a retired key nothing is signed", async () => {
  const keys = depositKeysOf(accountXpub(7));
  const { rig, to, context } = await toSweep(keys);
  await rig.admin("pay", { to, trx: 20 });
  await rig.mine(SOLID_LAG_BLOCKS);
  await followed(rig);
  const wanted = { lifeMs: HOUR_MS, leastUsdtUnits: 1_000_000_000n };
  const [entry] = (await makeSweepPlan(context, wanted)).transactions;
  expect(entry).toMatchObject({ signer: to, keyHash: keys.hash });
  expect(entry?.path).toMatch(/^m\/44'\/195'\/7'\/0\/\d+$/);
  const deposits = { ...DEPOSITS, terms: TERMS };
  const later = { ...context, engine: { ...context.engine, deposits } };
  const [again] = (await makeSweepPlan(later, wanted)).transactions;
  expect(again?.path).toBe(entry?.path);
  await retireDepositKey(later.engine, keys.hash, "Ann");
  expect(await makeSweepPlan(later, wanted)).toMatchObject({
    round: null,
    waits: [{ address: to, why: "its key is retired" }],
  });
});

test("another file for the same is refused meanwhile, and so is the same one when no block took it for long", async () => {
  const { rig, context } = await toSweep();
  const file = await signed(rig, await makeSweepPlan(context, { lifeMs: HOUR_MS }));
  const again = await signed(rig, await makeSweepPlan(context, { lifeMs: HOUR_MS / 2 }));
  const sender = new SweepSender(context);
  await rig.broadcastFault({ kind: "never-include" });
  expect(statesOf(await sender.send(file))).toEqual(["waits"]);
  await expect(sender.send(again)).rejects.toThrow("is activated already");
  await rig.mine(1, 120_000);
  await expect(sender.send(file)).rejects.toThrow("is activated already");
});

test("a file that no block took is refused once it has expired", async () => {
  const { rig, context } = await toSweep();
  const file = await signed(rig, await makeSweepPlan(context, { lifeMs: 60_000 }));
  const sender = new SweepSender(context);
  await rig.broadcastFault({ kind: "never-include" });
  expect(statesOf(await sender.send(file))).toEqual(["waits"]);
  await rig.mine(1, 60_000);
  await expect(sender.send(file)).rejects.toThrow("it has expired");
});

test("nothing is swept to the address of a customer, to whom it would be credited", async () => {
  const { rig, context } = await toSweep();
  const file = await signed(rig, await makeSweepPlan(context, { lifeMs: HOUR_MS }));
  const { engine } = context;
  const { customerId } = await createCustomer(engine, "Another");
  const sweepTo = await depositAddressFor(engine, customerId);
  await rig.admin("fund", { address: sweepTo, amountSun: 5_000_000 });
  const deposits = { ...DEPOSITS, terms: { ...TERMS, sweepTo } };
  const wrong = { ...context, engine: { ...engine, deposits } };
  const refusal = `DEPOSIT_SWEEP_TO: ${sweepTo} is the address of a customer`;
  await expect(makeSweepPlan(wrong, { lifeMs: HOUR_MS })).rejects.toThrow(refusal);
  await expect(new SweepSender(wrong).send(file)).rejects.toThrow(refusal);
});

test("where no node can try the transfer, an account that holds no USDT yet is given what the first takes", async () => {
  const { rig, to, context } = await toSweep();
  await rig.admin("pay", { to, trx: 2 });
  const delegatedTrx = async () => {
    await rig.mine(SOLID_LAG_BLOCKS);
    await followed(rig);
    const { several: _, ...oneNode } = context.chain;
    const chain = { ...oneNode, tryContract: async () => undefined };
    const plan = await makeSweepPlan({ ...context, chain }, { lifeMs: HOUR_MS });
    const [, trx = ""] =
      /delegates (\S+) TRX of Energy/.exec(plan.transactions[0]?.about ?? "") ?? [];
    return Number(trx.replaceAll(",", ""));
  };
  const first = await delegatedTrx();
  await rig.admin("pay", { to: SWEEP_TO, usdt: 1 });
  expect(first / (await delegatedTrx())).toBeCloseTo(131 / 65, 2);
});
