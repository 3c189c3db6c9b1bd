/** A payout from its signed bytes to a solid block: paid exactly once, whatever happens on the way, and by the word of every host in step. */

import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import type { Chain, Inclusion } from "../../src/chain/port.js";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import type { Payout } from "../../src/domain/payout.js";
import { readUnsettled } from "../../src/engine/legs/open-work.js";
import { payoutExpired } from "../../src/engine/payouts/payouts.js";
import { one } from "../../src/store/phase.js";
import { DEATH_MARGIN_MS } from "../../src/workers/context.js";
import { settleInFinalBlock } from "../../src/workers/payout-proof.js";
import { openDesk } from "../support/desk.js";
import { everyNth } from "../support/forms.js";
import { payoutRow, sellers, startPayout, TRX } from "../support/payouts.js";
import { readNow } from "../support/read-now.js";
import { mine } from "../support/steps.js";
import { until } from "../support/until.js";
import { heldBack, rounds } from "./held-back.js";
import {
  allPaid,
  approveAll,
  assertPaidOnce,
  EARNED_TRX,
  earnedTrx,
  forgetBlocks,
  inState,
  PAID_TRX,
  paying,
  payouts,
  restart,
  run,
} from "./paying.js";
import { ALICE, BOB, DEAD_MS, SOLID_LAG_BLOCKS } from "./rig.js";
import { followed, includePending, isPending, mineUntil } from "./steps.js";

test("a desk that ends after every step pays once", async () => {
  let isCut = true;
  const cut = (chain: Chain): Chain => ({
    ...chain,
    broadcast: (...call) =>
      isCut ? Promise.reject(new Error("the process ends here")) : chain.broadcast(...call),
  });
  const desk = await paying([ALICE], { wrapChain: cut, workers: {} });
  const { rig } = desk;
  await expect(run(rig)).rejects.toThrow("the process ends here");
  const signed = must(
    await inState(rig, "signed")(),
    "the bytes were stored before they were sent",
  );
  expect(earnedTrx(rig, ALICE)).toBe(0);
  await rig.stopDesk();
  isCut = false;
  await rig.startDesk();
  expect((await run(rig)).started).toEqual([]);
  await until("the same bytes are out", isPending(rig));
  await restart(rig);
  expect((await run(rig)).started).toEqual([]);
  await includePending(rig);
  await until("it is included", inState(rig, "included"));
  await restart(rig);
  expect((await run(rig)).started).toEqual([]);
  await rig.mine(SOLID_LAG_BLOCKS + 1);
  await until("it is paid", inState(rig, "paid"));
  await restart(rig);
  expect((await run(rig)).started).toEqual([]);
  expect(await payouts(rig)).toMatchObject([{ id: signed.id, txid: signed.txid }]);
  expect(await desk.received(ALICE)).toEqual([PAID_TRX]);
  await assertPaidOnce(desk);
}, 20_000);

test("a first broadcast that takes long is not repeated beside it", async () => {
  const broadcast = heldBack("broadcast");
  const desk = await paying([ALICE], { wrapChain: broadcast.wrapChain });
  // A test that fails must not keep the desk from stopping.
  onTestFinished(broadcast.letGo);
  const ran = run(desk.rig);
  await broadcast.arrived;
  await rounds(desk.rig, "resender", 2);
  broadcast.letGo();
  expect((await ran).started).toMatchObject([{ state: "sent" }]);
  const sql = () => one<{ attempts: number }>("SELECT attempts FROM payout");
  expect(readNow(desk.rig.desk.database, sql)).toEqual({ attempts: 1 });
  await allPaid(desk.rig);
  await assertPaidOnce(desk);
});

test("what is accepted and never included is sent again, dies provably, and is paid once that is approved", async () => {
  const desk = await paying([ALICE]);
  const { rig } = desk;
  await rig.broadcastFault({ kind: "never-include" });
  await run(rig);
  await rig.mine(1, DEAD_MS);
  await followed(rig);
  // Over by the head's time and not yet by the solid block's: nothing may be concluded.
  expect(await payouts(rig)).toMatchObject([{ state: "sent" }]);
  expect((await run(rig)).started).toEqual([]);
  await mineUntil(rig, "it is dead", inState(rig, "dead"));
  expect(await payouts(rig)).toMatchObject([{ deathReason: "expired" }]);
  expect(earnedTrx(rig, ALICE)).toBe(EARNED_TRX);
  await rig.noFaults();
  await approveAll(rig);
  expect((await run(rig)).started).toHaveLength(1);
  await mineUntil(rig, "it is paid", inState(rig, "paid"));
  expect(await desk.received(ALICE)).toEqual([PAID_TRX]);
  await assertPaidOnce(desk);
});

test.each(everyNth(["vanish", "pending"] as const, 2))(
  "a payout that a fork dropped goes out again as it was (%s)",
  async (transactions) => {
    const desk = await paying([ALICE]);
    const { rig } = desk;
    const [started] = (await run(rig)).started;
    await includePending(rig);
    await until("it is included", inState(rig, "included"));
    await rig.reorg(1, transactions);
    await until("the fork is noticed", inState(rig, "sent"));
    expect((await run(rig)).started).toEqual([]);
    await includePending(rig);
    await allPaid(rig);
    expect(await payouts(rig)).toMatchObject([{ txid: started?.txid, state: "paid" }]);
    expect(await desk.received(ALICE)).toEqual([PAID_TRX]);
    await assertPaidOnce(desk);
  },
);

test("after a gap too long to read, what was included before it is asked for by its id", async () => {
  const desk = await paying([ALICE, BOB]);
  const { rig } = desk;
  await run(rig);
  await includePending(rig);
  await until("both are included", async () =>
    (await payouts(rig)).every(({ state }) => state === "included"),
  );
  await rig.stopDesk();
  await rig.mine(1_100);
  await rig.startDesk();
  await allPaid(rig);
  expect(await desk.received(ALICE, BOB)).toEqual([PAID_TRX, PAID_TRX]);
  await assertPaidOnce(desk);
}, 20_000);

test("what was included before a gap and is in no block after it goes out again", async () => {
  const desk = await paying([ALICE]);
  const { rig } = desk;
  await run(rig);
  await includePending(rig);
  const { txid } = await until("it is included", inState(rig, "included"));
  await rig.stopDesk();
  await rig.reorg(1, "vanish");
  // Young enough to be sent again, and too far for the desk to see the fork: it forgot the blocks before.
  await forgetBlocks(rig);
  await rig.startDesk();
  await includePending(rig);
  await allPaid(rig);
  expect(await payouts(rig)).toMatchObject([{ txid, state: "paid" }]);
  expect(await desk.received(ALICE)).toEqual([PAID_TRX]);
  await assertPaidOnce(desk);
}, 20_000);

type Told = "success" | "failure" | "elsewhere" | "unknown";

/** A payout that a block holds, and what hosts in step tell of it, at a time when it has expired or not. */
async function inBlock({ late = false } = {}) {
  const desk = await openDesk();
  const [seller] = (await sellers(desk, EARNED_TRX)) as [Address];
  const id = await startPayout(desk, seller);
  const { txid } = payoutRow(desk, id);
  if (late) await desk.commit(() => payoutExpired(id, 1));
  await mine(desk, [txid]);
  const { number: blockNumber, timestampMs: blockTimestampMs } = desk.chain.head;
  const inclusions: Record<Told, Inclusion | undefined> = {
    success: { blockNumber, blockTimestampMs, success: true },
    failure: { blockNumber, blockTimestampMs, success: false },
    elsewhere: { blockNumber: blockNumber + 1, blockTimestampMs, success: true },
    unknown: undefined,
  };
  const settle = async (hosts: readonly Told[], isExpired = false) => {
    const { payouts, latePayouts } = await readUnsettled(desk.engine);
    const payout: Payout = must([...payouts, ...latePayouts][0], "it is open");
    const timestampMs = payout.expiresAt + (isExpired ? DEATH_MARGIN_MS : 0);
    const witnesses = hosts.map((told) => ({
      solidHead: async () => ({ number: blockNumber + 100, id: "", timestampMs }),
      inclusion: async () => inclusions[told],
      solidInclusion: async () => inclusions[told],
      solidified: async () => told !== "unknown",
    }));
    const context = {
      ...{ engine: desk.engine, logger: pino({ enabled: false }), disagreements: new Map() },
      chain: { several: { witnesses: () => witnesses } },
      monotonicMs: () => performance.now(),
    };
    await settleInFinalBlock(context as never, payout);
    const { state, block_number, failed_block, late_block } = payoutRow(desk, id);
    return { state, block_number, failed_block, late_block };
  };
  const earnedTrx = () => desk.balanceSun(`earned:${seller}`) / TRX;
  return { blockNumber, settle, earnedTrx };
}

test("once all of them say so", async () => {
  const { blockNumber, settle } = await inBlock();
  expect(await settle(["success", "success"])).toMatchObject({
    ...{ state: "paid", block_number: blockNumber },
  });
});

test.each<[string, Told[]]>([
  ["one says that it failed", ["success", "failure"]],
  ["one does not know it", ["success", "unknown"]],
  ["they have it in another block", ["elsewhere", "elsewhere"]],
  ["none knows it yet", ["unknown", "unknown"]],
  ["none is in step", []],
])("not while %s", async (_, hosts) => {
  const { blockNumber, settle } = await inBlock();
  expect(await settle(hosts)).toMatchObject({ state: "included", block_number: blockNumber });
});

test("what failed there by the word of all waits for its expiry, and its money stays out", async () => {
  const { blockNumber, settle, earnedTrx } = await inBlock();
  expect(await settle(["failure", "failure"])).toMatchObject({
    ...{ state: "sent", block_number: null, failed_block: blockNumber },
  });
  expect(earnedTrx()).toBe(0);
});

test("what none of them has known until its time was over is in no block, and its money stays out", async () => {
  const { settle, earnedTrx } = await inBlock();
  expect(await settle(["unknown", "unknown"], true)).toMatchObject({
    ...{ state: "sent", block_number: null, failed_block: null },
  });
  expect(earnedTrx()).toBe(0);
});

test("after it counted as dead, its money is taken again by the word of all alone", async () => {
  const { blockNumber, settle, earnedTrx } = await inBlock({ late: true });
  expect(await settle(["success", "unknown"])).toMatchObject({ late_block: blockNumber });
  expect(earnedTrx()).toBe(EARNED_TRX);
  expect(await settle(["success", "success"])).toMatchObject({ state: "dead", late_block: null });
  expect(earnedTrx()).toBeLessThan(1);
});

test("nothing is taken where none has known it until its time was over", async () => {
  const { settle, earnedTrx } = await inBlock({ late: true });
  expect(await settle(["unknown", "unknown"], true)).toMatchObject({ late_block: null });
  expect(earnedTrx()).toBe(EARNED_TRX);
});
