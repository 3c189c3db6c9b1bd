/** Sellers on a chain: Manual orders from the book to the block and back; their stake is read and sold, and a permission taken away stops that. */

import { expect, test } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { parseOffer } from "../../src/domain/seller.js";
import { enrolSeller, setOffer } from "../../src/engine/sellers/sellers.js";
import { addressesOf } from "../support/addresses.js";
import { longTest } from "../support/forms.js";
import { sellersOf } from "../support/sandbox-sellers.js";
import { until } from "../support/until.js";
import {
  addSeller,
  assertAddsUp,
  cancel,
  earnedSun,
  manual,
  orderOf,
  partial,
  shareSun,
  startManualRig,
  sunOf,
} from "./manual-sellers.js";
import { ALICE, BOB, RENTAL_MS, type Rig, startRig } from "./rig.js";
import {
  areDelivered,
  assertBooksMatchChain,
  delivered,
  includePending,
  legs,
  mineUntil,
  reclaimed,
  solidified,
} from "./steps.js";

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

const LOCK_READ = "/wallet/getdelegatedresourcev2";
/** Keeps planned legs from being signed, until the faults are cleared. */
const NO_SIGNING = { path: LOCK_READ, kind: "drop", count: 10_000 };

/** 65,000 Energy for 15 minutes at 100 SUN, filled whole. */
const MANUAL = { type: "Manual", price: 100, options: { allow_partial: false } };

const order = (rig: Rig, receiver: Address, change: Record<string, unknown> = {}) =>
  rig.desk.order(receiver, { ...MANUAL, ...change });
const legOf = (rig: Rig, orderId: string) => must(rig.desk.readLegs(orderId).at(-1), "a leg");

/** A rig without a pool, so that sellers deliver everything. */
async function startMarket(options: Parameters<typeof startRig>[0] = {}) {
  const rig = await startRig({ owners: 0, ...options });
  const sellers = await sellersOf(rig);
  return { rig, sellers };
}

test("a seller's stake is read at once, sold, earned, and taken back when the rental ends", async () => {
  const { rig, sellers } = await startMarket();
  const seller = await sellers.sell({ keep: 50_000 });
  const before = (await sellers.show(seller.address)).capacity.energy;
  const orderId = await order(rig, ALICE);
  await delivered(rig, orderId);
  expect(legOf(rig, orderId)).toMatchObject({ owner: seller.address, locked: 1 });
  await until("the chain counts it itself", () => legs(rig).every((leg) => !leg.reserving));
  const shown = await sellers.show(seller.address);
  // Of the longest rental's headroom the short one needs little.
  expect(shown.capacity.energy).toBeLessThan(before - 64_000);
  expect(shown.capacity.energy).toBeGreaterThan(before - 66_000);
  expect(shown.openDelegations).toMatchObject({
    count: 1,
    newest: [
      {
        receiver: ALICE,
        resource: "energy",
        units: 65_000,
        duration: "15m",
        priceSun: 60,
        earnsSun: 3_510_000,
        state: "included",
        locked: true,
        txid: legOf(rig, orderId).txid,
      },
    ],
  });
  expect(JSON.stringify(shown)).not.toContain(orderId);
  expect(shown.earnedSun).toBe(0);
  await solidified(rig);
  expect((await sellers.show(seller.address)).earnedSun).toBe(3_510_000);
  await reclaimed(rig);
  expect(legOf(rig, orderId).state).toBe("reclaimed");
  expect((await sellers.show(seller.address)).openDelegations.count).toBe(0);
  await assertBooksMatchChain(rig);
});

test("a permission taken away between match and signing stops the seller; others deliver; back, it sells again", async () => {
  const { rig, sellers } = await startMarket();
  const first = await sellers.sell({ minPrice: 50 });
  const second = await sellers.sell({ minPrice: 70 });
  await rig.faults(NO_SIGNING);
  const orderId = await order(rig, ALICE);
  expect(legOf(rig, orderId).owner).toBe(first.address);
  await sellers.revoke(first.address);
  await rig.mine();
  await rig.noFaults();
  await delivered(rig, orderId);
  expect(rig.desk.readLegs(orderId)).toMatchObject([
    { state: "dead", owner: first.address, death_reason: "owner paused", txid: null },
    { state: "included", owner: second.address },
  ]);
  expect(await sellers.show(first.address)).toMatchObject({
    status: "paused",
    pauseReason: expect.stringMatching(/57 .* and 58 .*Selling goes on by itself/),
  });
  expect(rig.desk.logLines.some((line) => line.includes("seller paused"))).toBe(true);

  await sellers.permit(first.address, sellers.operator);
  rig.desk.engine.signals.emit("capacity", first.address);
  await until(
    "it sells again",
    async () => (await sellers.show(first.address)).status === "active",
  );
  const next = await order(rig, BOB);
  await delivered(rig, next);
  expect(legOf(rig, next).owner).toBe(first.address);
  await assertBooksMatchChain(rig);
});

longTest("a permission that has another id by now is found before the next signature", async () => {
  const { rig, sellers } = await startMarket();
  const seller = await sellers.sell();
  const own = { operations: `${"0".repeat(14)}06${"0".repeat(48)}`, keys: [{ address: BOB }] };
  const ofDesk = { ...own, keys: [{ address: sellers.operator }] };
  await rig.admin("permission", { address: seller.address, actives: [own, ofDesk] });
  await rig.mine();
  const orderId = await order(rig, ALICE);
  await delivered(rig, orderId);
  expect(rig.desk.readLegs(orderId)).toHaveLength(1);
  await reclaimed(rig);
  await assertBooksMatchChain(rig);
});

test("the permission is read once a block, however many legs there are", async () => {
  const reads: Address[] = [];
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    account(address, priority) {
      if (priority === "broadcast") reads.push(address);
      return chain.account(address, priority);
    },
  });
  const { rig, sellers } = await startMarket({ wrapChain });
  const seller = await sellers.sell();
  for (const receiver of [ALICE, BOB]) await order(rig, receiver);
  await until("both are sent", () => legs(rig).every(({ state }) => state === "sent"));
  expect(reads).toEqual([seller.address]);
  await includePending(rig);
  await order(rig, ALICE, { duration: "1h" });
  expect(new Set(reads)).toEqual(new Set([seller.address]));
});

test("a seller who cannot pay the fees is paused, told what to do, and goes on once it can", async () => {
  const { rig, sellers } = await startMarket();
  const seller = await sellers.sell();
  await sellers.empty(seller, BOB);
  rig.desk.engine.signals.emit("capacity", seller.address);
  await until("it is paused", async () => (await sellers.show(seller.address)).status === "paused");
  expect((await sellers.show(seller.address)).pauseReason).toMatch(/send it 2 TRX or more/);
  const funded = rig.admin("fund", { address: seller.address, amountSun: 5_000_000 });
  await rig.mine();
  await funded;
  rig.desk.engine.signals.emit("capacity", seller.address);
  await until("it goes on", async () => (await sellers.show(seller.address)).status === "active");
});

test("a seller who took the stake back after the lock ends the leg as released", async () => {
  const { rig, sellers } = await startMarket();
  const seller = await sellers.sell();
  const orderId = await order(rig, ALICE);
  await delivered(rig, orderId);
  await solidified(rig);
  // The desk's key is taken out, so that the seller's own is first.
  await sellers.revoke(seller.address);
  await rig.mine(1, RENTAL_MS);
  await until("the desk is refused", () =>
    rig.desk.logLines.some((line) => line.includes("reclaim refused")),
  );
  // It is logged before it is committed.
  await until("its leg waits", () => legOf(rig, orderId).state === "solidified");
  const stakeSun = must(legOf(rig, orderId).stake_sun, "a stake");
  const key = { privateKeyHex: seller.privateKeyHex, permissionId: 0 };
  await rig.undelegateOutside({ owner: seller.address, receiver: ALICE, stakeSun, key });
  await rig.mine();
  expect(await rig.energyOf(ALICE)).toBe(0);
  // A new process does not wait until it may try again.
  await rig.stopDesk();
  await rig.startDesk();
  await mineUntil(rig, "it is noticed", () => legOf(rig, orderId).state === "released");
  expect(await sellers.show(seller.address)).toMatchObject({
    earnedSun: 3_510_000,
    openDelegations: { count: 0 },
  });
  await assertBooksMatchChain(rig);
});

longTest("many sellers are read in turns, and nobody twice in a row", async () => {
  const reads: Address[] = [];
  const open = { now: 0, most: 0 };
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async account(address, priority) {
      reads.push(address);
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      return chain.account(address, priority).finally(() => {
        open.now -= 1;
      });
    },
  });
  const { rig, sellers } = await startMarket({ wrapChain });
  const first = await sellers.sell();
  const silent = addressesOf(0x5000, 20);
  for (const address of silent) {
    await enrolSeller(rig.desk.engine, { address, customerId: sellers.customer() });
    await sellers.offer(address);
  }
  await rig.stopDesk();
  reads.length = 0;
  await rig.startDesk();
  const all = [first.address, ...silent].sort();
  await until("all were read", () => new Set(reads).size === all.length, Boolean, 15_000);
  expect(open.most).toBe(1);
  // Those that are not activated are found out, paused, and then have a turn of their own too.
  await until(
    "they are paused",
    async () => (await sellers.show(silent[19] as Address)).status === "paused",
  );
  const times = all.map((address) => reads.filter((read) => read === address).length);
  expect(Math.max(...times)).toBeLessThanOrEqual(3);
});
