/** What happens while the database is read: what memory holds afterwards is what was committed. */
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { OrderBooks } from "../../src/engine/book/order-book.js";
import { createCustomer, customerForKey, revokeKey } from "../../src/engine/customers/customers.js";
import { recountLoad } from "../../src/engine/legs/open-work.js";
import { createSlowFigures, OrderTally } from "../../src/engine/operating/figures.js";
import { watchPrices } from "../../src/engine/prices/price-watch.js";
import { setRates } from "../../src/engine/prices/rates.js";
import { refreshMarket } from "../../src/engine/prices/utilisation.js";
import { countPlannedLegs } from "../../src/store/legs.js";
import { type Desk, openDesk, RATES } from "../support/desk.js";
import { type HeldReads, holdReads } from "../support/hold-reads.js";
import { readNow } from "../support/read-now.js";

const CURVE = [
  { utilisationPercent: 0, multiplierPercent: 100 },
  { utilisationPercent: 50, multiplierPercent: 200 },
];

/** Creates an order while another read waits: only what the creation reads is answered. */
async function createBehind(reads: HeldReads, desk: Desk): Promise<void> {
  const creating = desk.create();
  await reads.answer(1);
  await creating;
}

test("a key that is revoked while it is looked up is not let in again", async () => {
  const desk = await openDesk();
  const { apiKey, customerId } = await createCustomer(desk.engine, "Second");
  const [key] = desk.rows(`SELECT id FROM api_key WHERE customer_id = '${customerId}'`);
  const reads = holdReads(desk.database);
  const before = customerForKey(desk.engine, apiKey);
  await revokeKey(desk.engine, String(key?.id));
  await reads.answer();
  await before;
  const after = customerForKey(desk.engine, apiKey);
  await reads.answer();
  expect(await after).toBeUndefined();
});

test("what is ordered while unsigned legs are counted counts too", async () => {
  const desk = await openDesk();
  await desk.create();
  const reads = holdReads(desk.database);
  const counted = recountLoad(desk.engine);
  await createBehind(reads, desk);
  await reads.answer();
  await counted;
  expect(desk.engine.load.unsignedLegs).toBe(readNow(desk.database, countPlannedLegs));
});

test("of two readings of the tally at once each event is in one", async () => {
  const desk = await openDesk();
  const tally = new OrderTally(desk.engine);
  await tally.read();
  await desk.create();
  const reads = holdReads(desk.database);
  const both = [tally.read(), tally.read()];
  await reads.answer();
  await reads.answer();
  const events = (await Promise.all(both)).flat();
  expect(events).toEqual([{ type: "Fast", resource: "energy" }]);
});

test("the slow figures and a book are read once for all who ask meanwhile", async () => {
  const desk = await openDesk();
  const slow = createSlowFigures(desk.engine);
  const books = new OrderBooks(desk.engine);
  const reads = holdReads(desk.database);
  const asked = [slow(), slow(), books.read("energy", "1h"), books.read("energy", "1h")];
  await setImmediate();
  expect(reads.waiting).toHaveLength(2);
  await reads.answer();
  const [one, other, book, same] = await Promise.all(asked);
  expect([other, same]).toEqual([one, book]);
});

test("a look at the pool that began earlier does not replace what a later one has found", async () => {
  const desk = await openDesk();
  await setRates(desk.engine, { ...RATES, curve: CURVE }, "test");
  await desk.create();
  const reads = holdReads(desk.database);
  const earlier = refreshMarket(desk.engine);
  await setImmediate();
  await createBehind(reads, desk);
  const later = refreshMarket(desk.engine);
  await setImmediate();
  await reads.answer(1);
  await later;
  const { utilisation } = desk.engine.market;
  await reads.answer();
  await earlier;
  expect(desk.engine.market.utilisation).toBe(utilisation);
});

test("new rates come with what they depend on of the pool", async () => {
  const desk = await openDesk();
  await desk.create({ resourceAmount: 150_000 });
  const reads = holdReads(desk.database);
  await setRates(desk.engine, { ...RATES, curve: CURVE }, "test");
  expect(reads.waiting).toEqual([]);
  expect(desk.engine.market.utilisation.energy).toBeCloseTo(0.75);
});

test("what comes while prices are looked at waits for the next look", async () => {
  const desk = await openDesk();
  await setRates(desk.engine, { ...RATES, curve: CURVE }, "test");
  const later: (() => void)[] = [];
  const clock = {
    monotonicMs: () => 1_000,
    later: (call: () => void) => {
      later.push(call);
      return () => {};
    },
  };
  onTestFinished(watchPrices(desk.engine, clock));
  const reads = holdReads(desk.database);
  for (let at = 0; at < 3; at += 1) desk.engine.signals.emit("block");
  await setImmediate();
  expect(reads.waiting).toHaveLength(1);
  await reads.answer();
  expect(later).toHaveLength(1);
});
