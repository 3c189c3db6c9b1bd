/** Manual orders from the book to the block and back: sellers fill them, and every SUN and unit has its place. */
import { expect, test } from "vitest";
import { parseOffer } from "../../src/domain/seller.js";
import { setOffer } from "../../src/engine/sellers/sellers.js";
import {
  addSeller,
  assertAddsUp,
  cancel,
  capacityOf,
  earnedSun,
  inState,
  look,
  manual,
  offer,
  orderOf,
  partial,
  shareSun,
  startManualRig,
  sunOf,
} from "./manual-sellers.js";
import { ALICE, BOB } from "./rig.js";
import {
  areDelivered,
  assertBooksMatchChain,
  delivered,
  followed,
  includePending,
  legs,
  mineUntil,
  reclaimed,
  solidified,
  until,
} from "./steps.js";

const DAY_MS = 86_400_000;

test("two sellers fill an order, the rest rests, and a cancel pays exactly that back", async () => {
  const rig = await startManualRig();
  const cheap = await addSeller(rig, { energy: 40_500, price: 45 });
  const dear = await addSeller(rig, { energy: 35_500, price: 50 });
  const orderId = await rig.desk.order(ALICE, partial(100_000));
  await assertAddsUp(rig, orderId);
  const isFilled = async () => areDelivered((await orderOf(rig, orderId)).delegations);
  await mineUntil(rig, "both parts are delivered", isFilled);
  const order = await assertAddsUp(rig, orderId);
  const { delegations, restingAmount } = order;
  expect(delegations.map(({ owner, locked }) => [owner, locked])).toEqual([
    [cheap, true],
    [dear, true],
  ]);
  expect(order).toMatchObject({ status: "processing", refundedAmount: 0, paidAmount: 5 });
  expect(restingAmount).toBeGreaterThanOrEqual(20_000);
  expect(sunOf(order.heldAmount)).toBe(restingAmount * 50);
  expect(order.restReasons.at(-1)).toMatchObject({ why: "price", nextPriceSun: 60 });
  await assertBooksMatchChain(rig);

  await cancel(rig, orderId);
  const cancelled = await assertAddsUp(rig, orderId);
  expect(cancelled).toMatchObject({ status: "cancelled", restingAmount: 0, heldAmount: 0 });
  expect(sunOf(cancelled.refundedAmount)).toBe(restingAmount * 50);
  await solidified(rig);
  const [ofCheap, ofDear] = delegations.map(({ amount }) => amount);
  expect(earnedSun(rig, cheap)).toBe(shareSun(ofCheap ?? 0, 45));
  expect(earnedSun(rig, dear)).toBe(shareSun(ofDear ?? 0));
  await reclaimed(rig);
  expect(legs(rig).map(({ state }) => state)).toEqual(["reclaimed", "reclaimed"]);
  await assertAddsUp(rig, orderId);
  await assertBooksMatchChain(rig);
});

test("an order rests until somebody offers, and the offer alone fills it", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig, { active: false });
  const orderId = await rig.desk.order(ALICE, manual());
  expect(await assertAddsUp(rig, orderId)).toMatchObject({
    restingAmount: 65_000,
    heldAmount: 3.25,
  });
  await offer(rig, seller, { price: 51 });
  await rig.mine();
  await followed(rig);
  expect((await orderOf(rig, orderId)).restReasons).toMatchObject([
    { why: "price", nextPriceSun: 51 },
  ]);
  await offer(rig, seller, { price: 50 });
  await delivered(rig, orderId);
  expect((await assertAddsUp(rig, orderId)).delegations).toMatchObject([
    { owner: seller, cost: 3.25 },
  ]);
  await assertBooksMatchChain(rig);
});

test("stake that comes back used is sold again as it recovers, not when the rental ends", async () => {
  const rig = await startManualRig();
  const seller = await addSeller(rig, { energy: 70_000 });
  const first = await rig.desk.order(ALICE, manual());
  await delivered(rig, first);
  await rig.admin("use", { address: ALICE, resource: "energy", units: 65_000 });
  await reclaimed(rig);
  await rig.mine();
  look(rig, seller);
  await until("his stake is counted", async () => (await capacityOf(rig, seller)) > 1_000);
  expect(await capacityOf(rig, seller)).toBeLessThan(10_000);
  const second = await rig.desk.order(BOB, manual());
  expect((await assertAddsUp(rig, second)).restReasons.at(-1)).toMatchObject({ why: "price" });
  await rig.mine(1, DAY_MS / 2);
  await followed(rig);
  look(rig, seller);
  await until("half of it is back", async () => (await capacityOf(rig, seller)) > 30_000);
  expect((await assertAddsUp(rig, second)).restingAmount).toBe(65_000);
  await rig.mine(1, DAY_MS / 2);
  await followed(rig);
  look(rig, seller);
  await until("it is matched", inState(rig, second, "planned", "signed", "sent"));
  await includePending(rig);
  await delivered(rig, second);
  await assertBooksMatchChain(rig);
});

test("Bandwidth is sold like Energy, and its seller's fees are not paid from what is sold", async () => {
  const rig = await startManualRig();
  const bandwidth = { resourceType: "Bandwidth", minPrice: 450 };
  const terms = { ...bandwidth, shortestDuration: "15m", longestDuration: "1d" };
  const seller = await addSeller(rig, { bandwidth: 5_000 });
  await setOffer(rig.desk.engine, { address: seller, offer: parseOffer(terms) });
  const change = { resourceType: "Bandwidth", price: 500, resourceAmount: 3_000 };
  const first = await rig.desk.order(ALICE, manual(change));
  const second = await rig.desk.order(BOB, partial(3_000, change));
  await delivered(rig, first);
  const isIn = () => areDelivered(rig.desk.readLegs(second));
  await mineUntil(rig, "a part of the second is delivered", isIn);
  const { delegations, restingAmount } = await assertAddsUp(rig, second);
  expect((await assertAddsUp(rig, first)).delegations).toMatchObject([
    { owner: seller, cost: 1.35 },
  ]);
  expect(delegations).toMatchObject([{ owner: seller, locked: true }]);
  expect(restingAmount).toBeGreaterThanOrEqual(1_000);
  await cancel(rig, second);
  await solidified(rig);
  const soldUnits = 3_000 + (delegations[0]?.amount ?? 0);
  expect(earnedSun(rig, seller)).toBe(shareSun(soldUnits, 450));
  await reclaimed(rig);
  await assertBooksMatchChain(rig);
});

test("a desk without a pool sells what its sellers have, Fast orders too", async () => {
  const rig = await startManualRig({ owners: 0 });
  const seller = await addSeller(rig, { energy: 140_000 });
  const fast = await rig.desk.order(ALICE);
  const resting = await rig.desk.order(BOB, manual());
  await delivered(rig, fast);
  await delivered(rig, resting);
  for (const orderId of [fast, resting]) {
    expect((await assertAddsUp(rig, orderId)).delegations).toMatchObject([{ owner: seller }]);
  }
  await solidified(rig);
  expect(earnedSun(rig, seller)).toBe(shareSun(65_000, 60) + shareSun(65_000));
  await expect(rig.desk.order(BOB)).rejects.toMatchObject({ code: "NO_CAPACITY" });
  await assertBooksMatchChain(rig);
});
