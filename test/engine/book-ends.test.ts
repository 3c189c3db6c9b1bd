/** How Manual orders end early, and what becomes of parts that die: cancels, deadlines, deaths and forks. */
import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { closeOverdue, matchSeller } from "../../src/engine/book/match-book.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { setPause } from "../../src/store/owners.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";
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
import {
  deliver,
  fork,
  kill,
  legOf,
  mendNow,
  mineAll,
  moveAway,
  send,
  sign,
  solidify,
} from "../support/steps.js";

const TRX = 1_000_000;

describe("a cancel", () => {
  test("gives back what rests and what is planned, and frees the sellers for others", async () => {
    const { desk, id, first, second } = await partlyFilled();
    const other = await desk.order(manual({ receiver: [addressOf(2)], resourceAmount: 40_000 }));
    expect(fillsOf(desk, other)).toEqual([]);
    const offered: Address[] = [];
    desk.engine.signals.on("offered", (seller) => offered.push(seller));
    const answer = await cancelOrder(desk.engine, desk.customerId, id);
    desk.assertSound();
    expect(answer).toMatchObject({ status: "cancelled", refundedSun: 5 * TRX, heldSun: 0 });
    expect(offered).toEqual([first, second]);
    expect(desk.moneySun).toEqual({ available: 998 * TRX, held: 2 * TRX });
    await matchSeller(desk.engine, first);
    expect(fillsOf(desk, other)).toEqual([[first, 40_000]]);
  });

  test("keeps what is signed until it is delivered, and pays for that alone", async () => {
    const { desk, id, first, second } = await partlyFilled();
    await sign(desk, `${id}.1`);
    const answer = await cancelOrder(desk.engine, desk.customerId, id);
    expect(answer).toMatchObject({ status: "processing", refundedSun: 3 * TRX, heldSun: 2 * TRX });
    expect(answer).toMatchObject({ cancelRequested: true, restingUnits: 0 });
    await sweep(desk);
    expect(desk.states(id)).toEqual(["signed", "dead"]);
    await send(desk);
    await mineAll(desk);
    await solidify(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "cancelled", filled_amount: 40_000 });
    expect([earnedSun(desk, first), earnedSun(desk, second)]).toEqual([1.62 * TRX, 0]);
    expect(desk.orderRow(id)).toMatchObject({ improved_sun: 0.2 * TRX });
    expect(desk.moneySun).toEqual({ available: 998.2 * TRX, held: 0 });
  });

  test("of one whose signed part dies after it gives that back too, and nothing is matched", async () => {
    const { desk, id } = await partlyFilled();
    await sign(desk, `${id}.1`);
    await cancelOrder(desk.engine, desk.customerId, id);
    await openSeller(desk, { units: 500_000, minPrice: 45 });
    await kill(desk, `${id}.1`, "expired");
    await sweep(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "cancelled", filled_amount: 0 });
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
  });

  test("while it is filled: whichever is first counts, and both leave the books right", async () => {
    const { desk } = await book([]);
    const id = await desk.order(manual());
    const seller = await openSeller(desk, { units: 100_000 });
    await Promise.all([
      matchSeller(desk.engine, seller),
      cancelOrder(desk.engine, desk.customerId, id),
    ]);
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
  test("goes back into the book, and another seller takes it at once", async () => {
    const { desk, id, first, second } = await partlyFilled();
    const third = await openSeller(desk, { units: 500_000, minPrice: 55 });
    await sign(desk);
    await offer(desk, third, { minPrice: 50 });
    await kill(desk, `${id}.1`, "expired");
    expect(fillsOf(desk, id)).toEqual([
      [second, 30_000],
      [third, 70_000],
    ]);
    await deliver(desk);
    await solidify(desk);
    expect(desk.orderRow(id).status).toBe("completed");
    expect(earnedSun(desk, first)).toBe(0);
    expect(earnedSun(desk, third)).toBe(3.15 * TRX);
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

  test("that a fork has killed in an order still open is held again and sold again", async () => {
    const { desk, id, first, second } = await partlyFilled();
    await deliver(desk);
    await desk.snapshot();
    expect(desk.orderRow(id)).toMatchObject({ filled_amount: 70_000, posted_sun: 3.3 * TRX });
    await fork(desk);
    await kill(desk, `${id}.1`, "expired");
    expect(desk.orderRow(id)).toMatchObject({ filled_amount: 30_000, unplanned_amount: 70_000 });
    await mineAll(desk);
    desk.clock.nowMs += 60_000;
    await desk.snapshot();
    await sweep(desk);
    expect(fillsOf(desk, id)).toEqual([
      [second, 30_000],
      [first, 40_000],
    ]);
    // What was given back when it was delivered first stays given back: it is sold at that price again.
    await deliver(desk);
    await solidify(desk);
    expect([earnedSun(desk, first), earnedSun(desk, second)]).toEqual([1.62 * TRX, 1.35 * TRX]);
    expect(desk.orderRow(id)).toMatchObject({ posted_sun: 3.3 * TRX, improved_sun: 0.2 * TRX });
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
