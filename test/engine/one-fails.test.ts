/** Work over many orders, phases that are run again, and reads while something changes: each is done once, and one that fails keeps no other from it. */

import { describe, expect, onTestFinished, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { closeOverdue, matchSeller, sweepBook } from "../../src/engine/book/match-book.js";
import { OrderBooks } from "../../src/engine/book/order-book.js";
import { createCustomer, holderForKey, revokeKey } from "../../src/engine/customers/customers.js";
import { recountLoad } from "../../src/engine/legs/open-work.js";
import { repairAfterForks } from "../../src/engine/legs/repair-after-forks.js";
import { replanAll } from "../../src/engine/legs/replan.js";
import { movePlannedLegsAway } from "../../src/engine/legs/sign-leg.js";
import { createSlowFigures, OrderTally } from "../../src/engine/operating/figures.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { setRates } from "../../src/engine/prices/rates.js";
import { refreshMarket, watchPrices } from "../../src/engine/prices/utilisation.js";
import { countPlannedLegs } from "../../src/store/legs.js";
import { listUnplannedOrders } from "../../src/store/orders.js";
import { setPause } from "../../src/store/owners.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { breakWrites } from "../support/broken-writes.js";
import { type Desk, openDesk, RATES } from "../support/desk.js";
import { type HeldReads, holdReads } from "../support/hold-reads.js";
import { readNow } from "../support/read-now.js";
import { book, manual, NO_POOL, openSeller } from "../support/sellers.js";
import {
  deliver,
  fork,
  kill,
  legOf,
  mineAll,
  moveAway,
  passRentals,
  reclaim,
  sign,
  solidify,
} from "../support/steps.js";

const TO = (at: number) => ({ receiver: [addressOf(at)] });

/** From now on the database refuses every change of this order, whatever tries it. */
const breakOrder = ({ database }: Desk, orderId: string) =>
  breakWrites(database, "UPDATE ON orders", `OLD.id = '${orderId}'`);

test("a leg whose order was closed by the death of another is left alone, and the rest moves away", async () => {
  const desk = await openDesk({ ownersUnits: [200_000, 100_000] });
  const [owner, other] = desk.owners as readonly [Address, Address];
  const first = await desk.order({ ...TO(1), resourceAmount: 150_000 });
  const split = await desk.order({ ...TO(2), resourceAmount: 140_000 });
  await cancelOrder(desk.engine, desk, first);
  const innocent = await desk.order({ ...TO(3), resourceAmount: 40_000 });
  await sign(desk, `${split}.1`);
  await kill(desk, `${split}.1`, "expired");
  const planned = desk.legs("state = 'planned'");
  expect(planned.map((leg) => [leg.order_id, leg.sequence, leg.owner])).toEqual([
    [split, 2, owner],
    [split, 3, owner],
    [innocent, 1, owner],
  ]);
  // Too late to plan the order anew: the first of its legs that dies closes it, and ends the other.
  desk.clock.nowMs += 300_000;
  await desk.commit(() => setPause(owner, "test"));
  const finished: string[] = [];
  desk.engine.signals.on("finished", (ids) => finished.push(...ids));
  expect(await moveAway(desk, owner)).toBe(2);
  expect(desk.halts).toEqual([]);
  expect(finished).toEqual([split]);
  expect(desk.orderRow(split)).toMatchObject({ status: "cancelled", posted_sun: 0 });
  expect(legOf(desk, `${innocent}.2`)).toMatchObject({ state: "planned", owner: other });
  expect(await moveAway(desk, owner)).toBe(0);
});

test("orders that wait take turns, so that stuck ones keep no other out", async () => {
  const desk = await openDesk({ ownersUnits: [300_000] });
  const ids: string[] = [];
  for (const at of [1, 2, 3]) ids.push(await desk.order(TO(at)));
  await sign(desk);
  for (const id of ids) await kill(desk, `${id}.1`, "other");
  const turns = (after: string) =>
    readNow(desk.database, () => listUnplannedOrders(2, after)).map(({ id }) => id);
  const [first = "", second = "", third = ""] = ids;
  expect(turns("")).toEqual([first, second]);
  expect(turns(second)).toEqual([third, first]);
});

describe("an order that cannot be changed keeps no other from", () => {
  test("moving away from a paused owner", async () => {
    const desk = await openDesk({ ownersUnits: [200_000, 100_000] });
    const broken = await desk.order(TO(1));
    const other = await desk.order(TO(2));
    const { owner } = legOf(desk, `${broken}.1`);
    expect(legOf(desk, `${other}.1`).owner).toBe(owner);
    await breakOrder(desk, broken);
    await desk.commit(() => setPause(owner, "test"));
    const { engine, moment } = desk;
    await expect(movePlannedLegsAway(engine, owner, moment)).rejects.toThrow("broken");
    desk.assertSound();
    expect([desk.states(broken), desk.states(other)]).toEqual([["planned"], ["dead", "planned"]]);
  });

  test("being planned anew, or given up", async () => {
    const desk = await openDesk();
    const [broken = "", other = ""] = [await desk.order(TO(1)), await desk.order(TO(2))];
    await sign(desk);
    for (const id of [broken, other]) await kill(desk, `${id}.1`, "other");
    await breakOrder(desk, broken);
    const place = { after: "" };
    desk.clock.nowMs += 300_000;
    await expect(replanAll(desk.engine, place, desk.moment)).rejects.toThrow("broken");
    desk.assertSound();
    expect(desk.orderRow(other).status).toBe("cancelled");
    expect(place.after).toBe(other);
  });

  test("being repaid what a fork has taken", async () => {
    const desk = await openDesk();
    const [broken = "", other = ""] = [await desk.order(TO(1)), await desk.order(TO(2))];
    await deliver(desk);
    await fork(desk);
    for (const id of [broken, other]) await kill(desk, `${id}.1`, "expired");
    await breakOrder(desk, broken);
    desk.clock.nowMs += 600_000;
    await expect(repairAfterForks(desk.engine, desk.moment)).rejects.toThrow("broken");
    desk.assertSound();
    expect(desk.orderRow(other)).toMatchObject({ filled_amount: 0, posted_sun: 0 });
  });

  test("ending at its deadline", async () => {
    const { desk } = await book([]);
    const [broken = "", other = ""] = [await desk.order(manual(TO(1))), await desk.order(manual())];
    await breakOrder(desk, broken);
    desk.clock.nowMs += 86_400_000;
    const finished: string[] = [];
    desk.engine.signals.on("finished", (ids) => finished.push(...ids));
    await expect(closeOverdue(desk.engine)).rejects.toThrow("broken");
    desk.assertSound();
    expect(finished).toEqual([other]);
  });

  test.each(["sweep", "matchSeller"] as const)("being filled: %s", async (pass) => {
    const desk = await openDesk(NO_POOL);
    const [broken = "", other = ""] = [await desk.order(manual(TO(1))), await desk.order(manual())];
    await breakOrder(desk, broken);
    const seller = await openSeller(desk, { units: 250_000 });
    const filled = pass === "sweep" ? sweepBook(desk.engine, {}) : matchSeller(desk.engine, seller);
    await expect(filled).rejects.toThrow("broken");
    desk.assertSound();
    expect(desk.orderRow(other).unplanned_amount).toBe(0);
    expect(desk.orderRow(broken).unplanned_amount).toBe(100_000);
  });
});

test("from an order to the end of its rental, and a death, with every phase run twice", async () => {
  const told: unknown[] = [];
  for (const runsTwice of [false, true]) {
    const desk = await openDesk({ ownersUnits: [900_000, 800_000] });
    desk.database.runsTwice = runsTwice;
    const { engine, customerId } = desk;
    const delivered = await desk.order({ receiver: addressesOf(1, 3) });
    await deliver(desk);
    await solidify(desk);
    const dying = await desk.order();
    await sign(desk);
    await kill(desk, `${dying}.1`, "other");
    await cancelOrder(engine, { customerId }, dying);
    await passRentals(desk);
    await reclaim(desk, `${delivered}.1`);
    await mineAll(desk);
    await solidify(desk);
    desk.assertSound();
    expect(desk.database.repeats > 10).toBe(runsTwice);
    const states = desk.legs().map(({ state, sequence }) => `${sequence} ${state}`);
    told.push({ states, money: desk.moneySun, revenue: desk.balanceSun("revenue") });
  }
  expect(told[1]).toEqual(told[0]);
});

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
  const before = holderForKey(desk.engine, apiKey);
  await revokeKey(desk.engine, String(key?.id));
  await reads.answer();
  await before;
  const after = holderForKey(desk.engine, apiKey);
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
  await reads.arrived();
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
  await reads.arrived();
  await createBehind(reads, desk);
  const later = refreshMarket(desk.engine);
  await reads.arrived();
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
  await reads.arrived();
  expect(reads.waiting).toHaveLength(1);
  await reads.answer();
  expect(later).toHaveLength(1);
});
