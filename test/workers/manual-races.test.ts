/** Two things at once, for real: whoever comes first, no unit is sold twice and no SUN is lost. */
import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { drainPoolOwner } from "../../src/engine/operating/operate.js";
import {
  addSeller,
  assertAddsUp,
  cancel,
  capacityOf,
  inState,
  manual,
  offer,
  orderOf,
  PRICE_SUN,
  partial,
  startManualRig,
  statusOf,
  sunOf,
} from "./manual-sellers.js";
import { ALICE, BOB, CAROL, RECEIVERS } from "./rig.js";
import {
  areDelivered,
  assertBooksMatchChain,
  delivered,
  followed,
  legs,
  mineUntil,
  until,
} from "./steps.js";

test("many sellers race for one order: it is filled once, by as many as it takes", async () => {
  const rig = await startManualRig();
  const sellers: Address[] = [];
  for (let count = 0; count < 6; count += 1) {
    sellers.push(await addSeller(rig, { energy: 41_000, active: false }));
  }
  const orderId = await rig.desk.order(ALICE, partial(100_000));
  await Promise.all(sellers.map((seller) => offer(rig, seller, {})));
  await delivered(rig, orderId);
  const { delegations } = await assertAddsUp(rig, orderId);
  expect(delegations).toHaveLength(3);
  expect(new Set(delegations.map(({ owner }) => owner)).size).toBe(3);
  await assertBooksMatchChain(rig);
});

test("orders race for one seller's last stake: nothing is promised twice", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig, { energy: 101_500 });
  const orders = RECEIVERS.slice(0, 5).map((receiver) => rig.desk.order(receiver, partial(60_000)));
  const orderIds = await Promise.all(orders);
  const planned = legs(rig).reduce((total, { units }) => total + units, 0);
  expect(planned).toBeGreaterThanOrEqual(80_000);
  expect(planned).toBeLessThanOrEqual(101_500);
  expect(await capacityOf(rig, seller)).toBeLessThan(20_000);
  const areIn = () => areDelivered(legs(rig));
  await mineUntil(rig, "all that was sold is delivered", areIn);
  for (const orderId of orderIds) await assertAddsUp(rig, orderId);
  await Promise.all(
    orderIds.map(
      async (orderId) =>
        (await (await orderOf(rig, orderId)).status) === "processing" && cancel(rig, orderId),
    ),
  );
  for (const orderId of orderIds) await assertAddsUp(rig, orderId);
  await assertBooksMatchChain(rig);
});

test("a Fast and a Manual order race for one seller's stake: one is filled, the other is told or rests", async () => {
  const rig = await startManualRig();
  for (const owner of rig.owners) await drainPoolOwner(rig.desk.engine, owner);
  await addSeller(rig, { energy: 67_000 });
  const calls = [rig.desk.order(ALICE), rig.desk.order(BOB, manual()), rig.desk.order(CAROL)];
  const [fast, resting, late] = await Promise.allSettled(calls);
  const codes = [fast, resting, late].map((one) =>
    one?.status === "rejected" ? one.reason.code : one?.status,
  );
  // In the order in which they came; a refused Fast order has debited nothing.
  expect(codes).toEqual(["fulfilled", "fulfilled", "NO_CAPACITY"]);
  const [fastId, restingId] = [fast, resting].map((one) =>
    one?.status === "fulfilled" ? one.value : "",
  ) as [string, string];
  await delivered(rig, fastId);
  await assertAddsUp(rig, fastId);
  expect(await assertAddsUp(rig, restingId)).toMatchObject({
    restingAmount: 65_000,
    heldAmount: 3.25,
    delegations: [],
  });
  await assertBooksMatchChain(rig);
});

test("an offer is put off or dearer at the moment orders come: each fill is at a price its seller asked", async () => {
  const rig = await startManualRig();
  const off = await addSeller(rig, { price: 45, energy: 200_000 });
  const dearer = await addSeller(rig, { price: 46, energy: 200_000 });
  const orders = RECEIVERS.slice(0, 8).map((receiver) => rig.desk.order(receiver, manual()));
  const changes = [offer(rig, off, { active: false }), offer(rig, dearer, { price: 51 })];
  const [orderIds] = await Promise.all([Promise.all(orders), Promise.all(changes)]);
  const planned = legs(rig).length;
  // From here on nobody sells at 50 SUN: what was planned is delivered, the rest rests.
  const areIn = () => areDelivered(legs(rig));
  await mineUntil(rig, "all that was sold is delivered", areIn);
  await rig.mine(2);
  await followed(rig);
  expect(legs(rig)).toHaveLength(planned);
  for (const orderId of orderIds) {
    const { delegations, restingAmount, price } = await assertAddsUp(rig, orderId);
    expect(restingAmount).toBe(delegations.length > 0 ? 0 : 65_000);
    expect(price).toBe(PRICE_SUN);
  }
  await assertBooksMatchChain(rig);
});

test.each([
  ["match and the look at it", "permission", { death_reason: "owner paused", txid: null }],
  ["look and signature", "delegated", { death_reason: "permission", attempts: 1 }],
  ["signature and broadcast", "broadcast", { death_reason: "permission", attempts: 1 }],
] as const)(
  "a permission revoked between %s pauses the seller, says so, and another delivers",
  async (_, held, death) => {
    const rig = await startManualRig();
    const seller = await addSeller(rig, { price: 45 });
    rig.gate.close(held);
    const orderId = await rig.desk.order(ALICE, manual());
    await rig.gate.reached();
    await rig.admin("revoke-permission", { address: seller });
    rig.gate.open();
    await until("he is paused", async () => (await statusOf(rig, seller)) === "paused");
    await mineUntil(rig, "the leg is dead", inState(rig, orderId, "dead"));
    expect(await assertAddsUp(rig, orderId)).toMatchObject({
      restingAmount: 65_000,
      heldAmount: 3.25,
    });
    expect(rig.desk.logLines.join("")).toContain(seller);
    const other = await addSeller(rig, { price: 50 });
    await delivered(rig, orderId);
    expect((await assertAddsUp(rig, orderId)).delegations).toMatchObject([
      { state: "dead", owner: seller },
      { state: "included", owner: other },
    ]);
    expect(rig.desk.readLegs(orderId)[0]).toMatchObject(death);
    expect(await statusOf(rig, seller)).toBe("paused");
    await assertBooksMatchChain(rig);
  },
);

test("one receiver in two orders at once: one lock at a time from a seller, joined or another's", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig, { price: 45, energy: 500_000 });
  const first = rig.desk.order(ALICE, manual());
  const second = rig.desk.order(ALICE, manual());
  const longer = rig.desk.order(ALICE, manual({ duration: "1h" }));
  const [firstId, secondId, longerId] = await Promise.all([first, second, longer]);
  const planned = legs(rig).map(({ order_id, locked }) => [order_id, locked]);
  expect(planned).toEqual([[firstId, 1]]);
  const { restReasons } = await orderOf(rig, secondId);
  expect(restReasons).toContainEqual({ why: "underWay", owners: 1 });
  expect(restReasons.map(({ why }) => why)).not.toContain("locked");
  for (const orderId of [firstId, secondId]) await delivered(rig, orderId);
  // Of an hour: it would make the others three quarters longer.
  const locked = (await assertAddsUp(rig, longerId)).restReasons.find(
    ({ why }) => why === "locked",
  );
  const { lockExpiresAt } = await rig.recordOf(seller, ALICE);
  expect(locked).toEqual({ why: "locked", owners: 1, untilMs: lockExpiresAt });
  const other = await addSeller(rig, { price: 50 });
  await delivered(rig, longerId);
  expect((await assertAddsUp(rig, longerId)).delegations).toMatchObject([
    { owner: other, locked: true },
  ]);
  for (const orderId of [firstId, secondId]) {
    const { delegations, paidAmount } = await assertAddsUp(rig, orderId);
    expect(delegations).toMatchObject([{ owner: seller, locked: true }]);
    expect(sunOf(paidAmount)).toBe(3_250_000);
  }
  await assertBooksMatchChain(rig);
});
