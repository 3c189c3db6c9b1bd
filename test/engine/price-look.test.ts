/** What a bid meets in the book before it is made, and prices that follow what orders take of the pool. */

import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { OrderBooks } from "../../src/engine/book/order-book.js";
import {
  type Bid,
  filledNow,
  lookAtPrices,
  readOfferedToOthers,
} from "../../src/engine/book/price-look.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { isSameForDay } from "../../src/engine/prices/market.js";
import { readPublicTerms, setRates } from "../../src/engine/prices/rates.js";
import { type PriceClock, watchPrices } from "../../src/engine/prices/utilisation.js";
import type { Database } from "../../src/store/database.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { turn } from "../support/answers.js";
import { type Desk, openDesk, RATES, request } from "../support/desk.js";
import { book, fillsOf, manual } from "../support/sellers.js";
import { sqliteTest } from "../support/sqlite-only.js";
import { deliver, sign } from "../support/steps.js";

const unitsAt = async (...call: Parameters<typeof filledNow>) => (await filledNow(...call)).units;

const WALLET = addressOf(0x31);

/** The bid of the body of an order. */
function bidOf({ customerId }: Desk, body: Record<string, unknown>): Bid {
  const bid = request(body);
  if (bid.type !== "Manual") throw new Error("not a Manual order");
  return { ...bid, customerId, requireLock: bid.requireLock };
}

async function look(desk: Desk, body: Record<string, unknown>) {
  const bid = bidOf(desk, body);
  const { engine } = desk;
  return lookAtPrices(engine, bid, await new OrderBooks(engine).read(bid.resource, bid.duration));
}

describe("prices worth bidding", () => {
  test("are the lowest that fills all, the next lower one, and the floor", async () => {
    const { desk } = await book([
      [44, 30_000],
      [45, 30_000],
      [50, 90_000],
      [55, 900_000],
    ]);
    expect(await look(desk, manual())).toMatchObject({
      ...{ floorSun: 40, fastSun: 60, bids: [] },
      asks: [
        { priceSun: 44, units: 30_000 },
        { priceSun: 45, units: 30_000 },
        { priceSun: 50, units: 90_000 },
      ],
      choices: [
        { priceSun: 50, fillsUnits: 100_000 },
        { priceSun: 45, fillsUnits: 60_000 },
        { priceSun: 40, fillsUnits: 0 },
      ],
    });
  });

  test("are the floor alone where nobody sells, and what rests is shown by price", async () => {
    const { desk } = await book([]);
    await desk.order(manual({ price: 41 }));
    await desk.order(manual({ price: 43 }));
    expect(await look(desk, manual())).toMatchObject({
      ...{ asks: [], choices: [{ priceSun: 40, fillsUnits: 0 }] },
      bids: [
        { priceSun: 43, units: 100_000 },
        { priceSun: 41, units: 100_000 },
      ],
    });
  });

  test("go on above the level that has enough while a lock is in the way", async () => {
    const { desk } = await book([
      [45, 300_000],
      [50, 300_000],
    ]);
    await desk.create(manual());
    await sign(desk);
    expect(await look(desk, manual())).toMatchObject({
      asks: [{ priceSun: 50, units: 300_000 }],
      noSeller: undefined,
      choices: [
        { priceSun: 50, fillsUnits: 100_000 },
        { priceSun: 40, fillsUnits: 0 },
      ],
    });
  });

  test("say until when no seller can serve the wallets, in the place of what they cannot have", async () => {
    const { desk } = await book([[45, 300_000]]);
    const both = addressesOf(0x31, 2);
    const buy = async (receiver: string) => {
      await desk.create(manual({ duration: "1d", receiver: [receiver] }));
      await deliver(desk);
      return must(desk.legs().at(-1)?.expires_at, "it is delivered");
    };
    const ofBoth = () => look(desk, manual({ receiver: both }));
    const [first = "", second = ""] = both;
    const untilMs = await buy(first);
    const locked = { untilMs, isWithinDay: false };
    const none = { asks: [], noSeller: locked };
    const toOthers = (receiver: string, belowSun: number, amount = 65_000) =>
      readOfferedToOthers(
        desk.engine,
        bidOf(desk, manual({ receiver: [receiver], resourceAmount: amount })),
        belowSun,
      );
    expect(await toOthers(first, 3_900_000)).toEqual({ priceSun: 45, locked });
    // At no less; more than is offered; to a wallet that can have it.
    expect(await toOthers(first, 65_000 * 45)).toBeUndefined();
    expect(await toOthers(first, 18_000_000, 300_000)).toBeUndefined();
    expect(await toOthers(second, 3_900_000)).toBeUndefined();
    expect(await look(desk, manual({ receiver: [first] }))).toMatchObject(none);
    expect(await ofBoth()).toMatchObject({ asks: [{ priceSun: 45 }], noSeller: undefined });
    await buy(second);
    expect(await ofBoth()).toMatchObject({ asks: [], noSeller: { untilMs } });
    // Who rents for as long joins the lock.
    const same = await look(desk, manual({ receiver: [second], duration: "1d" }));
    expect(same).toMatchObject({ asks: [{ priceSun: 45 }], noSeller: undefined });
  });

  test("count for all receivers together, each taking what those before have left", async () => {
    const { desk } = await book([[45, 150_000]]);
    const receiver = addressesOf(0x31, 2);
    const filled = (options: Record<string, unknown>) =>
      unitsAt(desk.engine, bidOf(desk, manual({ receiver }, options)), 45);
    expect(await filled({})).toBe(150_000);
    expect(await filled({ allow_partial: false })).toBe(100_000);
    expect(await filled({ bulk_order: true })).toBe(0);
  });

  test("count a receiver that is named twice as the order does: each entry from a seller of its own", async () => {
    const { desk } = await book([
      [45, 150_000],
      [50, 300_000],
    ]);
    const body = manual({ receiver: [WALLET, WALLET], price: 50 });
    const filled = await filledNow(desk.engine, bidOf(desk, body), 50);
    expect(filled).toMatchObject({ units: 200_000, costSun: 9_500_000 });
    await desk.order(body);
    expect(desk.legs().map(({ amount_sun }) => amount_sun)).toEqual([4_500_000, 5_000_000]);
  });
});

test("what would wait does so because sellers are locked, or ask more, as a resting order would say", async () => {
  const { desk } = await book([
    [45, 300_000],
    [50, 30_000],
    [55, 300_000],
  ]);
  const waits = async (priceSun: number, receiver: readonly string[] = [WALLET]) =>
    (await filledNow(desk.engine, bidOf(desk, manual({ receiver })), priceSun)).waits;
  const price = { why: "price", priceSun: 45, nextPriceSun: 50, someoneOffers: false };
  expect(await waits(45)).toEqual([]);
  expect(await waits(44)).toEqual([{ ...price, priceSun: 44, nextPriceSun: 45 }]);
  await desk.create(manual({ duration: "1d", receiver: [WALLET] }));
  await deliver(desk);
  const untilMs = desk.legs().at(-1)?.expires_at;
  // One of two has some of it.
  expect(await waits(50)).toEqual([
    { why: "locked", owners: 1, untilMs },
    { ...price, priceSun: 50, nextPriceSun: 55, someoneOffers: true },
  ]);
  expect(await waits(55)).toEqual([]);
  // Its price is none that this wallet can have.
  expect(await waits(44)).toEqual([{ ...price, priceSun: 44 }]);
  const ofBoth = await waits(45, [addressOf(0x32), WALLET]);
  expect(ofBoth).toContainEqual({ why: "locked", owners: 1, untilMs });
});

test("what a price fills is what the order is given when it comes, and looking changes nothing", async () => {
  const { desk } = await book([
    [44, 25_000],
    [45, 60_000],
    [50, 45_000],
    [55, 300_000],
  ]);
  const bids = fc.sample(
    fc.record({
      price: fc.constantFrom(40, 44, 45, 50, 55, 61),
      resourceAmount: fc.integer({ min: 32_000, max: 200_000 }),
      allow: fc.boolean(),
      least: fc.integer({ min: 20_000, max: 32_000 }),
    }),
    { numRuns: 25, seed: 7 },
  );
  for (const { price, resourceAmount, allow, least } of bids) {
    const options = { allow_partial: allow, partial_min: least };
    const body = manual({ price, resourceAmount }, options);
    const before = desk.legs().length;
    const filled = await unitsAt(desk.engine, bidOf(desk, body), price);
    expect(desk.legs()).toHaveLength(before);
    const id = await desk.order(body);
    const given = fillsOf(desk, id).reduce((units, [, part]) => units + part, 0);
    expect(filled).toBe(given);
  }
});

describe("any time of up to a day", () => {
  const says = (body: Record<string, unknown>, dayFloor = RATES.floors["1d"].energy) => {
    const floors = { ...RATES.floors, "1d": { ...RATES.floors["1d"], energy: dayFloor } };
    const market = { rates: { ...RATES, floors }, utilisation: { energy: 0, bandwidth: 0 } };
    return isSameForDay(market, request(body));
  };

  test("costs the same while no floor lifts the price of one of them", () => {
    expect([says({}), says({}, 60), says({}, 61)]).toEqual([true, true, false]);
  });

  test("may be had at a price of one's own that is no floor's", () => {
    const manually = (price: number) => says(manual({ price }));
    expect([manually(44), manually(45)]).toEqual([false, true]);
  });
});

/** Time that passes when a test says so. */
class TestClock implements PriceClock {
  constructor(private readonly database: Database) {}

  nowMs = 1_000;
  readonly waiting: { call: () => void; atMs: number }[] = [];
  readonly monotonicMs = () => this.nowMs;
  readonly later = (call: () => void, afterMs: number) => {
    const entry = { call, atMs: this.nowMs + afterMs };
    this.waiting.push(entry);
    return () => void this.waiting.splice(this.waiting.indexOf(entry), 1);
  };

  async pass(): Promise<void> {
    const [next] = this.waiting.splice(0, 1);
    if (!next) throw new Error("nothing waits");
    this.nowMs = next.atMs;
    next.call();
    // The look at the pool that has begun is over.
    await turn(this.database);
  }
}

const CURVE = [
  { utilisationPercent: 0, multiplierPercent: 100 },
  { utilisationPercent: 1, multiplierPercent: 150 },
  { utilisationPercent: 50, multiplierPercent: 200 },
];
const priceOf = async (desk: Desk) => (await readPublicTerms(desk.engine)).fastSun.energy;
const LIFTED = RATES.fast.energy * 1.5;

/** A pool of 200,000 Energy whose prices rise as it fills. */
async function watchedDesk() {
  const desk = await openDesk();
  await setRates(desk.engine, { ...RATES, curve: CURVE }, "test");
  const clock = new TestClock(desk.database);
  const stop = watchPrices(desk.engine, clock);
  onTestFinished(stop);
  return { desk, clock, stop };
}

sqliteTest("an order that is committed lifts the price of the next one", async () => {
  const { desk } = await watchedDesk();
  expect(await priceOf(desk)).toBe(RATES.fast.energy);
  await desk.order();
  await turn(desk.database);
  expect(await priceOf(desk)).toBe(LIFTED);
  expect(desk.orderRow(await desk.order()).price_sun).toBe(LIFTED);
});

sqliteTest("a cancel lets it fall again, once the last look is a moment ago", async () => {
  const { desk, clock } = await watchedDesk();
  const id = await desk.order();
  await cancelOrder(desk.engine, desk, id);
  expect(await priceOf(desk)).toBe(LIFTED);
  await clock.pass();
  expect(await priceOf(desk)).toBe(RATES.fast.energy);
});

sqliteTest("a cancel of an order that goes on does, too", async () => {
  const { desk, clock } = await watchedDesk();
  const id = await desk.order({ resourceAmount: 150_000 });
  const smaller = desk.legs().sort((a, b) => a.units - b.units)[0];
  await sign(desk, smaller?.id);
  expect(clock.waiting).toEqual([]);
  expect(await priceOf(desk)).toBe(RATES.fast.energy * 2);
  await cancelOrder(desk.engine, desk, id);
  expect(desk.orderRow(id).status).toBe("processing");
  await clock.pass();
  expect(await priceOf(desk)).toBe(LIFTED);
});

sqliteTest("a crowd of orders shares one look", async () => {
  const { desk, clock } = await watchedDesk();
  for (let at = 0; at < 3; at += 1) await desk.order({ resourceAmount: 40_000 });
  expect(clock.waiting).toHaveLength(1);
  expect(await priceOf(desk)).toBe(LIFTED);
  await clock.pass();
  expect(clock.nowMs).toBe(1_250);
  expect(await priceOf(desk)).toBe(RATES.fast.energy * 2);
});

sqliteTest("a look that takes long is followed by a long pause", async () => {
  const { desk, clock } = await watchedDesk();
  const read = desk.database.read.bind(desk.database);
  desk.database.read = async (phase) => {
    clock.nowMs += 100;
    return read(phase);
  };
  desk.engine.signals.emit("block");
  desk.engine.signals.emit("block");
  await turn(desk.database);
  expect(clock.waiting.map(({ atMs }) => atMs)).toEqual([1_000 + 2_000]);
});

test("nothing is read where the curve is flat, or after the end", async () => {
  const { desk, clock, stop } = await watchedDesk();
  await desk.order();
  desk.engine.signals.emit("block");
  stop();
  expect(clock.waiting).toEqual([]);
  desk.engine.signals.emit("block");
  expect(clock.waiting).toEqual([]);

  const flat = await openDesk();
  onTestFinished(watchPrices(flat.engine, clock));
  flat.engine.market.utilisation = { energy: 0.25, bandwidth: 0 };
  flat.engine.signals.emit("block");
  expect(flat.engine.market.utilisation.energy).toBe(0.25);
});
