/** A chain that refuses a seller's delegation: what each of its sentences means for the leg, the seller, the order and the money. */
import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { longTest } from "../support/forms.js";
import {
  addSeller,
  assertAddsUp,
  capacityOf,
  earnedSun,
  look,
  manual,
  orderOf,
  shareSun,
  startManualRig,
  statusOf,
} from "./manual-sellers.js";
import { ALICE, BOB, CAROL, RECEIVERS, type Rig } from "./rig.js";
import { assertBooksMatchChain, delivered, legs, mineUntil, solidified, until } from "./steps.js";

const BROADCAST = "/wallet/broadcasthex";

/** The reason of a refusal, and what the leg dies of. */
const DEADLY: readonly (readonly [string, string])[] = [
  ["delegation-not-supported", "other"],
  ["delegation-not-opened", "other"],
  ["invalid-owner", "other"],
  ["owner-not-activated", "other"],
  ["below-1-trx", "other"],
  ["not-enough-stake", "owner_capacity"],
  ["unknown-resource", "other"],
  ["invalid-receiver", "other"],
  ["receiver-is-owner", "other"],
  ["lock-too-long", "lock"],
  ["lock-too-short", "lock"],
  ["permission-missing", "permission"],
  ["permission-denied", "permission"],
  ["no-bandwidth", "owner_bandwidth"],
];

/** Makes the first broadcast of the owner's delegations be refused. */
function refuse(rig: Rig, owner: Address, reason: string): Promise<unknown> {
  return rig.faults({ path: BROADCAST, kind: "reject", reason, owner });
}

/** An amount that one seller alone can deliver: too much for those before him, less than the least of those after him. */
const amountOf = (at: number) => 65_000 + 1_000 * at;
const stakedFor = (amount: number) => Math.ceil(amount * 1.0102);

test("whatever the node refuses of one seller is delivered by another, once, and only he earns", async () => {
  const rig = await startManualRig();
  const sellers = await Promise.all(
    DEADLY.map((_, at) => {
      const minChunk = amountOf(at);
      return addSeller(rig, { energy: stakedFor(minChunk), minChunk, price: 49 });
    }),
  );
  const other = await addSeller(rig, { energy: 1_500_000, price: 50 });
  const orderIds = await Promise.all(
    DEADLY.map(async ([reason], at) => {
      await refuse(rig, must(sellers[at], "a seller for each reason"), reason);
      const receiver = must(RECEIVERS[at], "a receiver for each reason");
      return rig.desk.order(receiver, manual({ resourceAmount: amountOf(at) }));
    }),
  );
  await mineUntil(rig, "all is delivered", () => rig.desk.finished.length === DEADLY.length);
  for (const [at, [reason, death]] of DEADLY.entries()) {
    const [dead, living, ...more] = rig.desk.readLegs(orderIds[at] ?? "");
    const seller = must(sellers[at], "a seller for each reason");
    expect({ reason, ...dead }).toMatchObject({ reason, owner: seller, death_reason: death });
    expect(dead).toMatchObject({ state: "dead", attempts: 1, posted: 0 });
    expect(living).toMatchObject({ owner: other, posted: 1, locked: 1 });
    expect(more).toEqual([]);
    await assertAddsUp(rig, orderIds[at] ?? "");
  }
  await solidified(rig);
  expect(sellers.map((seller) => earnedSun(rig, seller))).toEqual(sellers.map(() => 0));
  const amounts = DEADLY.map((_, at) => shareSun(amountOf(at)));
  expect(earnedSun(rig, other)).toBe(amounts.reduce((total, one) => total + one, 0));
  await assertBooksMatchChain(rig);
});

test.each([
  ["receiver-not-activated", "the receiver is not activated"],
  ["receiver-is-contract", "the receiver is a contract"],
])("%s ends the order, and all its money goes back", async (reason, cancelReason) => {
  const rig = await startManualRig();
  const seller = await addSeller(rig);
  await addSeller(rig);
  await refuse(rig, seller, reason);
  const orderId = await rig.desk.order(ALICE, manual());
  await mineUntil(rig, "it is told", () => rig.desk.finished.includes(orderId));
  expect(await assertAddsUp(rig, orderId)).toMatchObject({
    status: "cancelled",
    cancelReason,
    refundedAmount: 3.25,
    delegations: [{ owner: seller, state: "dead" }],
  });
  expect(await capacityOf(rig, seller)).toBeGreaterThan(198_000);
  await assertBooksMatchChain(rig);
});

test("an answer that leaves it open is followed by the same bytes: one delegation, one earning", async () => {
  const rig = await startManualRig({ timeoutMs: 1_000 });
  const seller = await addSeller(rig, { energy: 900_000, price: 49 });
  await addSeller(rig, { energy: 900_000 });
  const faults = [
    { kind: "reject", reason: "duplicate" },
    { kind: "reject", reason: "expired" },
    { kind: "reject", reason: "busy" },
    { kind: "drop" },
    { kind: "accept-then-drop" },
    { kind: "accept-then-hang" },
    { kind: "status", status: 429 },
    { kind: "status", status: 503 },
    { kind: "delay", delayMs: 100 },
    { kind: "delay", delayMs: 1_500 },
  ];
  rig.gate.close("broadcast");
  const receivers = RECEIVERS.slice(0, faults.length);
  const orders = receivers.map((receiver) => rig.desk.order(receiver, manual()));
  const orderIds = await Promise.all(orders);
  await rig.faults(...faults.map((one) => ({ path: BROADCAST, owner: seller, ...one })));
  rig.gate.open();
  const areOut = async () => {
    const { pending, faults: left } = await rig.state();
    return pending === faults.length && left.length === 0;
  };
  await until("the bytes of all are out", areOut);
  for (const orderId of orderIds) await assertAddsUp(rig, orderId);
  await mineUntil(rig, "all is delivered", () => rig.desk.finished.length === faults.length);
  for (const orderId of orderIds) {
    expect((await assertAddsUp(rig, orderId)).delegations).toMatchObject([{ owner: seller }]);
  }
  await solidified(rig);
  expect(earnedSun(rig, seller)).toBe(shareSun(65_000, 49) * faults.length);
  await assertBooksMatchChain(rig);
});

test("a refusal counts while it is the only attempt: after an unclear one it changes nothing", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig, { price: 49 });
  await addSeller(rig);
  await rig.faults({ path: BROADCAST, owner: seller, kind: "drop" });
  for (const reason of ["not-enough-stake", "permission-denied", "receiver-is-contract"]) {
    await refuse(rig, seller, reason);
  }
  const orderId = await rig.desk.order(ALICE, manual());
  await until("it is refused again and again", async () => (await rig.state()).faults.length === 0);
  await delivered(rig, orderId);
  const { delegations } = await assertAddsUp(rig, orderId);
  expect(delegations).toMatchObject([{ owner: seller, state: "included" }]);
  expect(await statusOf(rig, seller)).toBe("active");
  await assertBooksMatchChain(rig);
});

test("with nobody else the part rests, says why, and its seller is asked again later", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig);
  await refuse(rig, seller, "not-enough-stake");
  const orderId = await rig.desk.order(ALICE, manual());
  await mineUntil(
    rig,
    "it rests",
    async () => (await orderOf(rig, orderId)).restingAmount === 65_000,
  );
  expect(await assertAddsUp(rig, orderId)).toMatchObject({
    heldAmount: 3.25,
    restReasons: [
      { why: "failedLately", owners: 1 },
      { why: "price", nextPriceSun: 60 },
    ],
  });
  // What was refuted is read from the chain again.
  look(rig, seller);
  await until("his stake is counted", async () => (await capacityOf(rig, seller)) > 198_000);
  expect((await orderOf(rig, orderId)).restingAmount).toBe(65_000);
  rig.wall.aheadMs += 61_000;
  await delivered(rig, orderId);
  expect((await assertAddsUp(rig, orderId)).delegations).toMatchObject([
    { state: "dead" },
    { state: "included", owner: seller },
  ]);
  await assertBooksMatchChain(rig);
});

longTest("stake used between signature and broadcast is another's to deliver", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig, { price: 49 });
  const other = await addSeller(rig);
  rig.gate.close("broadcast");
  const orderId = await rig.desk.order(ALICE, manual());
  await rig.gate.reached();
  await rig.admin("use", { address: seller, resource: "energy", units: 190_000 });
  rig.gate.open();
  await delivered(rig, orderId);
  expect(rig.desk.readLegs(orderId)).toMatchObject([
    { owner: seller, state: "dead", death_reason: "owner_capacity" },
    { owner: other, state: "included" },
  ]);
  look(rig, seller);
  await until("what is left is counted", async () => (await capacityOf(rig, seller)) > 1_000);
  expect(await capacityOf(rig, seller)).toBeLessThan(20_000);
  await assertBooksMatchChain(rig);
});

test.each([
  ["match and signature", "delegated", "cannot be locked"],
  ["signature and broadcast", "broadcast", "lock"],
] as const)(
  "a longer lock made between %s is not shortened: another seller locks",
  async (_, held, death) => {
    const rig = await startManualRig();
    const seller = await addSeller(rig, { price: 49 });
    const other = await addSeller(rig);
    rig.gate.close(held);
    const orderId = await rig.desk.order(ALICE, manual());
    await rig.gate.reached();
    const lock = { owner: seller, receiver: ALICE, stakeSun: 1e7, lockPeriodBlocks: 28_800 };
    await rig.delegateOutside(lock);
    await rig.mine();
    rig.gate.open();
    await delivered(rig, orderId);
    expect(rig.desk.readLegs(orderId)).toMatchObject([
      { owner: seller, state: "dead", death_reason: death },
      { owner: other, state: "included", locked: 1 },
    ]);
    await assertAddsUp(rig, orderId);
    await assertBooksMatchChain(rig);
  },
);

test("a seller who cannot pay the fee any more is paused and says so; with TRX he sells again", async () => {
  const rig = await startManualRig();
  // The free bandwidth of a day is enough for two delegations.
  const seller = await addSeller(rig, { price: 49, feeBandwidth: 0, balanceSun: 1 });
  const receivers = [ALICE, BOB, CAROL];
  const orderIds = await Promise.all(
    receivers.map((receiver) => rig.desk.order(receiver, manual())),
  );
  const isPaused = async () => (await statusOf(rig, seller)) === "paused";
  await mineUntil(rig, "he is paused", isPaused);
  const states = async () => {
    const orders = await Promise.all(orderIds.map((orderId) => orderOf(rig, orderId)));
    return orders.map(({ status }) => status).sort();
  };
  await mineUntil(rig, "two are delivered", async () => (await states())[1] === "completed");
  expect(await states()).toEqual(["completed", "completed", "processing"]);
  for (const orderId of orderIds) await assertAddsUp(rig, orderId);
  const dead = () => legs(rig).filter(({ state }) => state === "dead");
  await mineUntil(rig, "the third is dead", () => dead().length > 0);
  expect(dead()).toMatchObject([{ death_reason: "owner_bandwidth" }]);
  for (const orderId of orderIds) await assertAddsUp(rig, orderId);
  await rig.admin("fund", { address: seller, amountSun: 10_000_000 });
  look(rig, seller);
  await until("he sells again", async () => !(await isPaused()));
  rig.wall.aheadMs += 61_000;
  for (const orderId of orderIds) await delivered(rig, orderId);
  await assertBooksMatchChain(rig);
});
