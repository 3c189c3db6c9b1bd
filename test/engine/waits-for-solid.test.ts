/** What the next solidified blocks decide something about: only then are they asked for often. */
import { beforeEach, expect, test } from "vitest";
import { applySolid } from "../../src/engine/legs/follow-chain.js";
import { noteFork } from "../../src/engine/legs/repair-after-forks.js";
import { waitsForSolid } from "../../src/store/chain-blocks.js";
import { run } from "../../src/store/phase.js";
import { setMissed } from "../../src/store/stake-acts.js";
import { type Desk, openDesk } from "../support/desk.js";
import { payoutRow, sellers, startPayout } from "../support/payouts.js";
import {
  deliver,
  mine,
  mineAll,
  passRentals,
  reclaim,
  send,
  sendReclaims,
  sign,
  solidify,
} from "../support/steps.js";

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
