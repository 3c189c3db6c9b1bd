/** Prices follow what orders take of the pool and leave of it, without a look at the chain. */
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { type PriceClock, watchPrices } from "../../src/engine/prices/price-watch.js";
import { readPublicTerms, setRates } from "../../src/engine/prices/rates.js";
import { type Desk, openDesk, RATES } from "../support/desk.js";
import { sign } from "../support/steps.js";

/** A look at the pool that has begun is over. */
const looked = () => setImmediate();

/** Time that passes when a test says so. */
class TestClock implements PriceClock {
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
    await looked();
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
  const clock = new TestClock();
  const stop = watchPrices(desk.engine, clock);
  onTestFinished(stop);
  return { desk, clock, stop };
}

test("an order that is committed lifts the price of the next one", async () => {
  const { desk } = await watchedDesk();
  expect(await priceOf(desk)).toBe(RATES.fast.energy);
  await desk.order();
  expect(await priceOf(desk)).toBe(LIFTED);
  expect(desk.orderRow(await desk.order()).price_sun).toBe(LIFTED);
});

test("a cancel lets it fall again, once the last look is a moment ago", async () => {
  const { desk, clock } = await watchedDesk();
  const id = await desk.order();
  await cancelOrder(desk.engine, desk.customerId, id);
  expect(await priceOf(desk)).toBe(LIFTED);
  await clock.pass();
  expect(await priceOf(desk)).toBe(RATES.fast.energy);
});

test("a cancel of an order that goes on does, too", async () => {
  const { desk, clock } = await watchedDesk();
  const id = await desk.order({ resourceAmount: 150_000 });
  const smaller = desk.legs().sort((a, b) => a.units - b.units)[0];
  await sign(desk, smaller?.id);
  expect(clock.waiting).toEqual([]);
  expect(await priceOf(desk)).toBe(RATES.fast.energy * 2);
  await cancelOrder(desk.engine, desk.customerId, id);
  expect(desk.orderRow(id).status).toBe("processing");
  await clock.pass();
  expect(await priceOf(desk)).toBe(LIFTED);
});

test("a crowd of orders shares one look", async () => {
  const { desk, clock } = await watchedDesk();
  for (let at = 0; at < 3; at += 1) await desk.order({ resourceAmount: 40_000 });
  expect(clock.waiting).toHaveLength(1);
  expect(await priceOf(desk)).toBe(LIFTED);
  await clock.pass();
  expect(clock.nowMs).toBe(1_250);
  expect(await priceOf(desk)).toBe(RATES.fast.energy * 2);
});

test("a look that takes long is followed by a long pause", async () => {
  const { desk, clock } = await watchedDesk();
  const read = desk.database.read.bind(desk.database);
  desk.database.read = async (phase) => {
    clock.nowMs += 100;
    return read(phase);
  };
  desk.engine.signals.emit("block");
  desk.engine.signals.emit("block");
  await looked();
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
