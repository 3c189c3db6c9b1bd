/** What the next solidified blocks decide something about, and what a block states, which counts when that block is final. */

import { beforeEach, describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import { applySolid, settleFound } from "../../src/engine/legs/follow-chain.js";
import { noteFork } from "../../src/engine/legs/repair-after-forks.js";
import { legFailed, legRefused } from "../../src/engine/legs/settle-leg.js";
import { nextAttempt } from "../../src/engine/legs/sign-leg.js";
import { payoutExpired, payoutSent, payoutSigned } from "../../src/engine/payouts/payouts.js";
import { approveSellerPayout } from "../../src/engine/payouts/seller-payouts.js";
import { waitsForSolid } from "../../src/store/chain-blocks.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { run } from "../../src/store/phase.js";
import { setMissed } from "../../src/store/stake-acts.js";
import { type Desk, openDesk } from "../support/desk.js";
import {
  earn,
  earners,
  payoutRow,
  sellers,
  signedPayout,
  startPayout,
  TRX,
} from "../support/payouts.js";
import { readNow } from "../support/read-now.js";
import {
  deliver,
  fork,
  kill,
  legOf,
  mine,
  mineAll,
  passRentals,
  reclaim,
  send,
  sendReclaims,
  sign,
  solidify,
  solidifyFailures,
} from "../support/steps.js";

describe("solidified blocks are asked for often by", () => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await openDesk();
  });

  const waits = (headTimestampMs = desk.chain.head.timestampMs) =>
    desk.engine.database.read(() => waitsForSolid(headTimestampMs));
  const change = (sql: string) => desk.database.commit(() => run(sql));

  test("nothing at rest, nor what is planned or on its way", async () => {
    expect(await waits()).toBe(false);
    await desk.order();
    expect(await waits()).toBe(false);
    await sign(desk);
    await send(desk);
    expect(desk.legs()).toMatchObject([{ state: "sent" }]);
    expect(await waits()).toBe(false);
  });

  test("a delegation that is in a block, until that is solid; then nothing for as long as it runs", async () => {
    await desk.order();
    await deliver(desk);
    expect(await waits()).toBe(true);
    await solidify(desk);
    expect(await waits()).toBe(false);
  });

  test("an undelegation that is in a block", async () => {
    await desk.order();
    await deliver(desk);
    await solidify(desk);
    await passRentals(desk);
    const [leg] = desk.legs();
    await reclaim(desk, leg?.id ?? "");
    await sendReclaims(desk);
    expect(await waits()).toBe(false);
    expect(await waits((desk.legs()[0]?.reclaim_expires_at ?? 0) + 1)).toBe(true);
    await mineAll(desk);
    expect(await waits()).toBe(true);
    await solidify(desk);
    expect(desk.legs()).toMatchObject([{ state: "reclaimed" }]);
    expect(await waits()).toBe(false);
  });

  test("what has expired without a block, or failed in one", async () => {
    await desk.order();
    await sign(desk);
    await send(desk);
    const expiresAt = desk.legs()[0]?.transaction_expires_at ?? 0;
    expect(await waits(expiresAt - 1)).toBe(false);
    expect(await waits(expiresAt)).toBe(true);
    await change("UPDATE leg SET failed_block = 5");
    expect(await waits()).toBe(true);
  });

  test("what is in a block although it was taken for dead", async () => {
    await desk.order();
    await change("UPDATE leg SET late_block = 5");
    expect(await waits()).toBe(true);
  });

  test("a payout that is in a block, has failed or has expired", async () => {
    const [seller] = await sellers(desk, 100);
    if (!seller) throw new Error("no seller");
    const id = await startPayout(desk, seller);
    const { transaction_expires_at: expiresAt } = payoutRow(desk, id);
    expect(await waits(expiresAt - 1)).toBe(false);
    expect(await waits(expiresAt)).toBe(true);
    await change("UPDATE payout SET failed_block = 5");
    expect(await waits(expiresAt - 1)).toBe(true);
  });

  test("blocks that were missed, and a fork that has not ended", async () => {
    await desk.database.commit(() => setMissed({ next: 3, last: 9 }));
    expect(await waits()).toBe(true);
    await desk.database.commit(() => setMissed(null));
    expect(await waits()).toBe(false);
    const fork = { ancestor: 1, upTo: 2, legs: 0, payouts: 0 };
    await desk.database.commit(() => noteFork(fork, desk.clock.nowMs));
    expect(await waits()).toBe(true);
  });

  test("of what nobody tells clearly nothing becomes final, and all else does", async () => {
    await Promise.all(Array.from({ length: 2 }, () => desk.order()));
    await sign(desk);
    await send(desk);
    const txids = desk.legs().map(({ txid }) => txid ?? "");
    await mine(desk, txids);
    const unclear = new Set(txids.slice(0, 1));
    const { head } = desk.chain;
    expect(await desk.commit(() => applySolid(head, desk.moment, unclear))).toBe(1);
    expect(desk.legs().map(({ state }) => state)).toEqual(["included", "solidified"]);
    await passRentals(desk);
    for (const { id } of desk.legs("state = 'solidified'")) await reclaim(desk, id);
    await sendReclaims(desk);
    await mineAll(desk);
    const [first] = desk.legs("reclaim_txid IS NOT NULL");
    const back = new Set([...unclear, first?.reclaim_txid ?? ""]);
    await desk.commit(() => applySolid(desk.chain.head, desk.moment, back));
    expect(desk.legs().map(({ state }) => state)).toEqual(["included", "reclaim_sent"]);
    await desk.commit(() => applySolid(desk.chain.head, desk.moment));
    expect(desk.legs().map(({ state }) => state)).toEqual(["solidified", "reclaimed"]);
  });
});

const incidents = (desk: Desk) =>
  readNow(desk.database, () => latestIncidents(10)).map(({ kind }) => kind);
const earnedTrx = (desk: Desk, seller: Address) => desk.balanceSun(`earned:${seller}`) / TRX;

/** Follows a block that states a failure. */
async function failing(desk: Desk, txid: string) {
  await mine(desk, [txid], false);
  return desk.chain.head;
}

describe("a delegation", () => {
  test("a transaction that failed in its block kills its leg when the block is final, and waits until then", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    const [leg] = await sign(desk);
    const effect = await mine(desk, [leg?.txid ?? ""], false);
    expect(effect).toEqual({ legs: 0, finishedOrders: [], toAsk: [] });
    expect(desk.states(id)).toEqual(["signed"]);
    const { moment } = desk;
    // Nothing more is sent, and no refusal of what was sent counts.
    expect(await desk.commit(() => nextAttempt(`${id}.1`))).toBeUndefined();
    expect(await desk.commit(() => legRefused(`${id}.1`, "other", moment))).toBe(false);
    await solidifyFailures(desk);
    expect(desk.states(id)).toEqual(["dead", "planned"]);
    expect(legOf(desk, `${id}.1`).death_reason).toBe("failed in its block");
  });

  test("a failure in a block that a fork drops is forgotten, and the bytes go out again", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    const [leg] = await sign(desk);
    await mine(desk, [leg?.txid ?? ""], false);
    await fork(desk);
    expect(legOf(desk, `${id}.1`).failed_block).toBeNull();
    expect(await desk.commit(() => nextAttempt(`${id}.1`))).toMatchObject({ attempts: 2 });
    const { moment } = desk;
    const txid = leg?.txid ?? "";
    expect(await desk.commit(() => legFailed(`${id}.1`, txid, moment))).toBe(false);
    await mineAll(desk);
    await solidify(desk);
    expect(desk.states(id)).toEqual(["solidified"]);
  });

  test("a failure that another reading of the block does not state is forgotten", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    const [leg] = await sign(desk);
    const block = { ...(await failing(desk, leg?.txid ?? "")), parentTimestampMs: 1 };
    const { moment } = desk;
    await desk.commit(() => settleFound(leg?.txid ?? "", true, block, moment));
    expect(legOf(desk, `${id}.1`)).toMatchObject({ state: "included", failed_block: null });
    expect(desk.orderRow(id).status).toBe("completed");
  });

  test("a transaction taken for dead that a block holds after all is told to the operator, once, when that is final", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    const [leg] = await sign(desk);
    await kill(desk, `${id}.1`, "expired");
    await mine(desk, [leg?.txid ?? ""]);
    await fork(desk);
    await mine(desk);
    await solidify(desk);
    expect(incidents(desk)).toEqual(["fork"]);
    await mine(desk, [leg?.txid ?? ""]);
    expect(incidents(desk)).toEqual(["fork"]);
    await solidify(desk);
    await solidify(desk);
    expect(desk.states(id)).toEqual(["dead", "planned"]);
    expect(incidents(desk)).toEqual(["dead-included", "fork"]);
  });
});

/** A payout that was sent and taken for dead; another one is approved. */
async function deadPayout() {
  const desk = await openDesk();
  const [seller] = (await sellers(desk, 40)) as [Address];
  const id = await startPayout(desk, seller);
  await desk.commit(() => payoutSent(id));
  await desk.commit(() => payoutExpired(id, 7));
  await approveSellerPayout(desk.engine, { seller, sumSun: sun(40 * TRX), by: "Ann" });
  return { desk, seller, id, txid: payoutRow(desk, id).txid };
}

describe("a payout taken for dead", () => {
  test("that a block holds after all leaves the seller's account again, once", async () => {
    const { desk, seller, id, txid } = await deadPayout();
    await mine(desk, [txid]);
    expect(earnedTrx(desk, seller)).toBe(40);
    // Until it is final: what a fork drops was never taken off, and nobody is paid twice meanwhile.
    expect((await earners(desk)).due).toEqual([]);
    await fork(desk);
    expect((await earners(desk)).due).toHaveLength(1);
    const again = await signedPayout(desk, seller);
    await mine(desk, [txid]);
    expect(await desk.commit(() => payoutSigned(again, 1))).toBeUndefined();
    await solidify(desk);
    await mine(desk, [txid]);
    await solidify(desk);
    expect(earnedTrx(desk, seller)).toBe(0.5);
    expect(payoutRow(desk, id).state).toBe("dead");
    const [incident, ...more] = readNow(desk.database, () => latestIncidents(5)).filter(
      ({ kind }) => kind !== "fork" && kind !== "payout-approved",
    );
    expect(incident).toMatchObject({ kind: "dead-included" });
    expect(incident?.text).toContain(`has received ${39.5 * TRX} SUN`);
    expect(more).toEqual([]);
  });

  test("does so only as far as it was not paid out again", async () => {
    const { desk, seller, txid } = await deadPayout();
    await startPayout(desk, seller);
    await desk.commit(() => earn(seller, sun(3 * TRX), desk.clock.nowMs + 50));
    await mine(desk, [txid]);
    await solidify(desk);
    expect(earnedTrx(desk, seller)).toBe(0);
    const [incident] = readNow(desk.database, () => latestIncidents(1));
    expect(incident?.text).toContain(`of which ${3 * TRX} were taken off`);
  });
});
