/** A payout from its signed bytes to a solid block: paid exactly once, whatever happens on the way. */

import { expect, onTestFinished, test } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { findPayout } from "../../src/store/payouts.js";
import { everyNth, longTest } from "../support/forms.js";
import { earn, TRX } from "../support/payouts.js";
import { readNow } from "../support/read-now.js";
import { holdTimeLimits } from "../support/time-limits.js";
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
import { followed, includePending, isPending, mineUntil, until } from "./steps.js";

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

const UNCLEAR = [
  { kind: "drop" },
  { kind: "accept-then-drop" },
  { kind: "accept-then-hang" },
  { kind: "status", status: 503 },
  { kind: "code", code: "SERVER_BUSY" },
  { kind: "code", code: "DUP_TRANSACTION_ERROR" },
  { kind: "code", code: "TRANSACTION_EXPIRATION_ERROR" },
];

test.each(everyNth(UNCLEAR, 4))(
  "an unclear answer is followed by the same bytes: $kind $code",
  async (fault) => {
    const limits = holdTimeLimits();
    onTestFinished(limits.restore);
    const desk = await paying([ALICE]);
    await desk.rig.broadcastFault(fault);
    const ran = run(desk.rig);
    if (fault.kind === "accept-then-hang") {
      await until("it hangs", isPending(desk.rig));
      limits.end();
    }
    expect((await ran).started).toMatchObject([{ state: "sent" }]);
    await until("the bytes arrive", isPending(desk.rig));
    await allPaid(desk.rig);
    expect(await payouts(desk.rig)).toHaveLength(1);
    expect(await desk.received(ALICE)).toEqual([PAID_TRX]);
    await assertPaidOnce(desk);
  },
);

test("a first broadcast that takes long is not repeated beside it", async () => {
  const desk = await paying([ALICE]);
  await desk.rig.broadcastFault({ kind: "delay", delayMs: 250 });
  const [started] = (await run(desk.rig)).started;
  const id = must(started, "it was started").id;
  expect(readNow(desk.rig.desk.database, () => findPayout(id))).toMatchObject({ attempts: 1 });
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

test("a payout that a fork killed is paid again once that is approved", async () => {
  const desk = await paying([ALICE]);
  const { rig } = desk;
  await run(rig);
  await includePending(rig);
  await until("it is included", inState(rig, "included"));
  await rig.broadcastFault({ kind: "drop", count: 10_000 });
  await rig.reorg(1, "vanish");
  await until("the fork is noticed", inState(rig, "sent"));
  await rig.mine(1, DEAD_MS);
  await mineUntil(rig, "it is dead", inState(rig, "dead"));
  await rig.noFaults();
  await approveAll(rig);
  await run(rig);
  await mineUntil(rig, "it is paid", inState(rig, "paid"));
  expect(await desk.received(ALICE)).toEqual([PAID_TRX]);
  await assertPaidOnce(desk);
});

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
  forgetBlocks(rig);
  await rig.startDesk();
  await includePending(rig);
  await allPaid(rig);
  expect(await payouts(rig)).toMatchObject([{ txid, state: "paid" }]);
  expect(await desk.received(ALICE)).toEqual([PAID_TRX]);
  await assertPaidOnce(desk);
}, 20_000);

longTest(
  "a payout included in a gap is found, and one that was lost in it goes out again",
  {},
  async () => {
    const desk = await paying([ALICE]);
    const { rig } = desk;
    await run(rig);
    await rig.stopDesk();
    await rig.mine(1_100);
    await rig.startDesk();
    await allPaid(rig);
    await rig.desk.database.commit(() => earn(ALICE, sun(20 * TRX), 3));
    await rig.broadcastFault({ kind: "drop", count: 10_000 });
    await run(rig);
    await rig.stopDesk();
    await rig.noFaults();
    await rig.startDesk();
    await allPaid(rig);
    expect(await desk.received(ALICE)).toEqual([PAID_TRX + 19.5]);
    await assertPaidOnce(desk);
  },
);
