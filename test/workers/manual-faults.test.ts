/** Nodes that fail and forks, under orders that sellers fill: nothing is delivered, earned or paid back twice. */

import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { drainPoolOwner } from "../../src/engine/operating/operate.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { findTransfer } from "../../src/store/ledger.js";
import { everyNth, longTest } from "../support/forms.js";
import { readNow } from "../support/read-now.js";
import {
  addSeller,
  assertAddsUp,
  cancel,
  earnedSun,
  inState,
  manual,
  offer,
  orderOf,
  partial,
  shareSun,
  startManualRig,
  sunOf,
} from "./manual-sellers.js";
import { ALICE, DEAD_MS, type Rig } from "./rig.js";
import {
  areDelivered,
  assertBooksMatchChain,
  delivered,
  followed,
  includePending,
  mineUntil,
  reclaimed,
  solidified,
  until,
} from "./steps.js";

const BROADCAST = "/wallet/broadcasthex";
const moved = (rig: Rig, id: string) => readNow(rig.desk.database, () => findTransfer(id));
const broadcastsOf = (owner: Address, count = 10_000) => ({
  path: BROADCAST,
  owner,
  kind: "drop",
  count,
});

/** An order for 80,000 of which two sellers deliver a half each. */
async function twoHalves(rig: Rig) {
  const first = await addSeller(rig, { energy: 41_000, price: 50, minChunk: 20_000 });
  const second = await addSeller(rig, { energy: 60_000, price: 50 });
  const orderId = await rig.desk.order(ALICE, partial(80_000));
  return { first, second, orderId };
}

test("a seller whose delegation is accepted and never included is replaced once it is dead", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig, { price: 45 });
  const other = await addSeller(rig, { price: 50 });
  await rig.faults({ path: BROADCAST, owner: seller, kind: "never-include" });
  const orderId = await rig.desk.order(ALICE, manual());
  await includePending(rig);
  await until("it is sent again", () => (rig.desk.readLegs(orderId)[0]?.attempts ?? 0) > 1);
  await rig.mine(1, DEAD_MS);
  await followed(rig);
  expect(await assertAddsUp(rig, orderId)).toMatchObject({ restingAmount: 0, heldAmount: 3.25 });
  await mineUntil(rig, "it is dead", inState(rig, orderId, "dead"));
  await delivered(rig, orderId);
  expect(rig.desk.readLegs(orderId)).toMatchObject([
    { owner: seller, state: "dead", death_reason: "expired" },
    { owner: other, state: "included" },
  ]);
  await solidified(rig);
  expect([earnedSun(rig, seller), earnedSun(rig, other)]).toEqual([0, shareSun(65_000)]);
  await assertAddsUp(rig, orderId);
  await assertBooksMatchChain(rig);
});

test("while no node answers orders rest or wait as they are; with the node they are filled", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig);
  const orderId = await rig.desk.order(ALICE, manual({ resourceAmount: 100_000 }));
  await until("its bytes are out", inState(rig, orderId, "sent"));
  const more = await addSeller(rig, { energy: 60_000, active: false });
  const resting = await rig.desk.order(ALICE, partial(100_000, { duration: "1h", price: 55 }));
  await rig.faults({ path: "*", kind: "status", status: 503, count: 12 });
  await offer(rig, more, { price: 55 });
  for (const id of [orderId, resting]) await assertAddsUp(rig, id);
  await rig.faults({ path: "*", kind: "status", status: 429, count: 6 });
  await rig.faults({ path: "*", kind: "drop", count: 6 });
  await until("the node is back", async () => (await rig.state()).faults.length === 0, 20_000);
  await delivered(rig, orderId);
  await mineUntil(rig, "a part is delivered", inState(rig, resting, "included"));
  const { delegations, restingAmount } = await assertAddsUp(rig, resting);
  expect(delegations).toMatchObject([{ owner: more }]);
  expect(restingAmount).toBeGreaterThan(0);
  expect((await orderOf(rig, orderId)).delegations).toMatchObject([{ owner: seller }]);
  await assertBooksMatchChain(rig);
});

test.each(everyNth(["vanish", "pending"] as const, 2))(
  "delegations of two sellers that a fork dropped go out again as they were (%s)",
  async (transactions) => {
    const rig = await startManualRig();
    const { first, second, orderId } = await twoHalves(rig);
    await delivered(rig, orderId);
    const before = rig.desk.readLegs(orderId).map(({ txid }) => txid);
    if (transactions === "vanish") {
      await rig.faults(broadcastsOf(first, 2), broadcastsOf(second, 1));
    }
    // One of them may lie a block deeper.
    await rig.reorg(2, transactions);
    await until("the fork is noticed", inState(rig, orderId, "sent"));
    expect(await assertAddsUp(rig, orderId)).toMatchObject({ status: "completed", spentAmount: 4 });
    const areIncluded = () => areDelivered(rig.desk.readLegs(orderId));
    await mineUntil(rig, "both are included again", areIncluded);
    await solidified(rig);
    expect(rig.desk.readLegs(orderId).map(({ txid }) => txid)).toEqual(before);
    const [a, b] = (await orderOf(rig, orderId)).delegations.map(({ amount }) => amount);
    expect(earnedSun(rig, first)).toBe(shareSun(a ?? 0));
    expect(earnedSun(rig, second)).toBe(shareSun(b ?? 0));
    expect(rig.desk.finished).toEqual([orderId]);
    await assertAddsUp(rig, orderId);
    await assertBooksMatchChain(rig);
    await reclaimed(rig);
    await assertBooksMatchChain(rig);
  },
);

/** Drops the newest block and keeps the delegation that it held out until it is dead. */
async function killByFork(rig: Rig, orderId: string, owner: Address): Promise<void> {
  const first = () => rig.desk.readLegs(orderId)[0];
  await rig.faults(broadcastsOf(owner));
  await rig.reorg(1, "vanish");
  await until("the fork is noticed", () => first()?.state === "sent");
  await rig.mine(1, DEAD_MS);
  await mineUntil(rig, "the leg is dead", () => first()?.state === "dead");
}

test("a part that a fork killed in an open order goes back into the book with its money", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig, { energy: 41_000, price: 50 });
  const orderId = await rig.desk.order(ALICE, partial(100_000));
  await includePending(rig);
  await until("a part is delivered", inState(rig, orderId, "included"));
  const part = rig.desk.readLegs(orderId)[0]?.units ?? 0;
  expect((await orderOf(rig, orderId)).filledAmount).toBe(part);
  // It says nothing of its seller, who would sell it once more.
  await offer(rig, seller, { price: 50, active: false });
  await killByFork(rig, orderId, seller);
  expect(moved(rig, `${orderId}.1:unpost`)).toMatchObject({ amount_sun: part * 50 });
  expect(await assertAddsUp(rig, orderId)).toMatchObject({
    status: "processing",
    filledAmount: 0,
    restingAmount: 100_000,
    heldAmount: 5,
    restReasons: expect.not.arrayContaining([expect.objectContaining({ why: "failedLately" })]),
  });
  const other = await addSeller(rig, { price: 50 });
  await delivered(rig, orderId);
  await solidified(rig);
  expect([earnedSun(rig, seller), earnedSun(rig, other)]).toEqual([0, shareSun(100_000)]);
  expect(sunOf((await assertAddsUp(rig, orderId)).spentAmount)).toBe(5_000_000);
  await assertBooksMatchChain(rig);
});

longTest("a part that a fork killed after a cancel is paid back, nobody earns", async () => {
  const rig = await startManualRig({ policy: { completion: "solidified" } });
  const seller = await addSeller(rig, { energy: 41_000, price: 50 });
  const orderId = await rig.desk.order(ALICE, partial(100_000));
  await includePending(rig);
  await until("a part is delivered", inState(rig, orderId, "included"));
  await cancel(rig, orderId);
  expect(await assertAddsUp(rig, orderId)).toMatchObject({
    status: "processing",
    cancelRequested: true,
  });
  await killByFork(rig, orderId, seller);
  expect(await assertAddsUp(rig, orderId)).toMatchObject({
    status: "cancelled",
    filledAmount: 0,
    refundedAmount: 5,
    spentAmount: 0,
  });
  await rig.noFaults();
  await solidified(rig);
  expect(earnedSun(rig, seller)).toBe(0);
  await assertBooksMatchChain(rig);
});

test("a delegation that a fork killed in a final order is another seller's, who earns for it", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig, { price: 50 });
  const orderId = await rig.desk.order(ALICE, manual());
  await delivered(rig, orderId);
  for (const owner of rig.owners) await drainPoolOwner(rig.desk.engine, owner);
  await offer(rig, seller, { active: false });
  const other = await addSeller(rig, { price: 50 });
  const dear = await addSeller(rig, { price: 51 });
  await killByFork(rig, orderId, seller);
  await mineUntil(rig, "it is replaced", inState(rig, orderId, "included"));
  await solidified(rig);
  const [dead, replacement] = rig.desk.readLegs(orderId);
  expect(dead).toMatchObject({ state: "dead", posted: 1, earned: 1 });
  expect(replacement).toMatchObject({ state: "solidified", replaces: dead?.id, posted: 0 });
  const earned = [seller, other, dear].map((one) => earnedSun(rig, one));
  expect(earned).toEqual([0, shareSun(65_000), 0]);
  expect(await assertAddsUp(rig, orderId)).toMatchObject({
    status: "completed",
    refundedAmount: 0,
  });
  await assertBooksMatchChain(rig);
});

test("what a fork killed in a final order and nobody replaces in time is paid back once", async () => {
  const rig = await startManualRig();
  for (const owner of rig.owners) await drainPoolOwner(rig.desk.engine, owner);
  const seller = await addSeller(rig, { price: 50 });
  const orderId = await rig.desk.order(ALICE, manual());
  await delivered(rig, orderId);
  await offer(rig, seller, { active: false });
  await killByFork(rig, orderId, seller);
  expect(await assertAddsUp(rig, orderId)).toMatchObject({ refundedAmount: 0, spentAmount: 3.25 });
  rig.wall.aheadMs += 601_000;
  await until("it is paid back", () => moved(rig, `${orderId}.1:refund`));
  expect(await assertAddsUp(rig, orderId)).toMatchObject({
    status: "completed",
    filledAmount: 0,
    refundedAmount: 3.25,
    spentAmount: 0,
  });
  await rig.noFaults();
  await offer(rig, seller, {});
  await solidified(rig);
  expect(earnedSun(rig, seller)).toBe(0);
  const incidents = readNow(rig.desk.database, () => latestIncidents(5));
  expect(incidents.map(({ kind }) => kind)).toContain("fork-refund");
  await assertBooksMatchChain(rig);
});
