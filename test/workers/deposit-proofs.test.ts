/** What a lying host invents, beside what the chain proves: blocks, transfers in true blocks, permissions, money that is not there. */
import { afterAll, describe, expect, test } from "vitest";
import { signTxid } from "../../src/chain/build.js";
import {
  BlockNotGiven,
  type Chain,
  type ChainAccount,
  type ChainBlock,
  ChainUnavailable,
  type TransactionMoney,
} from "../../src/chain/port.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import type { Doubt } from "../../src/domain/deposit.js";
import { type Sun, sun } from "../../src/domain/money.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import type { BlockTransaction } from "../../src/domain/transaction-acts.js";
import type { Deposits } from "../../src/engine/context.js";
import { readReview } from "../../src/engine/deposits/review.js";
import { applyBlock } from "../../src/engine/legs/follow-chain.js";
import { dropChainBlocksAfter } from "../../src/store/chain-blocks.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { moneyShownByAll } from "../../src/workers/proofs.js";
import { proven } from "../../src/workers/scanned-blocks.js";
import { addressOf } from "../support/addresses.js";
import { DEPOSITS, money, payingDesk, RATE_SUN, scan, usdt } from "../support/deposits.js";
import { hashOf } from "../support/paper-chain.js";
import { readNow } from "../support/read-now.js";
import { payingIn, solidAndRead } from "./paying-in.js";
import { type RigOptions, SOLID_LAG_BLOCKS, startRig } from "./rig.js";
import { followed } from "./steps.js";

const SENDER_KEY = "1".repeat(64);
const OTHER_KEY = "2".repeat(64);
const [SENDER, OTHER] = [addressOfKey(SENDER_KEY), addressOfKey(OTHER_KEY)];
/** Bit 1: transfers of TRX. */
const TRANSFERS = `02${"0".repeat(62)}`;

interface Host {
  /** Its block at that height; none when it has none, or cannot give it. */
  readonly holds?: ChainBlock | BlockNotGiven | undefined;
  readonly solid?: number;
  readonly account?: ChainAccount | ChainUnavailable | undefined;
  readonly fails?: boolean;
  /** Of the transaction that is asked for. */
  readonly money?: TransactionMoney | undefined;
}

/** Nothing listens there: what the tests do not answer themselves fails. */
const NOBODY = createTronChain({
  fullHost: "http://127.0.0.1:1",
  requestsPerSecond: 1,
  timeoutMs: 100,
});
afterAll(() => NOBODY.close());

function hostOf({ holds, solid = 1_000_000, account, money: shown, fails = false }: Host): Chain {
  const answer = async <T>(value: T | ChainUnavailable): Promise<T> => {
    if (fails) throw new ChainUnavailable("silent");
    if (value instanceof ChainUnavailable) throw value;
    return value;
  };
  return {
    ...NOBODY,
    solidBlocks: async () =>
      [await answer<ChainBlock | undefined>(holds)].flatMap((block) => block ?? []),
    solidHead: () => answer({ number: solid, id: "", timestampMs: 0 }),
    account: () => answer(account),
    solidMoneyOf: () => answer(shown),
  };
}

function chainOf(...hosts: readonly Host[]): Chain {
  const chains = hosts.map(hostOf);
  const several = {
    ...{ inUse: () => chains[0] ?? NOBODY, witnesses: () => chains, inStep: () => chains },
    ...{ problem: () => undefined, states: () => [], verify: async () => {} },
    ...{ doubted: () => {}, followed: () => {}, forkedAfter: () => {} },
  };
  return { ...NOBODY, several };
}

const keys = (...of: [Address, number][]) => of.map(([address, weight]) => ({ address, weight }));

/** Its owner key is its own unless changed. */
const accountOf = (change: Partial<ChainAccount> = {}): ChainAccount => ({
  ...{
    contract: false,
    balanceSun: sun(0),
    stakedSun: sun(0),
    delegatedSun: { energy: 0, bandwidth: 0 },
    permissions: [],
  },
  ownerPermission: { threshold: 1, keys: keys([SENDER, 1]) },
  ...change,
});

const active = (id: number, threshold: number, ...of: [Address, number][]) => ({
  ...{ id, threshold, operations: TRANSFERS, keys: keys(...of) },
});

/** A block with a transfer to a customer, signed like this; what becomes of it. */
async function doubtAbout(
  signed: {
    readonly by: readonly string[];
    readonly permissionId?: number;
    readonly over?: string;
  },
  account?: ChainAccount,
): Promise<Doubt | undefined> {
  const { desk, address: to } = await payingDesk();
  const txid = hashOf(`${signed.by}`);
  const signatures = signed.by.map((key) => signTxid(signed.over ?? txid, key));
  const transaction: BlockTransaction = {
    ...{ txid, success: true, transfer: { from: SENDER, to, amountSun: sun(50_000_000) } },
    signed: { signatures, permissionId: signed.permissionId ?? 0 },
  };
  const block = desk.chain.mine([transaction]);
  const chain = chainOf({ holds: block, account }, { holds: block, account });
  const brought = [money(to, { txid, from: SENDER })];
  const read = await proven({ chain, engine: desk.engine }, block, brought);
  expect(read).toMatchObject({ isAgreed: true });
  return read.money[0]?.doubt;
}

describe("a transfer of TRX", () => {
  test("is proven by its owner's key, and asks nobody", async () => {
    expect(await doubtAbout({ by: [SENDER_KEY] })).toBeUndefined();
  });

  test("is proven by one key that suffices for the permission it names", async () => {
    const account = accountOf({
      permissions: [active(2, 1, [OTHER, 1]), active(3, 2, [OTHER, 1])],
    });
    expect(await doubtAbout({ by: [OTHER_KEY], permissionId: 2 }, account)).toBeUndefined();
    const owned = accountOf({ ownerPermission: { threshold: 1, keys: keys([OTHER, 1]) } });
    expect(await doubtAbout({ by: [OTHER_KEY] }, owned)).toBeUndefined();
  });

  const two = accountOf({ permissions: [active(2, 2, [OTHER, 1], [SENDER, 1])] });
  test.each<[string, Parameters<typeof doubtAbout>, Doubt]>([
    ["without a signature", [{ by: [] }], "unsigned"],
    [
      "with a signature of other bytes",
      [{ by: [SENDER_KEY], over: hashOf("else") }, accountOf()],
      "permission",
    ],
    [
      "of several keys",
      [{ by: [SENDER_KEY, OTHER_KEY], permissionId: 2 }, two],
      "several_signatures",
    ],
    ["of a key that is no longer the account's", [{ by: [OTHER_KEY] }, accountOf()], "permission"],
    ["of a key that does not suffice", [{ by: [OTHER_KEY], permissionId: 2 }, two], "permission"],
    [
      "by a permission that may not transfer",
      [
        { by: [OTHER_KEY], permissionId: 2 },
        accountOf({ permissions: [{ ...active(2, 1, [OTHER, 1]), operations: "0".repeat(64) }] }),
      ],
      "permission",
    ],
    ["of an account that nobody knows", [{ by: [OTHER_KEY] }, undefined], "permission"],
  ])("%s waits", async (_, [signed, account], doubt) => {
    expect(await doubtAbout(signed, account)).toBe(doubt);
  });

  test("waits where one host tells of another permission, or does not answer", async () => {
    const { desk, address: to } = await payingDesk();
    const txid = hashOf("permission");
    const signed = { signatures: [signTxid(txid, OTHER_KEY)], permissionId: 0 };
    const transfer = { from: SENDER, to, amountSun: sun(50_000_000) };
    const block = desk.chain.mine([{ txid, success: true, transfer, signed }]);
    const lying = accountOf({ ownerPermission: { threshold: 1, keys: keys([OTHER, 1]) } });
    const brought = [money(to, { txid, from: SENDER })];
    const silent = new ChainUnavailable("silent");
    for (const account of [accountOf(), silent]) {
      const chain = chainOf({ holds: block, account: lying }, { holds: block, account });
      const read = await proven({ chain, engine: desk.engine }, block, brought);
      expect(read.money).toMatchObject([{ doubt: "permission" }]);
    }
  });
});

const OTHER_BLOCK = {
  ...{ number: 2, id: "f".repeat(64), parentId: "e".repeat(64) },
  ...{ timestampMs: 0, transactions: [] },
};

describe("a block that was not followed", () => {
  async function agreed(...hosts: Host[]): Promise<boolean> {
    const { desk, address } = await payingDesk();
    const block = desk.chain.mine();
    const told = hosts.map((host) => ({ holds: block, ...host }));
    const context = { chain: chainOf(...told), engine: desk.engine };
    return (await proven(context, block, [usdt(address)])).isAgreed;
  }

  test("counts where all hosts in step have it", async () => {
    expect(await agreed({}, {})).toBe(true);
  });

  test.each<[string, Host]>([
    ["has another", { holds: OTHER_BLOCK }],
    ["lacks it, although it is further", { holds: undefined }],
    ["gives those around it alone", { holds: new BlockNotGiven(OTHER_BLOCK, "no answer") }],
  ])("does not where one %s", async (_, host) => {
    expect(await agreed({}, host)).toBe(false);
  });

  test("is read again later where one is not so far yet, or none is in step", async () => {
    await expect(agreed({}, { holds: undefined, solid: 1 })).rejects.toThrow("no solid block");
    await expect(agreed({}, { fails: true })).rejects.toThrow("silent");
    await expect(agreed()).rejects.toThrow("in step");
  });

  test("needs nobody where it brings nothing to customers", async () => {
    const { desk } = await payingDesk();
    const context = { chain: chainOf({ fails: true }), engine: desk.engine };
    const read = await proven(context, desk.chain.mine(), [money(addressOf(7))]);
    expect(read.money).toHaveLength(1);
  });
});

test("a block that was followed when it was read counts, although it is forgotten before it is booked", async () => {
  const { desk, address } = await payingDesk();
  const block = desk.chain.mine();
  await desk.commit(() => applyBlock(block, desk.moment));
  const context = { chain: chainOf({ fails: true }), engine: desk.engine };
  const read = await proven(context, block, [usdt(address)]);
  await desk.commit(() => dropChainBlocksAfter(block.number - 1));
  await scan(desk, { ...block, ...read });
  expect(desk.moneySunOf(desk.customerId).available).toBe(20 * RATE_SUN);
});

async function paying(terms: Partial<Deposits["terms"]>, options: RigOptions = {}) {
  const deposits = {
    ...DEPOSITS,
    terms: { ...DEPOSITS.terms, usdtContract: undefined, ...terms },
  };
  const rig = await startRig({ ...options, deposits });
  const { to, pay, gainedTrx } = await payingIn(rig);
  return {
    rig,
    to,
    pay: (trx: number) => pay({ trx }),
    gainedTrx,
    waiting: async () => (await readReview(rig.desk.engine)).map(({ reason }) => reason),
    scanned: () => solidAndRead(rig),
  };
}

describe("on a real node", () => {
  test("a transfer that a host has put into a true block is not credited, and true ones are", async () => {
    const invented: { to?: Address } = {};
    const forge = (blocks: readonly ChainBlock[]): readonly ChainBlock[] =>
      blocks.map((block) => {
        const { to } = invented;
        if (!to || block.transactions.length === 0) return block;
        delete invented.to;
        const transfer = { from: SENDER, to, amountSun: sun(9_000_000_000) };
        const signed = { signatures: [], permissionId: 0 };
        const forged = { txid: hashOf("forged"), success: true, transfer, signed };
        return { ...block, transactions: [...block.transactions, forged] };
      });
    const wrapChain = (chain: Chain): Chain => ({
      ...chain,
      solidBlocks: async (...range) => forge(await chain.solidBlocks(...range)),
    });
    const paid = await paying({}, { wrapChain });
    invented.to = paid.to;
    await paid.pay(50);
    await paid.scanned();
    expect(await paid.gainedTrx()).toBe(50);
    expect(await paid.waiting()).toEqual(["unsigned"]);
  });

  test("what exceeds the hour's bound is credited once cover has found its money", async () => {
    // The customer's first money lies elsewhere.
    const cold = addressOf(0xc01d);
    const hidden = new Map<Address, Sun>([[cold, sun(1e12)]]);
    const wrapChain = (chain: Chain): Chain => ({
      ...chain,
      solidBalance: async (of) => hidden.get(of) ?? chain.solidBalance(of),
    });
    const workers = { coverAccounts: [cold] };
    const paid = await paying({ reviewAboveSun: sun(100_000_000) }, { wrapChain, workers });
    hidden.set(paid.to, sun(0));
    await paid.pay(101);
    await paid.scanned();
    const { cover } = paid.rig.desk.workers;
    expect(await cover()).toMatchObject({ coversWaiting: false, shortfallSun: 0 });
    expect(await paid.gainedTrx()).toBe(0);
    expect(await paid.waiting()).toEqual(["cover"]);
    hidden.delete(paid.to);
    expect(await cover()).toMatchObject({ coversWaiting: true });
    expect(await paid.gainedTrx()).toBe(101);
  });
});

test("accounts beside the desk count for cover, each once", async () => {
  const beside = addressOf(0xc01d);
  const { rig, to } = await paying({}, { workers: { coverAccounts: [beside] } });
  await rig.admin("pay", { to: beside, trx: 30 });
  await rig.mine(SOLID_LAG_BLOCKS);
  await followed(rig);
  const { there } = await rig.desk.workers.cover();
  expect(there.beside).toMatchObject([{ address: beside, trxSun: 30_000_000 }]);
  expect(to).not.toBe(beside);
});

test("what the operator books is shown alike by all hosts in step", async () => {
  const shown = {
    ...{ blockNumber: 7, blockTimestampMs: 1, success: true },
    money: [money(addressOf(1))],
  };
  const booked = (...hosts: Host[]) =>
    moneyShownByAll({ chain: chainOf(...hosts) }, "a".repeat(64));
  expect(await booked({ money: shown }, { money: structuredClone(shown) })).toEqual(shown);
  const invented = { ...shown, money: [...shown.money, money(addressOf(2))] };
  await expect(booked({ money: invented }, { money: shown })).rejects.toThrow(/differently/);
  await expect(booked({ money: shown }, {})).rejects.toThrow(/Not every node in step shows/);
  await expect(booked()).rejects.toThrow(/No TRON node is in step/);
});

test("a host in use with other solid blocks than were followed holds no deposit, while another has those", async () => {
  let lies = 0;
  const wrapChain = (chain: Chain): Chain => {
    const solidBlocks: Chain["solidBlocks"] = async (...range) => {
      lies += 1;
      const others = await chain.solidBlocks(...range);
      return others.map((block) => ({ ...block, id: `${block.id.slice(0, 16)}${"f".repeat(48)}` }));
    };
    const lying = { ...chain, solidBlocks };
    const both = () => [lying, chain];
    const { several } = chainOf();
    return {
      ...chain,
      several: { ...must(several, "hosts"), inUse: () => lying, inStep: both, witnesses: both },
    };
  };
  const paid = await paying({}, { wrapChain });
  await paid.pay(50);
  await paid.scanned();
  expect(await paid.gainedTrx()).toBe(50);
  expect(lies).toBeGreaterThan(0);
  const { database } = paid.rig.desk;
  const kinds = readNow(database, () => latestIncidents(9)).map(({ kind }) => kind);
  expect(kinds).not.toContain("deposit-chain");
});
