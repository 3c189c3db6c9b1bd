/** Changes of orders that rest: what is held follows, and so does the place in the queue. */
import { describe, expect, test } from "vitest";
import { matchSeller } from "../../src/engine/book/match-book.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import {
  changeBatch,
  changeOrder,
  type OrderChange,
  readMoreHeld,
} from "../../src/engine/orders/change-order.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import type { Desk } from "../support/desk.js";
import { book, fillsOf, manual, openSeller, partlyFilled } from "../support/sellers.js";
import { deliver, sign } from "../support/steps.js";

const TRX = 1_000_000;
const HOUR_MS = 3_600_000;

async function change(desk: Desk, id: string, to: OrderChange) {
  const changed = await changeOrder(desk.engine, desk.customerId, id, to);
  desk.assertSound();
  return changed;
}

describe("a raised price", () => {
  test("holds more and takes what is offered, at the sellers' prices", async () => {
    const { desk, id } = await partlyFilled();
    const third = await openSeller(desk, { units: 30_000, minPrice: 52 });
    const order = await change(desk, id, { priceSun: 55 });
    expect(order).toMatchObject({ priceSun: 55, paidSun: 5.5 * TRX, heldSun: 5.5 * TRX });
    expect(fillsOf(desk, id)).toContainEqual([third, 30_000]);
    await deliver(desk);
    // 40,000 at 45, 30,000 at 50 and 30,000 at 52 SUN.
    expect(desk.orderRow(id)).toMatchObject({ status: "completed", posted_sun: 4.86 * TRX });
    expect(desk.orderRow(id).improved_sun).toBe(0.64 * TRX);
    expect(desk.moneySun).toEqual({ available: 995.14 * TRX, held: 0 });
  });

  test("needs the money for it", async () => {
    const { desk } = await book([], { ownersUnits: [], creditTrx: 5 });
    const id = await desk.order(manual());
    const refused = change(desk, id, { priceSun: 51 });
    await expect(refused).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    expect(desk.orderRow(id)).toMatchObject({ price_sun: 50, paid_sun: 5 * TRX });
  });
});

describe("a lowered price", () => {
  test("gives back what is no longer held, but not for what is under way", async () => {
    const { desk, id } = await partlyFilled();
    const order = await change(desk, id, { priceSun: 42 });
    // What is planned keeps its own prices: 1.8 and 1.5 TRX; 30,000 rest at 42 SUN.
    expect(order).toMatchObject({ paidSun: 4.56 * TRX, heldSun: 4.56 * TRX, refundedSun: 0 });
    await deliver(desk);
    expect(desk.orderRow(id)).toMatchObject({ posted_sun: 3.3 * TRX, improved_sun: 0 });
    await cancelOrder(desk.engine, desk.customerId, id);
    expect(desk.moneySun).toEqual({ available: 996.7 * TRX, held: 0 });
  });

  test("is not below the floor", async () => {
    const { desk } = await book([]);
    const id = await desk.order(manual());
    const refused = change(desk, id, { priceSun: 39 });
    await expect(refused).rejects.toMatchObject({ code: "PRICE_BELOW_FLOOR" });
  });
});

describe("the place in the queue", () => {
  /** Three orders of one price; the first is changed, and a seller then has enough for one. */
  async function servedAfter(to: OrderChange): Promise<number> {
    const { desk } = await book([]);
    const ids: string[] = [];
    for (let at = 1; at <= 3; at += 1) {
      ids.push(await desk.order(manual({ receiver: [addressOf(at)], lifetimeHours: 24 })));
    }
    await change(desk, ids[0] ?? "", to);
    const seller = await openSeller(desk, { units: 100_000, minPrice: 45 });
    await matchSeller(desk.engine, seller);
    return ids.findIndex((id) => fillsOf(desk, id).length > 0);
  }

  test.each<[string, OrderChange, number]>([
    ["is kept with the same price", { priceSun: 50 }, 0],
    ["is kept with an earlier end", { lifetimeHours: 2 }, 0],
    ["is the last with a later end", { lifetimeHours: 25 }, 1],
    ["is the last of a lower price", { priceSun: 49 }, 1],
    ["is the first of a higher price", { priceSun: 51 }, 0],
  ])("%s", async (_, to, first) => {
    expect(await servedAfter(to)).toBe(first);
  });

  test("is the last also when the price comes back", async () => {
    const { desk } = await book([]);
    const first = await desk.order(manual({ receiver: [addressOf(1)] }));
    const second = await desk.order(manual({ receiver: [addressOf(2)] }));
    await change(desk, first, { priceSun: 55 });
    await change(desk, first, { priceSun: 50 });
    await matchSeller(desk.engine, await openSeller(desk, { units: 100_000 }));
    expect(fillsOf(desk, second)).toHaveLength(1);
    expect(
      desk.rows("SELECT id FROM transfer WHERE id LIKE '%:raise:1' OR id LIKE '%:lower:2'"),
    ).toHaveLength(2);
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
  await cancelOrder(desk.engine, desk.customerId, id);
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
      desk.commit(() => changeBatch(desk.customerId, of(mostMoreSun, change), desk.moment));
    const prices = () => desk.rows(`SELECT price_sun FROM orders ORDER BY id`);
    const more = (priceSun: number) =>
      readMoreHeld(desk.engine, desk.customerId, batchId, priceSun);
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
    await desk.commit(() => changeBatch(desk.customerId, change, desk.moment));
    expect(desk.legs().map(({ amount_sun }) => amount_sun)).toEqual([4.5 * TRX, 4.5 * TRX]);
  });

  test("are nobody else's", async () => {
    const { desk, batchId } = await call();
    const strangers = readMoreHeld(desk.engine, "stranger", batchId, 55);
    await expect(strangers).rejects.toMatchObject({ code: "ORDER_NOT_FOUND" });
  });
});
