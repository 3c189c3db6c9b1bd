/** When a payout is dead: by its expiry alone, and only where neither blocks nor the balance of who pays say otherwise. */
import { pino } from "pino";
import { expect, test } from "vitest";
import {
  BlockNotGiven,
  type Chain,
  type ChainBlock,
  type MissingBlock,
} from "../../src/chain/port.js";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import type { BlockTransaction } from "../../src/domain/transaction-acts.js";
import { readUnsettled } from "../../src/engine/legs/open-work.js";
import { noteBlockNotRead } from "../../src/engine/not-read.js";
import { readOpenPayouts } from "../../src/engine/payouts/payout-lists.js";
import { payoutSent, payoutSigned, type SignedPayout } from "../../src/engine/payouts/payouts.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { run as sql } from "../../src/store/phase.js";
import { DEATH_MARGIN_MS } from "../../src/workers/context.js";
import { PayoutProof } from "../../src/workers/payout-proof.js";
import { addressOf } from "../support/addresses.js";
import { dropTrigger } from "../support/broken-writes.js";
import { openDesk } from "../support/desk.js";
import { hashOf } from "../support/paper-chain.js";
import {
  earn,
  PAYER,
  payoutRow,
  sellers,
  signedPayout,
  startPayout,
  TRX,
} from "../support/payouts.js";
import { readNow } from "../support/read-now.js";
import { mine, solidify } from "../support/steps.js";
import { until } from "../support/until.js";
import { rounds } from "./held-back.js";
import {
  allPaid,
  assertPaidOnce,
  EARNED_TRX,
  earnedTrx,
  inState,
  PAID_TRX,
  paying,
  payouts,
  run,
} from "./paying.js";
import { ALICE, DEAD_MS, type Rig } from "./rig.js";
import { followed, includePending, mineUntil } from "./steps.js";

const incidents = (rig: Rig) =>
  readNow(rig.desk.database, () => latestIncidents(9)).filter(({ kind }) => kind === "payout-open");

/** Long past the time of all that is out, for all that looks at it. */
async function expired(rig: Rig): Promise<void> {
  await rig.mine(1, DEAD_MS);
  for (let blocks = 0; blocks < 6; blocks += 1) await rig.mine();
  await followed(rig);
  await rounds(rig, "resender", 5);
}

test("not when a node refuses it, which keeps its bytes and sends them later", async () => {
  const kept: Parameters<Chain["broadcast"]>[] = [];
  let isKept = true;
  const real: Chain[] = [];
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async broadcast(...call) {
      real.push(chain);
      if (!isKept) return chain.broadcast(...call);
      kept.push(call);
      return { kind: "rejected", reason: "permission", code: "SIGERROR", message: "refused" };
    },
  });
  const desk = await paying([ALICE], { wrapChain });
  const { rig } = desk;
  const { started, problem } = await run(rig);
  expect(started).toMatchObject([{ state: "signed" }]);
  expect(problem).toContain("the payout key may not sign for it");
  for (let blocks = 0; blocks < 5; blocks += 1) await rig.mine();
  await followed(rig);
  await rounds(rig, "resender", 3);
  expect(await payouts(rig)).toMatchObject([{ state: "signed", refusal: "permission" }]);
  expect((await run(rig)).started).toEqual([]);
  isKept = false;
  const [first] = kept;
  await must(real[0], "the node").broadcast(...must(first, "it was sent"));
  await includePending(rig);
  await allPaid(rig);
  expect(await payouts(rig)).toMatchObject([{ state: "paid", refusal: null }]);
  expect(await desk.received(ALICE)).toEqual([PAID_TRX]);
  await assertPaidOnce(desk);
});

/** A node that denies one transaction by its id, and in blocks of the kinds that are named. */
function denying(kinds: readonly ("blocks" | "solidBlocks")[]) {
  const denied = { txid: "" };
  const without = (block: ChainBlock): ChainBlock => ({
    ...block,
    transactions: block.transactions.filter(({ txid }) => txid !== denied.txid),
  });
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async broadcast(...call) {
      denied.txid ||= call[0].txid;
      return chain.broadcast(...call);
    },
    block: async (number) => {
      const block = await chain.block(number);
      return block && without(block);
    },
    blocks: async (first, last) => (await chain.blocks(first, last)).map(without),
    solidBlocks: async (first, last) => {
      const blocks = await chain.solidBlocks(first, last);
      return kinds.includes("solidBlocks") ? blocks.map(without) : blocks;
    },
    inclusion: async (txid) => (txid === denied.txid ? undefined : chain.inclusion(txid)),
    solidInclusion: async (txid) => (txid === denied.txid ? undefined : chain.solidInclusion(txid)),
    solidified: async (txid) => txid !== denied.txid && (await chain.solidified(txid)),
  });
  return { wrapChain, denied };
}

test.each([
  ["a solid block that holds it", ["blocks"], "a solid block of a host holds it"],
  [
    "a balance below what the blocks leave",
    ["blocks", "solidBlocks"],
    `has ${1_000 - PAID_TRX} TRX, and 1,000 by the transfers`,
  ],
] as const)(
  "not against %s: the operator is told, and it pays once the node shows it",
  async (_, kinds, why) => {
    const { wrapChain, denied } = denying(kinds);
    const desk = await paying([ALICE], { wrapChain });
    const { rig } = desk;
    await run(rig);
    await includePending(rig);
    await expired(rig);
    await until("the operator is told", () => incidents(rig).length > 0);
    await rounds(rig, "resender", 3);
    const [incident, ...more] = incidents(rig);
    expect(incident?.text).toContain(why);
    expect(more).toEqual([]);
    expect(await payouts(rig)).toMatchObject([{ state: "sent" }]);
    expect((await run(rig)).started).toEqual([]);
    denied.txid = "another";
    await allPaid(rig);
    expect(await desk.received(ALICE)).toEqual([PAID_TRX]);
    await assertPaidOnce(desk);
  },
);

test("money that comes and goes beside it, which the blocks show, keeps nothing open", async () => {
  const desk = await paying([ALICE]);
  const { rig } = desk;
  await rig.broadcastFault({ kind: "never-include" });
  await run(rig);
  await rig.admin("fund", { address: desk.payer, amountSun: 7 * TRX });
  await rig.mine(1, DEAD_MS);
  await mineUntil(rig, "it is dead", inState(rig, "dead"));
  expect(incidents(rig)).toEqual([]);
});

test("not by the word of a block that it failed, before its time is over", async () => {
  const failing = { txid: "" };
  const failed = (block: ChainBlock): ChainBlock => ({
    ...block,
    transactions: block.transactions.map((one) =>
      one.txid === failing.txid ? { txid: one.txid, success: false } : one,
    ),
  });
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async broadcast(...call) {
      failing.txid = call[0].txid;
      return chain.broadcast(...call);
    },
    block: async (number) => {
      const block = await chain.block(number);
      return block && failed(block);
    },
    blocks: async (first, last) => (await chain.blocks(first, last)).map(failed),
    solidBlocks: async (first, last) => (await chain.solidBlocks(first, last)).map(failed),
    ...Object.fromEntries(
      (["inclusion", "solidInclusion"] as const).map((name) => [
        name,
        async (txid: string) => {
          const found = await chain[name](txid);
          return found && { ...found, success: txid !== failing.txid };
        },
      ]),
    ),
  });
  const desk = await paying([ALICE], { wrapChain });
  const { rig } = desk;
  await run(rig);
  await includePending(rig);
  for (let blocks = 0; blocks < 6; blocks += 1) await rig.mine();
  await followed(rig);
  await rounds(rig, "resender", 3);
  expect(await payouts(rig)).toMatchObject([{ state: "sent" }]);
  await expired(rig);
  // The balance tells that the word was wrong.
  await until("the operator is told", () => incidents(rig).length > 0);
  expect(await payouts(rig)).toMatchObject([{ state: "sent" }]);
  expect(earnedTrx(rig, ALICE)).toBe(0);
});

test.each([
  ["the desk has gone on without that block", 0],
  ["it was waited for as long as for any", 60_000],
])("not while a block of its time is not given, until %s", async (_, aheadMs) => {
  const missing: MissingBlock[] = [];
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async solidBlocks(first, last) {
      const one = missing.find(({ number }) => number >= first && number <= last);
      if (one?.number === first) throw new BlockNotGiven(one, "no answer");
      return chain.solidBlocks(first, one ? one.number - 1 : last);
    },
  });
  const ahead = { ms: 0 };
  const monotonicMs = () => performance.now() + ahead.ms;
  const desk = await paying([ALICE], { wrapChain, monotonicMs });
  const { rig } = desk;
  await rig.broadcastFault({ kind: "never-include" });
  await run(rig);
  const [head, before] = (await readUnsettled(rig.desk.engine)).followed;
  const { number, id, timestampMs } = must(head, "the head");
  missing.push({ number, id, timestampMs, parentId: must(before, "its parent").id });
  await expired(rig);
  expect(await payouts(rig)).toMatchObject([{ state: "sent" }]);
  ahead.ms = aheadMs;
  if (aheadMs === 0)
    await rig.desk.database.commit(() => noteBlockNotRead(number, "follower", "no answer", 1));
  await mineUntil(rig, "it is dead", inState(rig, "dead"));
  expect(earnedTrx(rig, ALICE)).toBe(EARNED_TRX);
});

/** A payout that has expired, and hosts on paper that show one block of its time. */
async function onPaper(change: Partial<SignedPayout> = {}) {
  const desk = await openDesk();
  const [seller] = (await sellers(desk, EARNED_TRX)) as [Address];
  const earlier = await startPayout(desk, seller);
  const { txid: booked } = payoutRow(desk, earlier);
  await desk.commit(() => payoutSent(earlier));
  await mine(desk, [booked]);
  await solidify(desk);
  await desk.commit(() => earn(seller, sun(EARNED_TRX * TRX), 2));
  const signed = await signedPayout(desk, seller, change);
  await desk.commit(() => payoutSigned(signed, desk.clock.nowMs));
  const [payout] = await readOpenPayouts(desk.engine);
  const { txid, receiver, amountSun, expiresAt, signedBlock } = must(payout, "it is signed");
  const number = must(signedBlock, "its block") + 1;
  const head = { number, id: hashOf("newest"), timestampMs: expiresAt + DEATH_MARGIN_MS };
  const host = (transactions: readonly BlockTransaction[], leftTrx: number) => ({
    solidHead: async () => head,
    solidBalance: async () => sun(leftTrx * TRX),
    solidBlocks: async () => [{ ...head, parentId: hashOf("before"), transactions }],
  });
  const transfer = { from: PAYER, to: receiver, amountSun };
  const showing = (of: string, other: Partial<typeof transfer> = {}) =>
    host([{ txid: of, success: true, transfer: { ...transfer, ...other } }], 1_000 - PAID_TRX);
  const isDead = (...witnesses: object[]) => {
    const chain = { several: { witnesses: () => witnesses } };
    const context = { engine: desk.engine, chain, logger: pino({ enabled: false }) };
    const proof = new PayoutProof(context as never);
    return proof.isDead(must(payout, "it is signed"));
  };
  const told = () => readNow(desk.database, () => latestIncidents(9)).map(({ text }) => text);
  return { txid, booked, host, showing, isDead, told };
}

test("not while one of the hosts in step shows it, nor where none is in step", async () => {
  const { txid, host, showing, isDead, told } = await onPaper();
  const [lying, honest] = [host([], 1_000), showing(txid)];
  expect(await isDead(lying, lying)).toBe(true);
  expect(await isDead(lying, honest)).toBe(false);
  expect(await isDead(honest, lying)).toBe(false);
  expect(await isDead()).toBe(false);
  expect(told()).toHaveLength(1);
});

test("not while solid blocks come too fast to say after which one the balance is", async () => {
  const { host, isDead } = await onPaper();
  const paper = host([], 1_000);
  let looks = 0;
  const solidHead = async () => {
    const head = await paper.solidHead();
    return { ...head, number: head.number + looks++ };
  };
  expect(await isDead({ ...paper, solidHead })).toBe(false);
});

test("what could not be told is told with the next look, and once for all, over restarts", async () => {
  const desk = await openDesk();
  const [seller] = await sellers(desk, EARNED_TRX);
  const id = await startPayout(desk, must(seller, "a seller"));
  await dropTrigger(desk.database, "payout", "payout_is_final");
  await desk.commit(() => sql("UPDATE payout SET signed_block = NULL WHERE id = ?", id));
  const [open] = await readOpenPayouts(desk.engine);
  const payout = must(open, "it is signed");
  const chain = { several: { witnesses: () => [] } };
  const context = { engine: desk.engine, chain, logger: pino({ enabled: false }) } as never;
  const proof = new PayoutProof(context);
  const told = () => desk.rows("SELECT text FROM incident WHERE kind = 'payout-open'").length;
  const { commit } = desk.database;
  desk.database.commit = () => Promise.reject(new Error("database or disk is full"));
  await expect(proof.isDead(payout)).rejects.toThrow("is full");
  desk.database.commit = commit;
  expect(await proof.isDead(payout)).toBe(false);
  expect(told()).toBe(1);
  expect(await proof.isDead(payout)).toBe(false);
  expect(await new PayoutProof(context).isDead(payout)).toBe(false);
  expect(told()).toBe(1);
});

test.each<[string, Partial<SignedPayout>]>([
  ["", {}],
  [", also where the balance before it could not be read", { purse: null }],
])("not while as much was sent to the same account and is in no book%s", async (_, change) => {
  const { booked, showing, isDead, told } = await onPaper(change);
  const [unknown, elsewhere] = [hashOf("sent by hand"), { to: addressOf(7) }];
  expect(await isDead(showing(unknown, elsewhere))).toBe(true);
  expect(await isDead(showing(booked))).toBe(true);
  expect(told()).toEqual([]);
  expect(await isDead(showing(unknown))).toBe(false);
  expect(told()).toEqual([expect.stringContaining(`transaction ${unknown} sends as much to`)]);
});
