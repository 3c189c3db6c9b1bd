/** Owners that stop or start serving, weights that change, and locks: who delivers, how, and how much. */

import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { readPoolState } from "../../src/engine/operating/operate.js";
import { listUnplannedOrders } from "../../src/store/orders.js";
import { readStakeRatio } from "../../src/store/owners.js";
import { longTest } from "../support/forms.js";
import { readNow } from "../support/read-now.js";
import { heldBack, onItsWay } from "./held-back.js";
import { ALICE, BOB, CAROL, type Rig, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  legs,
  mineUntil,
  orderDelivered,
  reclaimed,
  rentalsEnd,
  solidified,
  until,
} from "./steps.js";

const DELEGATE_ONLY = `${"0".repeat(14)}06${"0".repeat(48)}`;
const LOCK_READ = "/wallet/getdelegatedresourcev2";
/** Keeps planned legs from being signed, until the faults are cleared. */
const NO_SIGNING = { path: LOCK_READ, kind: "drop", count: 10_000 };

const stateOf = async (rig: Rig, owner: Address) =>
  (await readPoolState(rig.desk.engine)).find(({ address }) => address === owner)?.state;
const legOf = (rig: Rig, orderId: string) => must(rig.desk.readLegs(orderId).at(-1), "a leg");

async function permit(rig: Rig, owner: Address, operator: string): Promise<void> {
  const keys = [{ address: operator }];
  await rig.admin("permission", { address: owner, actives: [{ operations: DELEGATE_ONLY, keys }] });
  rig.desk.engine.signals.emit("capacity");
}

/** No chain time passes meanwhile: the signer pauses the longer the more often it has failed, and an order waits only so long. */
async function signed(rig: Rig, orderId: string): Promise<void> {
  const isSigned = () => rig.desk.readLegs(orderId).some(({ txid }) => txid !== null);
  await until("it is signed", isSigned);
}

async function operatorOf(rig: Rig): Promise<string> {
  return (await rig.state()).operator;
}

test("planned legs of an owner that may not serve any more go to the others", async () => {
  const rig = await startRig({ owners: 2 });
  await rig.faults(NO_SIGNING);
  const orderId = await rig.desk.order(ALICE);
  const { owner } = legOf(rig, orderId);
  await rig.admin("revoke-permission", { address: owner });
  rig.desk.engine.signals.emit("capacity");
  await until("it is paused", async () => (await stateOf(rig, owner)) === "paused");
  await rig.noFaults();
  await signed(rig, orderId);
  await delivered(rig, orderId);
  expect(rig.desk.readLegs(orderId)).toMatchObject([
    { state: "dead", owner, death_reason: "owner paused", txid: null },
    { state: "included" },
  ]);
  await permit(rig, owner, await operatorOf(rig));
  await until("it serves again", async () => (await stateOf(rig, owner)) === "active");
  await assertBooksMatchChain(rig);
});

test("with all owners paused an order waits; it is delivered when one serves again", async () => {
  const rig = await startRig({ owners: 1 });
  await rig.faults(NO_SIGNING);
  const orderId = await rig.desk.order(ALICE);
  const { owner } = legOf(rig, orderId);
  await rig.admin("revoke-permission", { address: owner });
  rig.desk.engine.signals.emit("capacity");
  await until("it is unplanned", () => rig.desk.readOrder(orderId).unplanned_amount === 65_000);
  await permit(rig, owner, await operatorOf(rig));
  await rig.noFaults();
  await signed(rig, orderId);
  await delivered(rig, orderId);
  await assertBooksMatchChain(rig);
});

test("orders that wait take turns, so that stuck ones keep no other out", async () => {
  const rig = await startRig({ owners: 1 });
  await rig.faults(NO_SIGNING);
  const orderIds: string[] = [];
  for (const receiver of [ALICE, BOB, CAROL]) orderIds.push(await rig.desk.order(receiver));
  await rig.admin("revoke-permission", { address: must(rig.owners[0], "an owner") });
  rig.desk.engine.signals.emit("capacity");
  const unplanned = (limit: number, after: string) =>
    readNow(rig.desk.database, () => listUnplannedOrders(limit, after)).map(({ id }) => id);
  await until("all are unplanned", () => unplanned(9, "").length === 3);
  const [first = "", second = "", third = ""] = orderIds;
  expect(unplanned(2, "")).toEqual([first, second]);
  expect(unplanned(2, second)).toEqual([third, first]);
});

test("what nobody can deliver is given up in time, also while the pool cannot be read", async () => {
  const rig = await startRig({ owners: 1 });
  const noSnapshots = { path: "/wallet/getcandelegatedmaxsize", kind: "drop", count: 100_000 };
  await rig.faults(noSnapshots);
  await orderDelivered(rig, BOB);
  await rig.faults(NO_SIGNING);
  const orderId = await rig.desk.order(ALICE);
  await rig.admin("revoke-permission", { address: legOf(rig, orderId).owner });
  rig.desk.engine.signals.emit("capacity");
  await until("it is unplanned", () => rig.desk.readOrder(orderId).unplanned_amount === 65_000);
  rig.wall.aheadMs += 301_000;
  await until("it is given up", () => rig.desk.finished.includes(orderId));
  expect(rig.desk.readOrder(orderId)).toMatchObject({
    status: "cancelled",
    cancel_reason: "no owner could deliver in time",
    refunded_sun: 3_900_000,
  });
  await rig.noFaults();
  await assertBooksMatchChain(rig);
});

test("owners whose accounts cannot be read are counted all the same, and looked at again", async () => {
  const rig = await startRig({ owners: 2 });
  await rig.faults({ path: "/wallet/getaccountresource", kind: "drop", count: 4 });
  await rig.admin("revoke-permission", { address: must(rig.owners[0], "an owner") });
  rig.desk.engine.signals.emit("capacity");
  await orderDelivered(rig, ALICE);
  await until("the chain counts it itself", () => legs(rig).every((leg) => !leg.reserving));
  const [first] = rig.owners as [Address];
  await until("the revoked one is paused", async () => (await stateOf(rig, first)) === "paused");
  await rig.noFaults();
  await assertBooksMatchChain(rig);
});

test("an owner whose broadcast hangs does not hold up another", async () => {
  const broadcast = heldBack("broadcast");
  const rig = await startRig({ owners: 2, wrapChain: broadcast.wrapChain });
  const slow = await rig.desk.order(ALICE);
  await onItsWay(rig, slow, broadcast);
  const quick = await rig.desk.order(ALICE);
  expect(legOf(rig, quick).owner).not.toBe(legOf(rig, slow).owner);
  await until("the other is sent", () => legOf(rig, quick).state === "sent");
  expect(legOf(rig, slow).state).toBe("signed");
  broadcast.letGo();
  await delivered(rig, slow);
  await delivered(rig, quick);
  await assertBooksMatchChain(rig);
});

test("an owner is never its own receiver", async () => {
  const rig = await startRig({ owners: 1 });
  const [owner] = rig.owners as [Address];
  await expect(rig.desk.order(owner)).rejects.toMatchObject({ code: "RECEIVER_REFUSED" });
});

test("the reservation is raised when the weight has risen between plan and signature", async () => {
  const rig = await startRig({ owners: 1 });
  await rig.faults(NO_SIGNING);
  const orderId = await rig.desk.order(ALICE);
  const before = legOf(rig, orderId);
  const energyWeight = Math.ceil((await rig.energyWeight()) * 1.1);
  await rig.admin("weights", { energyWeight });
  rig.desk.engine.signals.emit("capacity");
  const ratio = () => readNow(rig.desk.database, () => readStakeRatio("energy"));
  await until("the weight is read", () => ratio()?.totalWeight === energyWeight);
  await rig.noFaults();
  await delivered(rig, orderId);
  const after = legOf(rig, orderId);
  expect(after.stake_sun).toBeGreaterThan(before.reserved_sun * 1.09);
  expect(after.reserved_sun).toBe(after.stake_sun);
  // A little more until the block is within the headroom.
  await rig.admin("weights", { energyWeight: Math.ceil(energyWeight * 1.0015) });
  await assertBooksMatchChain(rig);
});

test("locks of one time go to one owner, of another to another one", async () => {
  const rig = await startRig({ owners: 2 });
  await rig.faults(NO_SIGNING);
  const orderIds: string[] = [];
  const order = async (duration: string) => {
    orderIds.push(await rig.desk.order(ALICE, { duration }));
    return legOf(rig, orderIds.at(-1) ?? "");
  };
  const planned = [await order("15m"), await order("15m"), await order("1h")];
  expect(planned.map(({ locked }) => locked)).toEqual([1, 1, 1]);
  const [first, second, third] = planned.map(({ owner }) => owner);
  expect([second === first, third === first]).toEqual([true, false]);
  await rig.noFaults();
  for (const orderId of orderIds) await delivered(rig, orderId);
  await assertBooksMatchChain(rig);
  for (let quarters = 0; quarters < 3; quarters += 1) await rentalsEnd(rig);
  await reclaimed(rig);
  await assertBooksMatchChain(rig);
});

longTest("a lock is joined within a minute, and then both end together", async () => {
  const rig = await startRig({ owners: 1 });
  const first = await orderDelivered(rig, ALICE);
  const second = await orderDelivered(rig, ALICE);
  expect(legOf(rig, second).locked).toBe(1);
  const areRead = () => legs(rig).every(({ expiry_read }) => expiry_read === 1);
  await mineUntil(rig, "the locks are read", areRead);
  const { lockExpiresAt } = await rig.recordOf(legOf(rig, first).owner, ALICE);
  expect(legs(rig).map(({ expires_at }) => expires_at)).toEqual([lockExpiresAt, lockExpiresAt]);
  await rig.mine(30);
  await followed(rig);
  const late = await orderDelivered(rig, ALICE);
  expect(legOf(rig, late).locked).toBe(0);
  await reclaimed(rig);
  await assertBooksMatchChain(rig);
});

test("a planned lock that a foreign one forbids by then becomes an unlocked delegation", async () => {
  const read = heldBack("delegated");
  const rig = await startRig({ owners: 1, wrapChain: read.wrapChain });
  const orderId = await rig.desk.order(BOB);
  const { owner } = await onItsWay(rig, orderId, read);
  const lock = { owner, receiver: BOB, stakeSun: 1e7, lockPeriodBlocks: 100_000 };
  await rig.delegateOutside(lock);
  read.letGo();
  await delivered(rig, orderId);
  expect(rig.desk.readLegs(orderId)).toMatchObject([{ locked: 0 }]);
  await solidified(rig);
  await mineUntil(rig, "it is final", () => legOf(rig, orderId).state === "solidified");
  await assertBooksMatchChain(rig);
});
