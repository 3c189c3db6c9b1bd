/** The book: who sells to a Manual order and how much, whatever happens at once. The order of offers and orders is the twin's (book-twin.test.ts). */

import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { legId } from "../../src/domain/ids.js";
import { parseOffer } from "../../src/domain/seller.js";
import { closeOverdue, matchSeller, sweepBook } from "../../src/engine/book/match-book.js";
import { legsSigned, movePlannedLegsAway, readyToSign } from "../../src/engine/legs/sign-leg.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { setRates } from "../../src/engine/prices/rates.js";
import { setOffer } from "../../src/engine/sellers/sellers.js";
import { setPause } from "../../src/store/owners.js";
import { run } from "../../src/store/phase.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { type Desk, openDesk, RATES } from "../support/desk.js";
import {
  book,
  fillsOf,
  manual,
  NO_POOL,
  offer,
  openSeller,
  partlyFilled,
  restsOf,
  sweep,
} from "../support/sellers.js";
import { watched } from "../support/watched.js";

const TRX = 1_000_000;

describe("an order takes the lowest price first,", () => {
  test("and of those that are on, and not paused", async () => {
    const { desk, sellers } = await book([
      [45, 100_000],
      [46, 100_000],
      [47, 100_000],
    ]);
    const [off, paused, open] = sellers as [Address, Address, Address];
    await offer(desk, off, { minPrice: 45, active: false });
    await desk.commit(() => run("UPDATE owner SET pause_reason = 'x' WHERE address = ?", paused));
    expect(fillsOf(desk, await desk.order(manual()))).toEqual([[open, 100_000]]);
  });
});

describe("the pool", () => {
  test("sells from its Fast price on, behind sellers of that price and before dearer ones", async () => {
    const { desk, sellers } = await book(
      [
        [60, 30_000],
        [61, 30_000],
        [59, 30_000],
      ],
      { ownersUnits: [40_000] },
    );
    const [equal, dearer, cheaper] = sellers;
    const id = await desk.order(manual({ price: 61, resourceAmount: 130_000 }));
    expect(fillsOf(desk, id)).toEqual([
      [cheaper, 30_000],
      [equal, 30_000],
      [desk.owners[0], 40_000],
      [dearer, 30_000],
    ]);
    expect(desk.legs().map((leg) => leg.seller_sun !== null)).toEqual([true, true, false, true]);
  });

  test("sells nothing below it", async () => {
    const { desk } = await book([], { ownersUnits: [500_000] });
    const id = await desk.order(manual({ price: 59 }));
    expect(fillsOf(desk, id)).toEqual([]);
    await setRates(desk.engine, { ...RATES, fast: { energy: 59, bandwidth: 600 } }, "test");
    await sweep(desk);
    expect(fillsOf(desk, id)).toEqual([[desk.owners[0], 100_000]]);
    expect(desk.orderRow(id).price_sun).toBe(59);
  });
});

describe("parts", () => {
  test("of the largest order there may be add up to the SUN, at the highest price and the longest time", async () => {
    const desk = await openDesk({
      ...{ ...NO_POOL, creditTrx: 400_000_000, policy: { sellerPriceCap: 20 } },
    });
    for (let at = 0; at < 3; at += 1)
      await openSeller(desk, {
        ...{ units: 3_400_000_000, minPrice: 1_000, offer: { longestDuration: "30d" } },
      });
    const most = manual({ resourceAmount: 10_000_000_000, price: 1_000, duration: "30d" });
    const id = await desk.order(most);
    const legs = desk.legs();
    expect(legs).toHaveLength(3);
    expect(legs.reduce((sum, leg) => sum + leg.units, 0)).toBe(10_000_000_000);
    expect(legs.reduce((sum, leg) => sum + leg.amount_sun, 0)).toBe(desk.orderRow(id).paid_sun);
    expect(desk.orderRow(id).paid_sun).toBe(300_000_000 * TRX);
    for (const leg of legs) expect(leg.seller_sun).toBe(leg.amount_sun * 0.9);
  });

  test("nobody's is larger than any stake: an order beyond all of it rests", async () => {
    const { desk } = await book([[45, 100_000]], { ...NO_POOL, creditTrx: 10_000_000 });
    const huge = { resourceAmount: 10_000_000_000, resourceType: "Bandwidth", price: 400 };
    const id = await desk.order(manual(huge, { allow_partial: false }));
    expect(desk.orderRow(id).unplanned_amount).toBe(10_000_000_000);
  });
});

describe("a receiver", () => {
  test("in two orders at once has each seller once: the second one goes to another", async () => {
    const { desk, sellers } = await book([
      [45, 200_000],
      [46, 60_000],
    ]);
    const first = await desk.order(manual());
    const second = await desk.order(manual());
    expect(fillsOf(desk, first)).toEqual([[sellers[0], 100_000]]);
    expect(fillsOf(desk, second)).toEqual([[sellers[1], 60_000]]);
    expect(desk.orderRow(second).unplanned_amount).toBe(40_000);
  });
});

describe("a pass", () => {
  test("gives what is new to the best price first, then to the older order", async () => {
    const desk = await openDesk(NO_POOL);
    const ids: string[] = [];
    for (const [at, price] of [50, 55, 50, 60].entries()) {
      desk.clock.nowMs += 1;
      ids.push(await desk.order(manual({ price, receiver: [addressOf(1 + at)] })));
    }
    const seller = await openSeller(desk, { units: 230_000, minPrice: 45 });
    expect(await matchSeller(desk.engine, seller)).toBe(3);
    desk.assertSound();
    const [oldest, better, , best] = ids;
    expect(desk.legs().map((leg) => [leg.order_id, leg.units])).toEqual([
      [oldest, 30_000],
      [better, 100_000],
      [best, 100_000],
    ]);
  });
  test("of a seller goes on behind the first fifty, and stops when the seller has nothing left", async () => {
    const desk = await openDesk({ ...NO_POOL, creditTrx: 10_000 });
    for (let at = 0; at < 6; at += 1) {
      await desk.create(
        manual(
          { receiver: addressesOf(1 + 20 * at, 20), resourceAmount: 32_000 },
          { allow_partial: false },
        ),
      );
    }
    const seller = await openSeller(desk, { units: 32_000 * 110, minPrice: 45 });
    expect(await matchSeller(desk.engine, seller)).toBe(110);
    desk.assertSound();
    expect(restsOf(desk)).toHaveLength(10);
    expect(await matchSeller(desk.engine, seller)).toBe(0);
  });

  test("signals that legs wait to be signed, only when some do", async () => {
    const { desk, sellers } = await book([[45, 100_000]]);
    let planned = 0;
    desk.engine.signals.on("planned", () => {
      planned += 1;
    });
    await sweep(desk);
    expect(planned).toBe(0);
    await offer(desk, sellers[0] ?? addressOf(0), { minPrice: 60 });
    await desk.create(manual());
    planned = 0;
    await sweep(desk);
    expect(planned).toBe(0);
    await offer(desk, sellers[0] ?? addressOf(0), { minPrice: 50 });
    await sweep(desk);
    expect(planned).toBe(1);
  });
});

const reprice = (desk: Desk, seller: Address, minPrice: number) =>
  setOffer(desk.engine, {
    address: seller,
    offer: parseOffer({
      resourceType: "Energy",
      minPrice,
      shortestDuration: "15m",
      longestDuration: "1d",
    }),
  });

/** An order that rests, and a seller who could fill it. */
async function fillable(units = 100_000) {
  const { desk } = await book([]);
  const id = await desk.order(manual());
  const seller = await openSeller(desk, { units });
  return { desk, id, seller };
}

test("sellers race for one order: it is filled once, by the cheaper", async () => {
  const { desk, id, seller } = await fillable();
  const cheaper = await openSeller(desk, { units: 100_000, minPrice: 45 });
  const { engine } = desk;
  const passes = [matchSeller(engine, seller), matchSeller(engine, cheaper), sweepBook(engine, {})];
  await Promise.all(passes);
  desk.assertSound();
  expect(fillsOf(desk, id)).toEqual([[cheaper, 100_000]]);
});

/** The next commit was handed in, and waits for its turn. */
function handedIn({ database }: Desk): Promise<void> {
  const commit = database.commit.bind(database);
  return new Promise((resolve) => {
    database.commit = (phase) => {
      database.commit = commit;
      resolve();
      return commit(phase);
    };
  });
}

test("a price rises while an order is filled: first the one, first the other", async () => {
  for (const priceFirst of [true, false]) {
    const { desk, id, seller } = await fillable();
    const rise = () => reprice(desk, seller, 51);
    const pass = () => matchSeller(desk.engine, seller);
    if (priceFirst) await Promise.all([rise(), pass()]);
    else await Promise.all([pass(), handedIn(desk).then(rise)]);
    desk.assertSound();
    expect(fillsOf(desk, id)).toEqual(priceFirst ? [] : [[seller, 100_000]]);
  }
});

test("a deadline passes while an order is filled: it is over, whoever looks first", async () => {
  for (const passFirst of [true, false]) {
    const { desk, id, seller } = await fillable();
    desk.clock.nowMs = desk.orderRow(id).deadline_at ?? 0;
    const pass = () => matchSeller(desk.engine, seller);
    const close = () => closeOverdue(desk.engine);
    await Promise.all((passFirst ? [pass, close] : [close, pass]).map((step) => step()));
    desk.assertSound();
    expect(desk.orderRow(id)).toMatchObject({ status: "cancelled", refunded_sun: 5 * TRX });
  }
});

test("a cancel comes while a fill is being signed: what the signer has decided on is not sent", async () => {
  const { desk, id } = await partlyFilled();
  const { moment } = desk;
  const [ready] = await Promise.all([
    desk.commit(() => readyToSign([{ legId: legId(id, 1), lockEnd: 0 }], moment)),
    cancelOrder(desk.engine, desk, id),
  ]);
  const bytes = ready.map((one) => ({
    ...one,
    txid: "a".repeat(64),
    hex: "00",
    expiresAt: 1,
  }));
  expect(bytes).toHaveLength(1);
  expect(await desk.commit(() => legsSigned(bytes))).toEqual([]);
  expect(desk.states(id)).toEqual(["dead", "dead"]);
  expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
});

test("a seller is paused between the match and the signing: their part goes to another at once", async () => {
  const { desk, id, first, second } = await partlyFilled();
  const other = await openSeller(desk, { units: 100_000, minPrice: 50 });
  const { moment } = desk;
  await Promise.all([
    desk.commit(() => setPause(first, "test")),
    movePlannedLegsAway(desk.engine, first, moment),
    sweepBook(desk.engine, {}),
  ]);
  desk.assertSound();
  expect(fillsOf(desk, id)).toEqual([
    [second, 30_000],
    [other, 70_000],
  ]);
});

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

describe("the orders of a bulk call", () => {
  test("without one that is cancelled meanwhile: the others start as soon as they can", async () => {
    const { desk } = await book([[45, 250_000]]);
    const [first = "", second = "", third = ""] = await bulk(desk, 3);
    const offered: string[] = [];
    desk.engine.signals.on("offered", (seller) => offered.push(seller));
    const { status, refundedSun } = await cancelOrder(desk.engine, desk, second);
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

  test("are one place in the book: twenty of them are looked at once in a pass", async () => {
    const { desk } = await book([[45, 100_000]], { ...NO_POOL, creditTrx: 10_000 });
    await bulk(desk, 20);
    let statements = 0;
    const { database } = desk;
    database.arm(0);
    const count = database.commit.bind(database);
    database.commit = (phase) =>
      count(() =>
        watched(phase(), () => {
          statements += 1;
        }),
      );
    await sweep(desk);
    expect(statements).toBeLessThan(40);
  });
});
