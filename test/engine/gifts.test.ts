/** Sellers are paid with paid money only: a gift buys from the desk's own pool, and nobody earns it. */
import { describe, expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { sweepBook } from "../../src/engine/book/match-book.js";
import { filledNow } from "../../src/engine/book/price-look.js";
import { changeOrder } from "../../src/engine/orders/change-order.js";
import { quoteOrders } from "../../src/engine/orders/quote-orders.js";
import { readOrder } from "../../src/engine/orders/read-orders.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, type DeskOptions, openDesk, request } from "../support/desk.js";
import { fillsOf, manual, openSeller } from "../support/sellers.js";
import { deliver, fork, kill, legOf, mendNow, replanNow, solidify } from "../support/steps.js";
import { POLICY } from "../support/terms.js";
import { moneyOf, paidIn, withdraw } from "../support/withdrawals.js";
import { auditedAs } from "./audited.js";

const TRX = 1_000_000;

/** A customer with so many gifts and so much paid money, and a seller of theirs who sells at 50 SUN. */
async function thief(
  giftTrx: number,
  paidTrx = 0,
  options: DeskOptions = { ownersUnits: [] },
): Promise<Desk> {
  const desk = await openDesk({ creditTrx: giftTrx, creditKind: "gift", ...options });
  if (paidTrx > 0) await pay(desk, paidTrx, 1);
  await openSeller(desk, { units: 1_000_000 });
  return desk;
}

const pay = (desk: Desk, trx: number, at: number) =>
  desk.commit(() => paidIn(desk.customerId, sun(trx * TRX), at));

const earnedTrx = (desk: Desk, at = 0) => desk.balanceSun(`earned:${desk.sellers[at]}`) / TRX;
const unitsOf = (desk: Desk, id: string) => fillsOf(desk, id).map(([, units]) => units);

async function deliverAll(desk: Desk): Promise<void> {
  await deliver(desk);
  await solidify(desk);
  desk.assertSound();
}

describe("an order of somebody with gifts", () => {
  test("gets nothing from a seller for gifts, and says so", async () => {
    const desk = await thief(100);
    const id = await desk.order(manual());
    await sweepBook(desk.engine, {});
    await deliverAll(desk);
    expect(unitsOf(desk, id)).toEqual([]);
    expect(earnedTrx(desk)).toBe(0);
    const { restReasons } = await readOrder(desk.engine, desk.customerId, id);
    expect(restReasons).toContainEqual({ why: "giftsOnly", owners: 1 });
  });

  test("gets of sellers what paid money pays, the rest when more is paid in", async () => {
    const desk = await thief(100, 2);
    const id = await desk.order(manual());
    expect(unitsOf(desk, id)).toEqual([40_000]);
    await sweepBook(desk.engine, {});
    expect(unitsOf(desk, id)).toEqual([40_000]);
    await pay(desk, 3, 2);
    await openSeller(desk, { units: 1_000_000 });
    await sweepBook(desk.engine, {});
    expect(unitsOf(desk, id)).toEqual([40_000, 60_000]);
    await deliverAll(desk);
    expect([earnedTrx(desk), earnedTrx(desk, 1)]).toEqual([1.8, 2.7]);
    expect(moneyOf(desk)).toMatchObject({ available: 100, withdrawable: 0 });
  });

  test("in one part waits until all of it can be paid", async () => {
    const desk = await thief(100, 4.9);
    const id = await desk.order(manual({}, { allow_partial: false }));
    expect(unitsOf(desk, id)).toEqual([]);
    await pay(desk, 0.1, 2);
    await sweepBook(desk.engine, {});
    expect(unitsOf(desk, id)).toEqual([100_000]);
  });

  test("leaves gifts to the pool, and paid money to sellers", async () => {
    const desk = await thief(100, 5, { ownersUnits: [100_000] });
    const fast = await desk.order();
    const id = await desk.order(manual());
    expect(unitsOf(desk, id)).toEqual([100_000]);
    await deliverAll(desk);
    expect(legOf(desk, `${fast}.1`).paid_by).toBeNull();
    expect(earnedTrx(desk)).toBe(4.5);
    expect(moneyOf(desk)).toMatchObject({ available: 96.1, held: 0, withdrawable: 0 });
  });

  test("cannot spend twice what two orders, or a withdrawal, are bound for", async () => {
    const policy = { withdrawals: { ...POLICY.withdrawals, newAddressMs: 3_600_000 } };
    const desk = await thief(100, 20, { ownersUnits: [], policy });
    expect(unitsOf(desk, await desk.order(manual()))).toEqual([100_000]);
    expect(moneyOf(desk).withdrawable).toBe(15);
    await withdraw(desk, { amountSun: sun(10 * TRX) });
    const rest = sun(moneyOf(desk).withdrawable * TRX);
    const second = await desk.order(manual({ receiver: [addressOf(3)] }));
    expect(unitsOf(desk, second).map((units) => units * 50)).toEqual([Number(rest)]);
    expect(moneyOf(desk).withdrawable).toBe(0);
    await deliverAll(desk);
  });

  test("starts the wallets of one call only if paid money pays all of them", async () => {
    const desk = await thief(100, 9.9);
    const receiver = [addressOf(2), addressOf(3)];
    await desk.create(manual({ receiver }, { bulk_order: true }));
    await sweepBook(desk.engine, {});
    expect(desk.legs()).toEqual([]);
    await pay(desk, 0.1, 2);
    await sweepBook(desk.engine, {});
    expect(desk.legs().map(({ units }) => units)).toEqual([100_000, 100_000]);
  });

  test("at a higher price gets no more than is paid", async () => {
    const desk = await thief(100, 2);
    const id = await desk.order(manual({ price: 45 }));
    await changeOrder(desk.engine, desk, id, { priceSun: 80 });
    expect(unitsOf(desk, id)).toEqual([40_000]);
    await deliverAll(desk);
    expect(earnedTrx(desk)).toBe(1.8);
  });
});

test("what a better price gives back is what it was: a gift of the pool's part, paid money of a seller's", async () => {
  const order = manual({ resourceAmount: 40_000, price: 80 });
  const ofPool = await openDesk({ creditTrx: 100, creditKind: "gift" });
  await pay(ofPool, 5, 1);
  await ofPool.order(order);
  await deliverAll(ofPool);
  expect(moneyOf(ofPool)).toMatchObject({ available: 102.6, held: 0, withdrawable: 5 });
  const ofSeller = await thief(100, 5);
  await ofSeller.order(order);
  await deliverAll(ofSeller);
  expect(moneyOf(ofSeller)).toMatchObject({ available: 103, held: 0, withdrawable: 3 });
});

describe("a Fast order", () => {
  const fast = { resourceAmount: 80_000 };

  test("beyond the pool is refused with what gifts and paid money can buy", async () => {
    const desk = await thief(100, 1.2, { ownersUnits: [40_000] });
    await expect(desk.create(fast)).rejects.toMatchObject({
      code: "NO_CAPACITY",
      message: expect.stringContaining("Sellers have more, but are not paid with gifts."),
      details: { available: 60_000 },
    });
    await pay(desk, 1.2, 2);
    expect(unitsOf(desk, await desk.order(fast))).toEqual([40_000, 40_000]);
    await deliverAll(desk);
  });

  test("is quoted as it would be filled", async () => {
    const desk = await thief(100, 1.2, { ownersUnits: [40_000] });
    const quote = () => quoteOrders(desk.engine, desk.customerId, request(fast));
    expect((await quote()).capacityUnits).toBe(60_000);
    await pay(desk, 10, 2);
    expect((await quote()).capacityUnits).toBe(226_666);
  });

  test("planned anew takes no seller for gifts", async () => {
    const desk = await thief(100, 0, { ownersUnits: [100_000] });
    const id = await desk.order();
    desk.stakesSun.set(desk.owners[0] as never, 0);
    await desk.snapshot();
    await kill(desk, `${id}.1`, "owner_capacity");
    expect(desk.orderRow(id).unplanned_amount).toBe(65_000);
    await pay(desk, 3.9, 2);
    await replanNow(desk);
    expect(unitsOf(desk, id)).toEqual([65_000]);
    expect(legOf(desk, `${id}.2`).paid_by).toBe(desk.customerId);
  });
});

test("what an order fills at once is reckoned for who asks", async () => {
  const desk = await thief(100, 2);
  const ask = (customerId: string) => {
    const bid = { ...request(manual()), customerId };
    return filledNow(desk.engine, bid as never, 60);
  };
  expect(await ask(desk.customerId)).toMatchObject({ units: 40_000, costSun: 2 * TRX });
  const quote = await quoteOrders(desk.engine, desk.customerId, request(manual()));
  expect(quote).toMatchObject({ capacityUnits: 40_000, manual: { fillsUnits: 40_000 } });
});

describe("after a fork", () => {
  test("a delegation that a gift paid for is replaced by the pool alone", async () => {
    const desk = await thief(100, 0, { ownersUnits: [65_000] });
    const id = await desk.order();
    await deliver(desk);
    await fork(desk);
    await kill(desk, `${id}.1`, "expired");
    desk.stakesSun.set(desk.owners[0] as never, 0);
    await desk.snapshot();
    await mendNow(desk);
    expect(desk.states(id)).toEqual(["dead"]);
    expect(earnedTrx(desk)).toBe(0);
  });

  test("one that paid money paid for is sold by a seller as before", async () => {
    const desk = await thief(0, 10, { ownersUnits: [65_000] });
    const id = await desk.order();
    await deliver(desk);
    await fork(desk);
    await kill(desk, `${id}.1`, "expired");
    desk.stakesSun.set(desk.owners[0] as never, 0);
    await desk.snapshot();
    await mendNow(desk);
    expect(desk.states(id)).toEqual(["dead", "planned"]);
    expect(legOf(desk, `${id}.2`)).toMatchObject({ owner: desk.sellers[0], paid_by: null });
    await deliverAll(desk);
  });

  test("a seller's delegation that died gives paid money back", async () => {
    const desk = await thief(100, 5);
    const id = await desk.order(manual({ resourceAmount: 200_000 }));
    await deliver(desk);
    await fork(desk);
    await kill(desk, `${id}.1`, "expired");
    expect(desk.states(id)).toEqual(["dead", "planned"]);
    expect(moneyOf(desk)).toMatchObject({ available: 95, held: 10, withdrawable: 0 });
    await deliverAll(desk);
    expect(earnedTrx(desk)).toBe(4.5);
  });
});

auditedAs({
  gifts: {
    async open() {
      const desk = await thief(100, 7);
      await desk.order(manual());
      await deliver(desk);
      await desk.order(manual({ receiver: [addressOf(3)] }));
      return desk;
    },
    harmless: "UPDATE customer SET name = 'Other'",
    corruptions: {
      "no gift pays a seller": [
        "UPDATE transfer SET gift_sun = -1 WHERE id LIKE '%:post' AND amount_sun = 5000000",
      ],
      "what withdrawals and sellers wait for is paid money": [
        "UPDATE account SET gift_sun = gift_sun + 1 WHERE kind = 'available'",
        "UPDATE leg SET amount_sun = amount_sun + 1 WHERE state = 'planned'",
      ],
    },
  },
});
