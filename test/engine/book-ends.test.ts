/** How Manual orders end early or change, what becomes of parts that die, and their money to the SUN. */

import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import { closeOverdue, matchSeller } from "../../src/engine/book/match-book.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import {
  changeBatch,
  changeOrder,
  type OrderChange,
  readMoreHeld,
} from "../../src/engine/orders/change-order.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { quoteOrders } from "../../src/engine/orders/quote-orders.js";
import { setRates } from "../../src/engine/prices/rates.js";
import { setPause } from "../../src/store/owners.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { type Desk, openDesk, RATES, request } from "../support/desk.js";
import {
  book,
  earnedSun,
  fillsOf,
  manual,
  NO_POOL,
  offer,
  openSeller,
  partlyFilled,
  sweep,
} from "../support/sellers.js";
import { deliver, fork, kill, legOf, mendNow, moveAway, sign, solidify } from "../support/steps.js";

const TRX = 1_000_000;

describe("a cancel", () => {
  test("while it is filled: whichever is first counts, and both leave the books right", async () => {
    const { desk } = await book([]);
    const id = await desk.order(manual());
    const seller = await openSeller(desk, { units: 100_000 });
    await Promise.all([matchSeller(desk.engine, seller), cancelOrder(desk.engine, desk, id)]);
    desk.assertSound();
    expect(desk.orderRow(id)).toMatchObject({ status: "cancelled", refunded_sun: 5 * TRX });
    expect(fillsOf(desk, id)).toEqual([]);
  });
});

describe("a deadline", () => {
  test("is a cancel: the filled part stays, the rest goes back", async () => {
    const { desk, id, first, second } = await partlyFilled();
    await deliver(desk);
    const finished: unknown[] = [];
    desk.engine.signals.on("finished", (ids) => finished.push(ids));
    desk.clock.nowMs = (desk.orderRow(id).deadline_at ?? 0) - 1;
    expect(await closeOverdue(desk.engine)).toBe(0);
    desk.clock.nowMs += 1;
    expect(await closeOverdue(desk.engine)).toBe(1);
    desk.assertSound();
    expect(finished).toEqual([[id]]);
    expect(desk.orderRow(id)).toMatchObject({
      status: "cancelled",
      cancel_reason: "its deadline has passed",
      filled_amount: 70_000,
      ...{ refunded_sun: 1.7 * TRX, improved_sun: 0.2 * TRX },
    });
    await solidify(desk);
    expect(earnedSun(desk, first) + earnedSun(desk, second)).toBe(2.97 * TRX);
    expect(await closeOverdue(desk.engine)).toBe(0);
  });

  test("frees sellers, and leaves what is signed to its end", async () => {
    const { desk, id, first, second } = await partlyFilled();
    await sign(desk, `${id}.2`);
    desk.clock.nowMs = desk.orderRow(id).deadline_at ?? 0;
    const offered: Address[] = [];
    desk.engine.signals.on("offered", (seller) => offered.push(seller));
    expect(await closeOverdue(desk.engine)).toBe(1);
    expect(offered).toEqual([first]);
    expect(desk.orderRow(id)).toMatchObject({ status: "processing", refunded_sun: 3.5 * TRX });
    await deliver(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "cancelled", filled_amount: 30_000 });
    expect(second).toBeDefined();
  });

  test("holds also before it is noticed: nothing is filled after it, not even a dead part", async () => {
    const { desk, id } = await partlyFilled();
    await sign(desk, `${id}.1`);
    desk.clock.nowMs = desk.orderRow(id).deadline_at ?? 0;
    const seller = await openSeller(desk, { units: 500_000, minPrice: 45 });
    await kill(desk, `${id}.1`, "expired");
    await matchSeller(desk.engine, seller);
    await sweep(desk);
    expect(desk.states(id)).toEqual(["dead", "planned"]);
    await closeOverdue(desk.engine);
    expect(desk.orderRow(id)).toMatchObject({ status: "cancelled", refunded_sun: 5 * TRX });
  });

  test("of more orders than are closed at once", async () => {
    const desk = await openDesk({ ...NO_POOL, creditTrx: 10_000 });
    for (const first of [1, 21, 41]) {
      await desk.create(manual({ receiver: addressesOf(first, 20) }));
    }
    desk.clock.nowMs += 86_400_000;
    expect(await closeOverdue(desk.engine)).toBe(50);
    expect(await closeOverdue(desk.engine)).toBe(10);
    expect(desk.moneySun).toEqual({ available: 10_000 * TRX, held: 0 });
  });
});

describe("a dead part", () => {
  test("whose reference block no node knew is its seller's again with the next look", async () => {
    const { desk, sellers } = await book([[45, 300_000]]);
    const id = await desk.order(manual());
    await sign(desk);
    await kill(desk, `${id}.1`, "reference_block");
    await sweep(desk);
    expect(desk.states(id)).toEqual(["dead", "planned"]);
    expect(fillsOf(desk, id)).toEqual([[sellers[0], 100_000]]);
  });

  test("of a paused seller is moved while it is planned; what is signed stays", async () => {
    const { desk, id, first, second } = await partlyFilled();
    await sign(desk, `${id}.2`);
    for (const seller of [first, second]) {
      await desk.commit(() => setPause(seller, "test"));
      await moveAway(desk, seller);
    }
    expect(desk.states(id)).toEqual(["dead", "signed"]);
    expect(desk.orderRow(id).unplanned_amount).toBe(70_000);
  });
});

describe("a part of a final order that a fork has killed", () => {
  async function dead(ownersUnits: number[], others: [number, number][]) {
    const { desk, sellers } = await book([[45, 100_000]], { ownersUnits });
    const id = await desk.order(manual());
    await deliver(desk);
    expect(desk.orderRow(id).status).toBe("completed");
    await fork(desk);
    await kill(desk, `${id}.1`, "expired");
    await desk.commit(() => setPause(sellers[0] as Address, "test"));
    for (const [minPrice, units] of others) await openSeller(desk, { minPrice, units });
    return { desk, id };
  }

  test("is replaced by the pool: then all of it is the desk's", async () => {
    const { desk, id } = await dead([100_000], [[45, 500_000]]);
    expect(await mendNow(desk)).toBe(1);
    expect(fillsOf(desk, id)).toEqual([[desk.owners[0], 100_000]]);
    await deliver(desk);
    await solidify(desk);
    expect(desk.balanceSun("revenue")).toBe(4.5 * TRX);
    expect(desk.balanceSun("clearing")).toBe(0);
  });

  test("is replaced by one seller at what was paid for it or below, who earns it", async () => {
    const { desk, id } = await dead(
      [99_000],
      [
        [45, 99_000],
        [46, 500_000],
        [45, 100_000],
      ],
    );
    expect(await mendNow(desk)).toBe(1);
    const [, , , able] = desk.sellers;
    expect(fillsOf(desk, id)).toEqual([[able, 100_000]]);
    expect(legOf(desk, `${id}.2`)).toMatchObject({ replaces: `${id}.1`, seller_sun: 4.05 * TRX });
    await deliver(desk);
    await solidify(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "completed", refunded_sun: 0.5 * TRX });
    expect(earnedSun(desk, able)).toBe(4.05 * TRX);
    expect(desk.balanceSun("revenue")).toBe(0.45 * TRX);
    expect(desk.balanceSun("clearing")).toBe(0);
  });
});

const HOUR_MS = 3_600_000;

async function change(desk: Desk, id: string, to: OrderChange) {
  const changed = await changeOrder(desk.engine, desk, id, to);
  desk.assertSound();
  return changed;
}

describe("a raised price", () => {
  test("needs the money for it", async () => {
    const { desk } = await book([], { ownersUnits: [], creditTrx: 5 });
    const id = await desk.order(manual());
    const refused = change(desk, id, { priceSun: 51 });
    await expect(refused).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    expect(desk.orderRow(id)).toMatchObject({ price_sun: 50, paid_sun: 5 * TRX });
  });
});

describe("a lowered price", () => {
  test("is not below the floor", async () => {
    const { desk } = await book([]);
    const id = await desk.order(manual());
    const refused = change(desk, id, { priceSun: 39 });
    await expect(refused).rejects.toMatchObject({ code: "PRICE_BELOW_FLOOR" });
  });
});

describe("an end", () => {
  test("is counted from the creation, and cannot have passed", async () => {
    const { desk } = await book([]);
    const id = await desk.order(manual({ lifetimeHours: 168 }));
    const { created_at: createdAt } = desk.orderRow(id);
    expect(desk.orderRow(id).deadline_at).toBe(createdAt + 168 * HOUR_MS);
    desk.clock.nowMs += 5 * HOUR_MS;
    const refused = change(desk, id, { lifetimeHours: 5 });
    await expect(refused).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    expect((await change(desk, id, { lifetimeHours: 6 })).deadlineAt).toBe(createdAt + 6 * HOUR_MS);
  });
});

test("nothing rests of what is closed: it cannot be changed", async () => {
  const { desk, id } = await partlyFilled();
  await sign(desk, `${id}.1`);
  await cancelOrder(desk.engine, desk, id);
  const refused = change(desk, id, { priceSun: 55 });
  await expect(refused).rejects.toMatchObject({ code: "NOT_CHANGEABLE" });
  const missing = change(desk, "0".repeat(24), { priceSun: 55 });
  await expect(missing).rejects.toMatchObject({ code: "ORDER_NOT_FOUND" });
});

describe("all orders of a call that rest", () => {
  /** Three of 100,000 at 50 SUN; all of the first is filled, and nothing of the others. */
  async function call() {
    const { desk } = await book([[45, 100_000]]);
    const id = await desk.order(manual({ receiver: addressesOf(1, 3) }));
    const { batch_id: batchId } = desk.orderRow(id);
    const of = (mostMoreSun: number, change: OrderChange) => ({
      ...{ batchId, change, mostMoreSun },
      queueKeys: addressesOf(1, 3).map(() => desk.engine.newId()),
    });
    const to = (mostMoreSun: number, change: OrderChange) =>
      desk.commit(() => changeBatch(desk, of(mostMoreSun, change), desk.moment));
    const prices = () => desk.rows(`SELECT price_sun FROM orders ORDER BY id`);
    const more = (priceSun: number) => readMoreHeld(desk.engine, desk, batchId, priceSun);
    return { desk, batchId, to, prices, more };
  }

  test("change together, and hold what was looked up", async () => {
    const { desk, to, prices, more } = await call();
    expect(await more(55)).toBe(1 * TRX);
    expect(await more(45)).toBe(-1 * TRX);
    await to(1 * TRX, { priceSun: 55 });
    desk.assertSound();
    expect(prices()).toEqual([50, 55, 55].map((price_sun) => ({ price_sun })));
    expect(desk.moneySun).toEqual({ available: 984 * TRX, held: 16 * TRX });
  });

  test("or none of them: for more money than was shown, or without the balance for it", async () => {
    const { desk, to, prices, more } = await call();
    await expect(to(1 * TRX - 1, { priceSun: 55 })).rejects.toMatchObject({
      code: "QUOTE_EXPIRED",
    });
    await expect(more(1_000 * 6)).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    await expect(more(39)).rejects.toMatchObject({ code: "PRICE_BELOW_FLOOR" });
    expect(prices()).toEqual([50, 50, 50].map((price_sun) => ({ price_sun })));
    expect(desk.moneySun).toEqual({ available: 985 * TRX, held: 15 * TRX });
  });

  test("that start together all take what is offered at its own price", async () => {
    const { desk } = await book([[45, 250_000]]);
    const together = manual({ receiver: addressesOf(1, 2), price: 41 }, { bulk_order: true });
    const id = await desk.order(together);
    const change = {
      batchId: desk.orderRow(id).batch_id,
      ...{ change: { priceSun: 50 }, mostMoreSun: 2 * TRX },
      queueKeys: [desk.engine.newId(), desk.engine.newId()],
    };
    await desk.commit(() => changeBatch(desk, change, desk.moment));
    expect(desk.legs().map(({ amount_sun }) => amount_sun)).toEqual([4.5 * TRX, 4.5 * TRX]);
  });

  test("are nobody else's", async () => {
    const { desk, batchId } = await call();
    const strangers = readMoreHeld(desk.engine, { customerId: "stranger" }, batchId, 55);
    await expect(strangers).rejects.toMatchObject({ code: "ORDER_NOT_FOUND" });
  });
});

const commission = (desk: Desk, commissionBps: number) =>
  setRates(desk.engine, { ...RATES, commissionBps }, "test");

describe("a seller earns the buyer's price less the commission, rounded down:", () => {
  test.each([
    [0, 32_001, 41, 32_001 * 41],
    [1_000, 32_001, 41, 1_180_836],
    [3_333, 32_001, 41, 874_737],
    [1, 32_001, 41, 1_311_909],
    [9_000, 32_001, 41, 131_204],
  ])("%i bps of %i units at %i SUN", async (bps, units, price, earned) => {
    const { desk, sellers } = await book([[41, 40_000]]);
    await commission(desk, bps);
    const id = await desk.order(manual({ resourceAmount: units, price }));
    await deliver(desk);
    const paid = units * price;
    expect(desk.balanceSun("clearing")).toBe(paid);
    expect(earnedSun(desk, sellers[0])).toBe(0);
    await solidify(desk);
    expect(earnedSun(desk, sellers[0])).toBe(earned);
    expect(desk.balanceSun("revenue")).toBe(paid - earned);
    expect(desk.balanceSun("clearing")).toBe(0);
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX - paid, held: 0 });
    const kinds = desk.rows(`SELECT id FROM transfer WHERE id LIKE '${id}.1:%' ORDER BY id`);
    expect(kinds.map((row) => String(row.id).split(":")[1])).toEqual(
      bps === 0 ? ["earn", "post"] : ["commission", "earn", "post"],
    );
  });

  test("at the commission of the moment it was planned, whatever is set later", async () => {
    const { desk, sellers } = await book([[50, 100_000]]);
    await desk.create(manual());
    await commission(desk, 9_000);
    await deliver(desk);
    await solidify(desk);
    expect(earnedSun(desk, sellers[0])).toBe(4.5 * TRX);
  });

  test("each of several for their part, for the days of the rental", async () => {
    const { desk, first, second } = await partlyFilled();
    await deliver(desk);
    await solidify(desk);
    expect([earnedSun(desk, first), earnedSun(desk, second)]).toEqual([1.62 * TRX, 1.35 * TRX]);
    expect(desk.balanceSun("revenue")).toBe(0.33 * TRX);
    await offer(desk, first, { minPrice: 45, longestDuration: "30d" });
    desk.stakesSun.set(first, 100_000 * TRX);
    await desk.snapshot();
    const days = { duration: "7d", receiver: [addressOf(2)], resourceAmount: 32_000 };
    await desk.create(manual(days));
    await deliver(desk);
    await solidify(desk);
    expect(earnedSun(desk, first)).toBe(1.62 * TRX + 32_000 * 40.5 * 7);
  });
});

describe("prices", () => {
  test("of resting orders stay as they are when floor and Fast rate rise, and when the seller's changes", async () => {
    const { desk, sellers } = await book([[55, 100_000]]);
    const id = await desk.order(manual({ price: 45 }));
    const floors = { ...RATES.floors, "1h": { energy: 59, bandwidth: 400 } };
    await setRates(desk.engine, { ...RATES, floors }, "test");
    await expect(desk.create(manual({ price: 58 }))).rejects.toMatchObject({
      code: "PRICE_BELOW_FLOOR",
    });
    await offer(desk, sellers[0] as Address, { minPrice: 45 });
    expect(await matchSeller(desk.engine, sellers[0] as Address)).toBe(1);
    expect(legOf(desk, `${id}.1`).amount_sun).toBe(4.5 * TRX);
    await offer(desk, sellers[0] as Address, { minPrice: 1_000 });
    await deliver(desk);
    await solidify(desk);
    expect(earnedSun(desk, sellers[0])).toBe(4.05 * TRX);
  });

  test("that are quoted bind, though the floor has risen above them meanwhile", async () => {
    const { desk } = await book([]);
    const quoted = manual({ price: 45 });
    const { quoteId } = await quoteOrders(desk.engine, desk.customerId, request(quoted));
    const floors = { ...RATES.floors, "1h": { energy: 59, bandwidth: 400 } };
    await setRates(desk.engine, { ...RATES, floors }, "test");
    await expect(desk.create({ ...quoted, price: 44, quoteId })).rejects.toMatchObject({
      code: "QUOTE_MISMATCH",
    });
    expect(desk.orderRow(await desk.order({ ...quoted, quoteId })).price_sun).toBe(45);
    await expect(desk.create(quoted)).rejects.toMatchObject({ code: "PRICE_BELOW_FLOOR" });
  });
});

test("orders of several customers share a seller, and each pays for their own", async () => {
  const { desk, sellers } = await book([[50, 150_000]]);
  const { customerId } = await createCustomer(desk.engine, "Other", {
    amountSun: sun(10 * TRX),
    kind: "payment",
  });
  const mine = await desk.order(manual());
  const call = { customerId, channel: "http" as const, idempotencyKey: undefined };
  const receiver = [addressOf(2)];
  await createOrders(desk.engine, { ...call, request: request(manual({ receiver })) });
  const theirs = desk.rows(`SELECT id FROM orders WHERE customer_id = '${customerId}'`)[0]?.id;
  expect(fillsOf(desk, String(theirs))).toEqual([[sellers[0], 50_000]]);
  const cancelled = cancelOrder(desk.engine, { customerId }, mine);
  await expect(cancelled).rejects.toMatchObject({ code: "ORDER_NOT_FOUND" });
  await deliver(desk);
  await cancelOrder(desk.engine, { customerId }, String(theirs));
  await solidify(desk);
  desk.assertSound();
  expect(desk.moneySun).toEqual({ available: 995 * TRX, held: 0 });
  expect(desk.balanceSun(`available:${customerId}`)).toBe(7.5 * TRX);
  expect(earnedSun(desk, sellers[0])).toBe(6.75 * TRX);
});
