/** Bulk calls: their orders start together or not at all, and wait in their place until then. */
import { describe, expect, test } from "vitest";
import { closeOverdue, matchSeller } from "../../src/engine/book/match-book.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import type { Desk } from "../support/desk.js";
import { book, fillsOf, manual, NO_POOL, openSeller, restsOf, sweep } from "../support/sellers.js";
import { deliver, kill, sign, solidify } from "../support/steps.js";

const TRX = 1_000_000;
const DAY_MS = 86_400_000;

/** The orders of a bulk call of 100,000 Energy each. */
async function bulk(
  desk: Desk,
  count: number,
  options: Record<string, unknown> = {},
  change: Record<string, unknown> = {},
): Promise<readonly string[]> {
  const receiver = addressesOf(1, count);
  const call = manual({ receiver, ...change }, { bulk_order: true, ...options });
  return (await desk.create(call)).orderIds;
}

const waiting = (desk: Desk) =>
  desk.rows("SELECT id FROM orders WHERE bulk_waiting = 1 ORDER BY id").map(({ id }) => id);
const reservedSun = (desk: Desk) =>
  desk.rows("SELECT sum(reserved_sun) AS sum FROM capacity")[0]?.sum;

describe("the orders of a bulk call", () => {
  test("start together when all of them can be filled, over the same sellers", async () => {
    const { desk, sellers } = await book([
      [45, 150_000],
      [46, 150_000],
    ]);
    const [first = "", second = "", third = ""] = await bulk(desk, 3);
    expect(fillsOf(desk, first)).toEqual([[sellers[0], 100_000]]);
    expect(fillsOf(desk, second)).toEqual([
      [sellers[0], 50_000],
      [sellers[1], 50_000],
    ]);
    expect(fillsOf(desk, third)).toEqual([[sellers[1], 100_000]]);
    expect(waiting(desk)).toEqual([]);
    expect(restsOf(desk)).toEqual([]);
  });

  test("reserve nothing while one of them lacks a unit", async () => {
    const { desk, sellers } = await book([[45, 299_999]]);
    const ids = await bulk(desk, 3);
    expect(waiting(desk)).toEqual(ids);
    expect(desk.legs()).toEqual([]);
    expect(reservedSun(desk)).toBe(0);
    expect(desk.moneySun.held).toBe(15 * TRX);
    await matchSeller(desk.engine, sellers[0] ?? addressOf(0));
    await sweep(desk);
    expect(desk.legs()).toEqual([]);
    const more = await openSeller(desk, { units: 20_000, minPrice: 45 });
    expect(await matchSeller(desk.engine, more)).toBe(1);
    desk.assertSound();
    expect(restsOf(desk)).toEqual([]);
    expect(desk.legs().reduce((sum, { units }) => sum + units, 0)).toBe(300_000);
  });

  test("each wholly by one seller where no parts are allowed", async () => {
    const { desk, sellers } = await book([
      [45, 199_000],
      [46, 99_000],
    ]);
    await bulk(desk, 2, { allow_partial: false });
    expect(desk.legs()).toEqual([]);
    const third = await openSeller(desk, { units: 100_000, minPrice: 47 });
    await sweep(desk);
    expect(desk.legs().map(({ owner, units }) => [owner, units])).toEqual([
      [sellers[0], 100_000],
      [third, 100_000],
    ]);
  });

  test("count what the pool gives to one of them against the others", async () => {
    const { desk } = await book([], { ownersUnits: [150_000, 130_000] });
    const price = { price: 60 };
    const ids = await bulk(desk, 3, {}, price);
    expect(waiting(desk)).toEqual(ids);
    desk.stakesSun.set(desk.owners[1] ?? addressOf(0), 15_000 * TRX);
    await desk.snapshot();
    await sweep(desk);
    expect(waiting(desk)).toEqual([]);
    expect(desk.legs()).toHaveLength(4);
  });

  test("leave what they wait for to others, and keep their place", async () => {
    const { desk, sellers } = await book([[45, 150_000]]);
    const ids = await bulk(desk, 2);
    const other = await desk.order(manual({ receiver: [addressOf(9)] }));
    expect(fillsOf(desk, other)).toEqual([[sellers[0], 100_000]]);
    const younger = await desk.order(
      manual({ receiver: [addressOf(8)], resourceAmount: 200_000 }, { allow_partial: false }),
    );
    const seller = await openSeller(desk, { units: 200_000, minPrice: 45 });
    expect(await matchSeller(desk.engine, seller)).toBe(1);
    desk.assertSound();
    expect(ids.map((id) => desk.orderRow(id).unplanned_amount)).toEqual([0, 0]);
    expect(desk.orderRow(younger).unplanned_amount).toBe(200_000);
  });

  test("without one that is cancelled meanwhile: the others start as soon as they can", async () => {
    const { desk } = await book([[45, 250_000]]);
    const [first = "", second = "", third = ""] = await bulk(desk, 3);
    const offered: string[] = [];
    desk.engine.signals.on("offered", (seller) => offered.push(seller));
    const { status, refundedSun } = await cancelOrder(desk.engine, desk.customerId, second);
    desk.assertSound();
    expect({ status, refundedSun }).toEqual({ status: "cancelled", refundedSun: 5_000_000 });
    expect(offered).toEqual([]);
    expect(waiting(desk)).toEqual([first, third]);
    await sweep(desk);
    expect(restsOf(desk)).toEqual([]);
    expect(fillsOf(desk, second)).toEqual([]);
    expect(desk.moneySun).toEqual({ available: 990 * TRX, held: 10 * TRX });
  });

  test("all go back at their deadline", async () => {
    const { desk } = await book([[45, 250_000]]);
    const ids = await bulk(desk, 3);
    desk.clock.nowMs = desk.orderRow(ids[0] ?? "").deadline_at ?? 0;
    await openSeller(desk, { units: 500_000, minPrice: 45 });
    await sweep(desk);
    expect(desk.legs()).toEqual([]);
    expect(await closeOverdue(desk.engine)).toBe(3);
    desk.assertSound();
    expect(ids.map((id) => desk.orderRow(id).status)).toEqual(Array(3).fill("cancelled"));
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
    expect(waiting(desk)).toEqual([]);
  });

  test("live by themselves once started: one that dies rests alone, the others are delivered", async () => {
    const { desk, sellers } = await book([[45, 200_000]]);
    const [first = "", second = ""] = await bulk(desk, 2);
    await sign(desk);
    await kill(desk, `${first}.1`, "owner_capacity");
    expect(desk.orderRow(first)).toMatchObject({ unplanned_amount: 100_000, bulk_waiting: 0 });
    await deliver(desk);
    await solidify(desk);
    expect(desk.orderRow(second).status).toBe("completed");
    const other = await openSeller(desk, { units: 60_000 });
    await sweep(desk);
    expect(fillsOf(desk, first)).toEqual([[other, 60_000]]);
    expect(sellers[0]).not.toBe(other);
  });

  test("are one place in the book: twenty of them are looked at once in a pass", async () => {
    const { desk } = await book([[45, 100_000]], { ...NO_POOL, creditTrx: 10_000 });
    await bulk(desk, 20);
    let statements = 0;
    const { database } = desk;
    database.arm(0);
    const count = database.commit.bind(database);
    database.commit = (phase) =>
      count(function* () {
        const steps = phase();
        let step = steps.next([]);
        while (!step.done) {
          statements += 1;
          step = steps.next(yield step.value);
        }
        return step.value;
      });
    await sweep(desk);
    expect(statements).toBeLessThan(40);
  });

  test("of a call that does not ask for it each match by themselves", async () => {
    const { desk } = await book([[45, 150_000]]);
    const receiver = addressesOf(1, 2);
    const { orderIds } = await desk.create(manual({ receiver }));
    expect(orderIds.map((id) => desk.orderRow(id).unplanned_amount)).toEqual([0, 50_000]);
    expect(desk.orderRow(orderIds[0] ?? "").deadline_at).toBe(desk.clock.nowMs + DAY_MS);
  });
});
