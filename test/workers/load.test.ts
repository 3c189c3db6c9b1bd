/** A thousand orders at once, more than the desk will take, and an end that comes in the middle of it. */
import { expect, test } from "vitest";
import { byForm } from "../support/forms.js";
import { ALICE, RECEIVERS, type Rig, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  isPending,
  legs,
  mineUntil,
  orderDelivered,
  until,
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
  // Chain time runs fast here: a transaction must outlive a busy machine all the same.
  const workers = { blockMs: 100, resendEveryMs: 10_000 };
  const policy = { transactionLifeMs: 3_600_000 };
  const rig = await startRig({ node: { blockMs: 100 }, workers, policy });
  await order(rig, ORDERS / 20);
  await until("all are told to be over", () => rig.desk.finished.length >= ORDERS, 60_000);
  expect(isOver(rig)()).toBe(true);
  expect(rig.desk.finished).toHaveLength(ORDERS);
  expect(new Set(rig.desk.finished).size).toBe(ORDERS);
  await rig.admin("stall", { on: true });
  await followed(rig);
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
  const rig = await startRig();
  // So that of each owner a round is sent, the next is being signed, and more wait.
  await rig.faults({
    path: "/wallet/getdelegatedresourcev2",
    kind: "delay",
    delayMs: 300,
    count: 100_000,
  });
  await order(rig, 12);
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
