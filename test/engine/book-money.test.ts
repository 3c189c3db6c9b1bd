/** The money of Manual orders to the SUN: what sellers earn, the commission, and the prices that bind. */
import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import { matchSeller } from "../../src/engine/book/match-book.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { quoteOrders } from "../../src/engine/orders/quote-orders.js";
import { setRates } from "../../src/engine/prices/rates.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, RATES, request } from "../support/desk.js";
import { book, earnedSun, fillsOf, manual, offer, partlyFilled } from "../support/sellers.js";
import { deliver, legOf, solidify } from "../support/steps.js";

const TRX = 1_000_000;

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

  test("each of several for his part, for the days of the rental", async () => {
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

test("orders of several customers share a seller, and each pays for his own", async () => {
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
  const cancelled = cancelOrder(desk.engine, customerId, mine);
  await expect(cancelled).rejects.toMatchObject({ code: "ORDER_NOT_FOUND" });
  await deliver(desk);
  await cancelOrder(desk.engine, customerId, String(theirs));
  await solidify(desk);
  desk.assertSound();
  expect(desk.moneySun).toEqual({ available: 995 * TRX, held: 0 });
  expect(desk.balanceSun(`available:${customerId}`)).toBe(7.5 * TRX);
  expect(earnedSun(desk, sellers[0])).toBe(6.75 * TRX);
});
