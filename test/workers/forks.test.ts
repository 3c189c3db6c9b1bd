/** Blocks that are replaced under the desk: what was in them goes out again, and no money moves twice. */

import { expect, test } from "vitest";
import { drainPoolOwner } from "../../src/engine/operating/operate.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { findTransfer } from "../../src/store/ledger.js";
import { everyNth, longTest } from "../support/forms.js";
import { readNow } from "../support/read-now.js";
import { ALICE, DEAD_MS, RECEIVERS, RENTAL_MS, type Rig, startRig } from "./rig.js";
import {
  areDelivered,
  assertBooksMatchChain,
  delivered,
  followed,
  includePending,
  isPending,
  legs,
  mineUntil,
  orderDelivered,
  reclaimed,
  solidified,
  until,
} from "./steps.js";

const moved = (rig: Rig, id: string) => readNow(rig.desk.database, () => findTransfer(id));
const legIn = (rig: Rig, state: string) => () => legs(rig).find((leg) => leg.state === state);
const NO_BROADCAST = { kind: "drop", count: 10_000 };

test.each(everyNth(["vanish", "pending"] as const, 2))(
  "a dropped delegation goes out again as it was (%s)",
  async (transactions) => {
    const rig = await startRig();
    const orderId = await orderDelivered(rig, ALICE);
    const [before] = rig.desk.readLegs(orderId);
    await until("the chain counts it itself", () => legs(rig).every((leg) => !leg.reserving));
    if (transactions === "vanish") await rig.broadcastFault({ kind: "drop", count: 2 });
    await rig.reorg(1, transactions);
    const dropped = await until("the fork is noticed", legIn(rig, "sent"));
    expect(dropped).toMatchObject({ txid: before?.txid, reserving: 1, block_number: null });
    expect(rig.desk.readOrder(orderId)).toMatchObject({
      status: "completed",
      filled_amount: 65_000,
    });
    await includePending(rig);
    await until("it is included again", legIn(rig, "included"));
    await solidified(rig);
    expect(rig.desk.readLegs(orderId)).toMatchObject([{ state: "solidified", txid: before?.txid }]);
    expect(rig.desk.finished).toEqual([orderId]);
    await assertBooksMatchChain(rig);
  },
);

/** Drops the included delegation and keeps it out until it is dead. */
async function killByFork(rig: Rig): Promise<void> {
  await rig.broadcastFault(NO_BROADCAST);
  await rig.reorg(1, "vanish");
  await until("the fork is noticed", legIn(rig, "sent"));
  await rig.mine(1, DEAD_MS);
  await mineUntil(rig, "the leg is dead", legIn(rig, "dead"));
}

longTest("a delegation that a fork killed is planned anew in an open order", async () => {
  const rig = await startRig({ policy: { completion: "solidified" } });
  const orderId = await rig.desk.order(ALICE);
  await includePending(rig);
  await until("it is included", legIn(rig, "included"));
  await killByFork(rig);
  expect(moved(rig, `${orderId}.1:unpost`)).toMatchObject({ amount_sun: 3_900_000 });
  expect(rig.desk.readOrder(orderId)).toMatchObject({ status: "processing", filled_amount: 0 });
  await rig.noFaults();
  await delivered(rig, orderId);
  await until("it is told", () => rig.desk.finished.length > 0);
  expect(rig.desk.finished).toEqual([orderId]);
  expect(rig.desk.readLegs(orderId)).toMatchObject([{ state: "dead" }, { state: "solidified" }]);
  await assertBooksMatchChain(rig);
});

test("a delegation that a fork killed in a final order is replaced, and paid once", async () => {
  const rig = await startRig();
  const orderId = await orderDelivered(rig, ALICE);
  await killByFork(rig);
  await rig.noFaults();
  await mineUntil(rig, "it is replaced", legIn(rig, "included"));
  await solidified(rig);
  expect(rig.desk.readOrder(orderId)).toMatchObject({ status: "completed", refunded_sun: 0 });
  expect(rig.desk.readLegs(orderId)).toMatchObject([
    { state: "dead", posted: 1, earned: 1 },
    { state: "solidified", posted: 0, replaces: `${orderId}.1` },
  ]);
  expect(moved(rig, `${orderId}.2:post`)).toBeUndefined();
  await assertBooksMatchChain(rig);
  await reclaimed(rig);
  await assertBooksMatchChain(rig);
});

test("what cannot be replaced in time is paid back, and the operator is told", async () => {
  const rig = await startRig();
  const orderId = await orderDelivered(rig, ALICE);
  for (const owner of rig.owners) await drainPoolOwner(rig.desk.engine, owner);
  await killByFork(rig);
  expect(moved(rig, `${orderId}.1:refund`)).toBeUndefined();
  rig.wall.aheadMs += 601_000;
  await until("it is paid back", () => moved(rig, `${orderId}.1:refund`));
  expect(rig.desk.readOrder(orderId)).toMatchObject({
    status: "completed",
    filled_amount: 0,
    refunded_sun: 3_900_000,
  });
  const incidents = readNow(rig.desk.database, () => latestIncidents(5));
  expect(incidents.map(({ kind }) => kind)).toContain("fork-refund");
  await assertBooksMatchChain(rig);
});

test("an undelegation that a fork dropped goes out again as it was", async () => {
  const rig = await startRig();
  await orderDelivered(rig, ALICE);
  await solidified(rig);
  await rig.mine(1, RENTAL_MS);
  await until("the undelegation is out", isPending(rig));
  await rig.mine();
  const included = () => legs(rig).find(({ reclaim_block }) => reclaim_block !== null);
  const { reclaim_txid } = await until("it is included", included);
  await rig.reorg(1, "vanish");
  await until("the fork is noticed", () => !included());
  await includePending(rig);
  expect(await until("it is included again", included)).toMatchObject({ reclaim_txid });
  await reclaimed(rig);
  await assertBooksMatchChain(rig);
});

test("a desk that started in a fork follows the chain that stayed", async () => {
  const rig = await startRig();
  await rig.reorg(1);
  await followed(rig);
  await rig.reorg(2);
  await rig.mine();
  await followed(rig);
  await orderDelivered(rig, ALICE);
  await rig.reorg(3, "pending");
  await until("the fork is noticed", legIn(rig, "sent"));
  await mineUntil(rig, "it is included again", legIn(rig, "included"));
  await assertBooksMatchChain(rig);
});

longTest("nothing is final unasked, when a fork and a gap leave much to ask for", async () => {
  const rig = await startRig();
  const receivers = RECEIVERS.slice(0, 12);
  const orderIds = await Promise.all(receivers.map((receiver) => rig.desk.order(receiver)));
  const areOut = async () => (await rig.state()).pending === orderIds.length;
  await until("all are out", areOut);
  await rig.mine();
  const areIncluded = () => legs(rig).every(({ state }) => state === "included");
  await until("all are included", areIncluded);
  await rig.stopDesk();
  await rig.reorg(1, "vanish");
  await rig.mine(1_100);
  await rig.startDesk();
  const isReplaced = (orderId: string) => {
    const [lost, ...others] = rig.desk.readLegs(orderId);
    return lost?.state === "dead" && others.length > 0 && areDelivered(others);
  };
  await mineUntil(rig, "others have replaced them", () => orderIds.every(isReplaced));
  await assertBooksMatchChain(rig);
});
