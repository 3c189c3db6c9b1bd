/** What can go wrong between planning a delegation and its block, owners that stop or start serving, and that it is delivered and paid once all the same. */

import { expect, test } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { readPoolState } from "../../src/engine/operating/operate.js";
import { one } from "../../src/store/phase.js";
import { readNow } from "../support/read-now.js";
import { until } from "../support/until.js";
import { heldBack, onItsWay, rounds } from "./held-back.js";
import { ALICE, BOB, DEAD_MS, RECEIVERS, type Rig, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  includePending,
  isPending,
  legs,
  mineUntil,
  orderDelivered,
  reclaimed,
} from "./steps.js";

const inState = (rig: Rig, orderId: string, state: string) => () =>
  rig.desk.readLegs(orderId).find((leg) => leg.state === state);

test("an order is delegated, solidified and taken back, once each", async () => {
  const rig = await startRig();
  const orderId = await orderDelivered(rig, ALICE);
  await assertBooksMatchChain(rig);
  expect(await rig.energyOf(ALICE)).toBeGreaterThanOrEqual(65_000);
  expect(rig.desk.finished).toEqual([orderId]);
  await reclaimed(rig);
  expect(rig.desk.readLegs(orderId)).toMatchObject([{ state: "reclaimed", earned: 1 }]);
  await assertBooksMatchChain(rig);
});

test("an unclear answer is followed by the same bytes, and never by others", async () => {
  const rig = await startRig();
  // What the desk makes of every answer is the table of broadcast-matrix.test.ts; these are the ways on which a node gets the bytes.
  const faults = [
    { kind: "drop" },
    { kind: "accept-then-drop" },
    { kind: "status", status: 503 },
    { kind: "code", code: "SERVER_BUSY" },
  ];
  for (const [at, fault] of faults.entries()) {
    const receiver = must(RECEIVERS[at], "a receiver for each fault");
    await rig.broadcastFault(fault);
    const orderId = await rig.desk.order(receiver);
    const isOut = () => isPending(rig)();
    await until(`the bytes arrive after ${JSON.stringify(fault)}`, isOut);
    await delivered(rig, orderId);
    expect(rig.desk.readLegs(orderId)).toHaveLength(1);
  }
  await assertBooksMatchChain(rig);
});

test("each sending is counted before it leaves: a stop on its way finds more than one", async () => {
  const counted: number[] = [];
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    broadcast(...call) {
      counted.push(...legs(rig).map(({ attempts }) => attempts));
      return chain.broadcast(...call);
    },
  });
  const rig = await startRig({ wrapChain });
  await rig.broadcastFault({ kind: "never-include", count: 1_000 });
  await rig.desk.order(ALICE);
  await until("it went out three times", () => counted.length > 2);
  expect(counted.slice(0, 3)).toEqual([1, 2, 3]);
});

test("an owner whose stake was used up meanwhile is replaced by another", async () => {
  const broadcast = heldBack("broadcast");
  const rig = await startRig({ owners: 2, wrapChain: broadcast.wrapChain });
  const orderId = await rig.desk.order(ALICE);
  const leg = await onItsWay(rig, orderId, broadcast);
  await rig.admin("use", { address: leg.owner, resource: "energy", units: 25_000_000 });
  broadcast.letGo();
  await delivered(rig, orderId);
  const [dead, other] = rig.desk.readLegs(orderId);
  expect(dead).toMatchObject({ state: "dead", death_reason: "owner_capacity" });
  expect(other?.owner).not.toBe(leg.owner);
  await assertBooksMatchChain(rig);
});

test("a lock that came in between is not shortened: the order is delivered unlocked", async () => {
  const broadcast = heldBack("broadcast");
  const rig = await startRig({ owners: 1, wrapChain: broadcast.wrapChain });
  const orderId = await rig.desk.order(ALICE);
  const { owner } = await onItsWay(rig, orderId, broadcast);
  const lock = { owner, receiver: ALICE, stakeSun: 1e7, lockPeriodBlocks: 28_800 };
  await rig.delegateOutside(lock);
  broadcast.letGo();
  await delivered(rig, orderId);
  expect(rig.desk.readLegs(orderId)).toMatchObject([
    { state: "dead", death_reason: "lock", locked: 1 },
    { state: "included", locked: 0 },
  ]);
  const { lockExpiresAt } = await rig.recordOf(owner, ALICE);
  const told = () => one<{ ends_at: number }>("SELECT ends_at FROM told_lock");
  // Told in whole blocks.
  const endsAt = readNow(rig.desk.database, told)?.ends_at ?? 0;
  expect(Math.abs(endsAt - lockExpiresAt)).toBeLessThanOrEqual(3_000);
  // The lock is on the chain now: the next order is unlocked before anything is refused.
  const next = await orderDelivered(rig, ALICE);
  expect(rig.desk.readLegs(next)).toMatchObject([{ state: "included", locked: 0 }]);
  await assertBooksMatchChain(rig);
});

test("a receiver that became a contract gets nothing, and its order's money goes back", async () => {
  const broadcast = heldBack("broadcast");
  const rig = await startRig({ wrapChain: broadcast.wrapChain });
  const orderId = await rig.desk.order(ALICE);
  await onItsWay(rig, orderId, broadcast);
  await rig.admin("contract", { address: ALICE });
  broadcast.letGo();
  await mineUntil(rig, "the leg is dead", inState(rig, orderId, "dead"));
  expect(rig.desk.readOrder(orderId)).toMatchObject({
    status: "cancelled",
    cancel_reason: "the receiver is a contract",
    refunded_sun: 3_900_000,
  });
  await until("it is told", () => rig.desk.finished.includes(orderId));
  await expect(rig.desk.order(ALICE)).rejects.toMatchObject({ code: "RECEIVER_IS_CONTRACT" });
  await assertBooksMatchChain(rig);
});

test.each([
  ["between plan and signature", "delegated", "planned"],
  ["between signature and broadcast", "broadcast", "signed"],
] as const)(
  "a permission revoked %s pauses the owner, and another delivers",
  async (_, kind, was) => {
    const call = heldBack(kind);
    const rig = await startRig({ owners: 2, wrapChain: call.wrapChain });
    const orderId = await rig.desk.order(ALICE);
    const { owner, state } = await onItsWay(rig, orderId, call);
    expect(state).toBe(was);
    await rig.admin("revoke-permission", { address: owner });
    call.letGo();
    await delivered(rig, orderId);
    expect(rig.desk.readLegs(orderId)).toMatchObject([
      { state: "dead", owner },
      { state: "included" },
    ]);
    await assertBooksMatchChain(rig);
  },
);

test("what is accepted and never included is sent again, dies provably, and is replaced once", async () => {
  const rig = await startRig({ owners: 2 });
  await rig.broadcastFault({ kind: "never-include" });
  const orderId = await rig.desk.order(ALICE);
  await includePending(rig);
  const again = () => (rig.desk.readLegs(orderId)[0]?.attempts ?? 0) >= 4;
  await until("it is sent again and again", again);
  await rig.mine(1, DEAD_MS);
  await followed(rig);
  // Over by the head's time and not yet by the solid block's: nothing may be concluded.
  expect(rig.desk.readLegs(orderId)).toMatchObject([{ state: "sent" }]);
  await mineUntil(rig, "it is dead", inState(rig, orderId, "dead"));
  await delivered(rig, orderId);
  const [dead, other, ...more] = rig.desk.readLegs(orderId);
  expect(dead).toMatchObject({ state: "dead", death_reason: "expired" });
  expect(other?.state).toBe("included");
  expect(other?.owner).not.toBe(dead?.owner);
  expect(more).toEqual([]);
  await assertBooksMatchChain(rig);
});

test("a first broadcast that takes long is not repeated beside it", async () => {
  const broadcast = heldBack("broadcast");
  const rig = await startRig({ owners: 1, wrapChain: broadcast.wrapChain });
  const orderId = await rig.desk.order(ALICE);
  await onItsWay(rig, orderId, broadcast);
  await rounds(rig, "resender", 4);
  expect(rig.desk.readLegs(orderId)).toMatchObject([{ state: "signed", attempts: 1 }]);
  broadcast.letGo();
  await delivered(rig, orderId);
  await assertBooksMatchChain(rig);
});

test("two equal orders in one block are two delegations", async () => {
  const rig = await startRig({ owners: 1, policy: { lockMode: "never" } });
  const orderIds = await Promise.all([rig.desk.order(BOB), rig.desk.order(BOB)]);
  await until("both are pending", async () => (await rig.state()).pending === 2);
  for (const orderId of orderIds) await delivered(rig, orderId);
  expect(await rig.energyOf(BOB)).toBeGreaterThanOrEqual(130_000);
  await assertBooksMatchChain(rig);
});

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
  await until("its leg is moved", () => rig.desk.readLegs(orderId).length > 1);
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

test("what nobody can deliver is given up in time, also while the pool cannot be read", async () => {
  const rig = await startRig({ owners: 1 });
  await rig.faults({ path: "/wallet/getcandelegatedmaxsize", kind: "drop", count: 100_000 });
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
