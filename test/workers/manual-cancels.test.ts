/** Cancels and deadlines that meet a fill under way: what was delivered is paid, the rest goes back, nothing is both. */
import { expect, test } from "vitest";
import {
  addSeller,
  assertAddsUp,
  cancel,
  capacityOf,
  inState,
  look,
  manual,
  offer,
  orderOf,
  partial,
  startManualRig,
} from "./manual-sellers.js";
import { ALICE, BOB, RECEIVERS, type Rig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  isPending,
  mineUntil,
  solidified,
  until,
} from "./steps.js";

const areAllFinal = async (rig: Rig, orderIds: readonly string[]) =>
  (await Promise.all(orderIds.map((orderId) => isFinal(rig, orderId)()))).every(Boolean);

const isFinal = (rig: Rig, orderId: string) => () =>
  rig.desk.readOrder(orderId).status !== "processing";
const DEADLINE_MS = 3_600_000;

test.each([
  ["planned", "delegated", { status: "cancelled", refundedAmount: 5, filledAmount: 0 }],
  ["signed", "broadcast", { status: "cancelled", cancelRequested: true }],
] as const)("an order is cancelled while its part is %s", async (state, held, outcome) => {
  const rig = await startManualRig();
  const seller = await addSeller(rig, { energy: 41_000 });
  rig.gate.close(held);
  const orderId = await rig.desk.order(ALICE, partial(100_000));
  await until(`it is ${state}`, inState(rig, orderId, state));
  await cancel(rig, orderId);
  const now = await assertAddsUp(rig, orderId);
  rig.gate.open();
  if (state === "planned") {
    expect(now).toMatchObject(outcome);
    await rig.mine(2);
    await followed(rig);
    expect(await rig.transactions()).toEqual([]);
    look(rig, seller);
    await until("his stake is free", async () => (await capacityOf(rig, seller)) > 40_000);
  } else {
    const part = now.delegations[0]?.cost ?? 0;
    expect(now).toMatchObject({ status: "processing", cancelRequested: true, heldAmount: part });
    await mineUntil(rig, "it is final", isFinal(rig, orderId));
    expect(await assertAddsUp(rig, orderId)).toMatchObject({ ...outcome, spentAmount: part });
  }
  await assertBooksMatchChain(rig);
});

test("a part that is cancelled while its bytes are being signed is not sent", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig);
  rig.gate.close("sign");
  const orderIds = await Promise.all([
    rig.desk.order(ALICE, manual()),
    rig.desk.order(BOB, manual()),
  ]);
  await rig.gate.reached();
  await cancel(rig, orderIds[0]);
  expect(await assertAddsUp(rig, orderIds[0])).toMatchObject({
    status: "cancelled",
    spentAmount: 0,
  });
  rig.gate.open();
  await delivered(rig, orderIds[1]);
  expect((await assertAddsUp(rig, orderIds[0])).delegations).toMatchObject([
    { state: "dead", txid: null },
  ]);
  expect((await assertAddsUp(rig, orderIds[1])).delegations).toMatchObject([{ owner: seller }]);
  expect(await rig.energyOf(ALICE)).toBe(0);
  await assertBooksMatchChain(rig);
});

test("a whole order that is cancelled too late is delivered and paid", async () => {
  const rig = await startManualRig();
  await addSeller(rig);
  rig.gate.close("broadcast");
  const orderId = await rig.desk.order(ALICE, manual());
  await rig.gate.reached();
  await cancel(rig, orderId);
  rig.gate.open();
  await delivered(rig, orderId);
  expect(await assertAddsUp(rig, orderId)).toMatchObject({
    cancelRequested: true,
    cancelReason: null,
  });
  await assertBooksMatchChain(rig);
});

test("orders are cancelled at any moment of their fill while blocks come", async () => {
  const rig = await startManualRig();
  for (let count = 0; count < 3; count += 1) await addSeller(rig, { energy: 500_000 });
  const MOMENTS = ["planned", "signed", "sent", "included"];
  await rig.faults({
    path: "/wallet/getdelegatedresourcev2",
    kind: "delay",
    delayMs: 30,
    count: 1_000,
  });
  await rig.faults({ path: "/wallet/broadcasthex", kind: "delay", delayMs: 30, count: 1_000 });
  const orders = RECEIVERS.slice(0, 16).map(async (receiver, at) => {
    const orderId = await rig.desk.order(receiver, partial(100_000));
    const moment = MOMENTS.slice(at % MOMENTS.length);
    await until(`it is ${moment[0]}`, inState(rig, orderId, ...moment));
    // Too late for those that are completed.
    await cancel(rig, orderId).catch((error) => expect(error.code).toBe("NOT_CANCELABLE"));
    return orderId;
  });
  let areDone = false;
  const all = Promise.all(orders).finally(() => {
    areDone = true;
  });
  while (!areDone) {
    await Promise.race([all, until("bytes are out", isPending(rig))]).catch(() => {});
    await rig.mine();
    await followed(rig);
  }
  const orderIds = await all;
  const areFinal = () => areAllFinal(rig, orderIds);
  await mineUntil(rig, "all are final", areFinal);
  const seen = await Promise.all(orderIds.map((orderId) => assertAddsUp(rig, orderId)));
  const states = seen.map(({ status }) => status);
  expect(new Set(states)).toEqual(new Set(["cancelled", "completed"]));
  await solidified(rig);
  await assertBooksMatchChain(rig);
});

test("a deadline and a seller come at once: filled or paid back, never both", async () => {
  const rig = await startManualRig({ policy: { manualDeadlineMs: DEADLINE_MS } });
  const seller = await addSeller(rig, { energy: 500_000, active: false });
  const orderIds: string[] = [];
  for (const receiver of RECEIVERS.slice(0, 6)) {
    orderIds.push(await rig.desk.order(receiver, manual()));
  }
  const offered = offer(rig, seller, {});
  rig.wall.aheadMs += DEADLINE_MS + 60_000;
  await offered;
  await mineUntil(rig, "all are final", () => areAllFinal(rig, orderIds));
  for (const orderId of orderIds) {
    const { status, spentAmount, refundedAmount, filledAmount } = await assertAddsUp(rig, orderId);
    const isFilled = status === "completed";
    expect([spentAmount, refundedAmount]).toEqual(isFilled ? [3.25, 0] : [0, 3.25]);
    expect(filledAmount).toBe(isFilled ? 65_000 : 0);
  }
  await assertBooksMatchChain(rig);
});

test("a deadline that passes while a part is under way ends the rest alone", async () => {
  const rig = await startManualRig({ policy: { manualDeadlineMs: DEADLINE_MS } });
  await addSeller(rig, { energy: 41_000 });
  rig.gate.close("broadcast");
  const orderId = await rig.desk.order(ALICE, partial(100_000));
  await rig.gate.reached();
  rig.wall.aheadMs += DEADLINE_MS;
  await until("the deadline is noticed", async () => (await orderOf(rig, orderId)).cancelRequested);
  await assertAddsUp(rig, orderId);
  rig.gate.open();
  await mineUntil(rig, "it is final", isFinal(rig, orderId));
  const { delegations, spentAmount, ...order } = await assertAddsUp(rig, orderId);
  expect(order).toMatchObject({ status: "cancelled", cancelReason: "its deadline has passed" });
  expect(delegations).toMatchObject([{ state: "included", cost: spentAmount }]);
  expect(rig.desk.finished).toEqual([orderId]);
  await assertBooksMatchChain(rig);
});
