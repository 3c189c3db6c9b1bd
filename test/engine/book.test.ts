/** The book: who sells to a Manual order, in which order, and how much. */
import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { matchSeller } from "../../src/engine/book/match-book.js";
import { setRates } from "../../src/engine/prices/rates.js";
import { run } from "../../src/store/phase.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { openDesk, RATES } from "../support/desk.js";
import {
  book,
  fillsOf,
  manual,
  NO_POOL,
  offer,
  openSeller,
  restsOf,
  sweep,
} from "../support/sellers.js";

const TRX = 1_000_000;

describe("an order takes the lowest price first,", () => {
  test("then the older offer", async () => {
    const { desk, sellers } = await book([
      [50, 30_000],
      [48, 30_000],
      [50, 30_000],
      [45, 30_000],
    ]);
    const [older, second, younger, cheapest] = sellers;
    const id = await desk.order(manual({ resourceAmount: 120_000 }));
    expect(fillsOf(desk, id)).toEqual([
      [cheapest, 30_000],
      [second, 30_000],
      [older, 30_000],
      [younger, 30_000],
    ]);
  });

  test("and a new price, or a fresh start, is a new place; other terms are not", async () => {
    const { desk, sellers } = await book([
      [50, 200_000],
      [50, 200_000],
    ]);
    const [first, second] = sellers as [Address, Address];
    let receivers = 0;
    const sold = async () => {
      receivers += 1;
      const order = manual({ resourceAmount: 32_000, receiver: [addressOf(receivers)] });
      return fillsOf(desk, await desk.order(order))[0]?.[0];
    };
    await offer(desk, first, { minChunk: 25_000, keep: 10_000, longestDuration: "3h" });
    expect(await sold()).toBe(first);
    await offer(desk, first, { minPrice: 49 });
    expect(await sold()).toBe(first);
    await offer(desk, first);
    expect(await sold()).toBe(second);
    await offer(desk, second, { active: false });
    await offer(desk, second);
    expect(await sold()).toBe(first);
  });

  test("never above its own, and pays what each asks", async () => {
    const { desk, sellers } = await book([
      [45, 40_000],
      [51, 500_000],
    ]);
    const id = await desk.order(manual({ price: 50 }));
    expect(fillsOf(desk, id)).toEqual([[sellers[0], 40_000]]);
    expect(restsOf(desk)).toEqual([{ id, unplanned_amount: 60_000 }]);
    const [leg] = desk.legs();
    expect(leg).toMatchObject({ amount_sun: 40_000 * 45, seller_sun: 40_000 * 40.5, locked: 1 });
    expect(desk.moneySun).toEqual({ available: 995 * TRX, held: 5 * TRX });
  });

  test("over more offers than are read at once", async () => {
    const desk = await openDesk({ ...NO_POOL, creditTrx: 10_000 });
    for (let at = 0; at < 70; at += 1) {
      await openSeller(desk, { units: 20_000, minPrice: 45 + (at % 3) });
    }
    const id = await desk.order(manual({ resourceAmount: 1_400_000 }));
    const expected = [0, 1, 2].flatMap((price) =>
      desk.sellers.filter((_, at) => at % 3 === price).map((seller) => [seller, 20_000]),
    );
    expect(fillsOf(desk, id)).toEqual(expected);
  });

  test("and one that is skipped on the first page is not asked on the second", async () => {
    const desk = await openDesk({ ...NO_POOL, creditTrx: 10_000 });
    for (let at = 0; at < 33; at += 1) await openSeller(desk, { units: 100_000 });
    const receiver = desk.sellers.slice(0, 1);
    const id = await desk.order(manual({ receiver, resourceAmount: 3_200_000 }));
    expect(fillsOf(desk, id).map(([owner]) => owner)).toEqual(desk.sellers.slice(1));
  });

  test("of those that sell for its duration", async () => {
    const desk = await openDesk(NO_POOL);
    const terms = { units: 100_000, minPrice: 45 };
    const short = { shortestDuration: "15m", longestDuration: "1h" };
    const long = { shortestDuration: "1d", longestDuration: "30d" };
    const [first] = [await openSeller(desk, { ...terms, offer: short })];
    const second = await openSeller(desk, { ...terms, offer: long });
    const sold = async (duration: string) =>
      fillsOf(desk, await desk.order(manual({ duration, resourceAmount: 32_000 })))[0]?.[0];
    expect(await sold("1h")).toBe(first);
    expect(await sold("3h")).toBeUndefined();
    expect(await sold("1d")).toBe(second);
  });

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
    const [pool] = desk.owners;
    const id = await desk.order(manual({ price: 61, resourceAmount: 130_000 }));
    expect(fillsOf(desk, id)).toEqual([
      [cheaper, 30_000],
      [equal, 30_000],
      [pool, 40_000],
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
  test("whole or nothing: the first who has all of it, and nobody else", async () => {
    const { desk, sellers } = await book([
      [45, 99_000],
      [46, 100_000],
    ]);
    const id = await desk.order(manual({}, { allow_partial: false }));
    expect(fillsOf(desk, id)).toEqual([[sellers[1], 100_000]]);
    const next = await desk.order(manual({ receiver: [addressOf(2)] }, { allow_partial: false }));
    expect(fillsOf(desk, next)).toEqual([]);
    expect(desk.orderRow(next).unplanned_amount).toBe(100_000);
  });

  test("none leaves a rest that is smaller than the least part", async () => {
    const { desk, sellers } = await book([
      [45, 90_000],
      [46, 19_000],
    ]);
    const id = await desk.order(manual({}, { partial_min: 30_000 }));
    expect(fillsOf(desk, id)).toEqual([[sellers[0], 70_000]]);
    expect(desk.orderRow(id).unplanned_amount).toBe(30_000);
    const third = await openSeller(desk, { units: 30_000 });
    expect(await matchSeller(desk.engine, third)).toBe(1);
    desk.assertSound();
    expect(fillsOf(desk, id)).toEqual([
      [sellers[0], 70_000],
      [third, 30_000],
    ]);
  });

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
  test("who sells himself is not his own seller", async () => {
    const { desk, sellers } = await book([
      [45, 100_000],
      [46, 100_000],
    ]);
    const id = await desk.order(manual({ receiver: sellers.slice(0, 1) }));
    expect(fillsOf(desk, id)).toEqual([[sellers[1], 100_000]]);
  });

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

  test("of a seller goes on behind the first fifty, and stops when he has nothing left", async () => {
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

  test("matches nothing while the chain is out of sight, and what came meanwhile is matched later", async () => {
    const { desk, sellers } = await book([[60, 300_000]]);
    const id = await desk.order(manual());
    desk.clock.monotonicMs += 30_001;
    await offer(desk, sellers[0] ?? addressOf(0), { minPrice: 45 });
    expect(await matchSeller(desk.engine, sellers[0] ?? addressOf(0))).toBe(0);
    await sweep(desk);
    expect(fillsOf(desk, id)).toEqual([]);
    await desk.restart();
    await sweep(desk);
    expect(fillsOf(desk, id)).toEqual([[sellers[0], 100_000]]);
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
