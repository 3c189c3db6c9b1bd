/** A thousand orders at once, more than the desk will take, an end in the middle of it, and a rush that signatures let pass. */

import { expect, test } from "vitest";
import { byForm } from "../support/forms.js";
import { until } from "../support/until.js";
import { ALICE, RECEIVERS, type Rig, type RigOptions, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  isPending,
  legs,
  mineUntil,
  orderDelivered,
} from "./steps.js";

const SMALL = { resourceAmount: 32_000 };

/** Twenty orders a call. */
const order = (rig: Rig, calls: number) =>
  Promise.all(
    Array.from({ length: calls }, (_, at) => {
      const first = at % 2 === 0 ? 0 : 20;
      return rig.desk.order(RECEIVERS.slice(first, first + 20), SMALL);
    }),
  );

const isOver = (rig: Rig) => () =>
  legs(rig).every(({ state }) => state === "included" || state === "solidified");

/** At once, in calls of twenty. */
const ORDERS = byForm(40, 1_000);

test(`${ORDERS} orders made at once are delegated, each once`, async () => {
  // A transaction must outlive a busy machine.
  const rig = await startRig({ policy: { transactionLifeMs: 3_600_000 } });
  await order(rig, ORDERS / 20);
  await mineUntil(rig, "all are over", () => rig.desk.finished.length >= ORDERS);
  expect(isOver(rig)()).toBe(true);
  expect(rig.desk.finished).toHaveLength(ORDERS);
  expect(new Set(rig.desk.finished).size).toBe(ORDERS);
  await assertBooksMatchChain(rig);
  expect(legs(rig)).toHaveLength(ORDERS);
}, 90_000);

test("beyond its limit of unsigned delegations the desk is busy, and then takes orders again", async () => {
  const rig = await startRig({ unsignedLimit: 39 });
  await rig.faults({ path: "/wallet/getdelegatedresourcev2", kind: "drop", count: 100_000 });
  await order(rig, 2);
  await expect(rig.desk.order(ALICE)).rejects.toMatchObject({ code: "BUSY" });
  await rig.noFaults();
  await until("they are out", async () => (await rig.state()).pending === 40);
  await orderDelivered(rig, ALICE);
  await mineUntil(rig, "all are included", isOver(rig));
  await assertBooksMatchChain(rig);
});

test("workers end at once in the middle of much work, and nothing of it is lost", async () => {
  const rig = await startRig({ owners: 1 });
  // So that a round is sent, the next is being signed, and more wait.
  await rig.faults({
    path: "/wallet/getdelegatedresourcev2",
    kind: "delay",
    delayMs: 300,
    count: 100_000,
  });
  await order(rig, 3);
  await until("some are out", isPending(rig));
  await rig.desk.workers.stop();
  expect(legs(rig).some(({ state }) => state === "planned")).toBe(true);
  await rig.stopDesk();
  await rig.noFaults();
  await rig.startDesk();
  await mineUntil(rig, "all are included", isOver(rig));
  await assertBooksMatchChain(rig);
});

test("workers end at once when the node hangs", async () => {
  // No time limit ends a call.
  const rig = await startRig();
  await rig.broadcastFault({ kind: "accept-then-hang", count: 100_000 });
  const orderId = await rig.desk.order(ALICE);
  await until("the broadcast hangs", isPending(rig));
  await rig.faults({ path: "*", kind: "accept-then-hang", count: 100_000 });
  await rig.stopDesk();
  await rig.noFaults();
  await rig.startDesk();
  await delivered(rig, orderId);
  await assertBooksMatchChain(rig);
});

const HOUR_MS = 3_600_000;

/** A desk whose clock stands still, so that a rush lasts until the clock is moved. */
async function startInRush(longestRushMs: number, options: RigOptions = {}) {
  const clock = { monotonicMs: 0 };
  const signer = { hasBegun: false };
  const rig = await startRig({
    monotonicMs: () => clock.monotonicMs,
    // The lock on the chain is the first that the signer asks for.
    wrapChain: (chain) => ({
      ...chain,
      delegated: (...asked) => {
        signer.hasBegun = true;
        return chain.delegated(...asked);
      },
    }),
    ...options,
    workers: { longestRushMs },
  });
  const receivers = RECEIVERS.slice(0, 16);
  // Known beforehand, so that all orders are created in one turn.
  await rig.desk.engine.receivers.verdicts(receivers);
  const orderIds = await Promise.all(receivers.map((receiver) => rig.desk.order(receiver)));
  const states = () => legs(rig).map(({ state }) => state);
  return { rig, clock, signer, orderIds, states };
}

test("nothing is signed while a rush lasts, and everything once it is over", async () => {
  const { rig, clock, signer, orderIds, states } = await startInRush(HOUR_MS);
  // Each block wakes the signer.
  await rig.mine(3);
  await followed(rig);
  expect(states()).toEqual(orderIds.map(() => "planned"));
  expect(signer.hasBegun).toBe(false);
  clock.monotonicMs += 100;
  await until("they are signed", () => !states().includes("planned"));
  for (const orderId of orderIds) await delivered(rig, orderId);
  await assertBooksMatchChain(rig);
});

test("a rush without end does not keep orders from being delivered", async () => {
  const { rig, states } = await startInRush(50);
  await mineUntil(rig, "all are included", () => states().every((state) => state === "included"));
  expect(rig.desk.engine.load.isRush()).toBe(true);
  await assertBooksMatchChain(rig);
});

test("a rush that would soon make the desk busy is signed at once", async () => {
  const { rig, states } = await startInRush(HOUR_MS, { unsignedLimit: 31 });
  await until("some are signed", () => states().some((state) => state !== "planned"));
  await expect(rig.desk.order(ALICE)).resolves.toBeDefined();
});

test("the end does not wait for a rush", async () => {
  const { rig, orderIds, states } = await startInRush(HOUR_MS);
  await rig.stopDesk();
  await rig.startDesk();
  for (const orderId of orderIds) await delivered(rig, orderId);
  expect(states()).not.toContain("planned");
});
