/** Old orders that have left the books: whatever could be read before can be read after, and reads the same. */
import { expect, it } from "vitest";
import type { Sun } from "../../src/domain/money.js";
import { requestHash } from "../../src/domain/order-request.js";
import { matchSeller } from "../../src/engine/book/match-book.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { mendForks } from "../../src/engine/legs/mend-forks.js";
import { type ArchiveRun, archiveOrders } from "../../src/engine/operating/archive.js";
import { OrderTally } from "../../src/engine/operating/figures.js";
import { readAnyOrder } from "../../src/engine/operating/operate.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { newIds } from "../../src/engine/orders/create-orders.js";
import { createPhase } from "../../src/engine/orders/create-phase.js";
import { anyOrderIdAt } from "../../src/engine/orders/order-reads.js";
import { readBatchId, readOrders } from "../../src/engine/orders/order-resource.js";
import { insertExtension } from "../../src/store/chat/watched-batches.js";
import { run } from "../../src/store/phase.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { type Desk, openDesk, request } from "../support/desk.js";
import { InjectedFault } from "../support/faults.js";
import { batchOf, kinds, lastDraft, watched, order as watchedOrder } from "../support/news.js";
import { type Known, readable } from "../support/readable.js";
import { runOut } from "../support/run-out.js";
import { book as bookOfSellers, manual, openSeller } from "../support/sellers.js";
import { deliver, fork, kill, sign, solidify } from "../support/steps.js";

const DAY_MS = 86_400_000;
/** The shortest that the command takes. */
const LEAST_DAYS = 31;
const ALL = 1_000;

const notAsked = () => {
  throw new Error("a price was asked for");
};

const archive = (desk: Desk, most = ALL): Promise<ArchiveRun> =>
  archiveOrders(desk.engine, { before: desk.clock.nowMs - LEAST_DAYS * DAY_MS, most });

const idsIn = (desk: Desk, table: string) => desk.rows(`SELECT id FROM ${table} ORDER BY id`);

interface Book extends Known {
  readonly desk: Desk;
  /** Of a call of which a part still rests. */
  readonly halfOpen: readonly string[];
  /** Ended long ago, and not of such a call. */
  readonly old: readonly string[];
}

/** Orders of every kind and end, of two customers, from the pool and from sellers; then a month passes, and there are new ones. */
async function fullBook(): Promise<Book> {
  const desk = await openDesk({ ownersUnits: [900_000, 700_000] });
  await openSeller(desk, { units: 400_000, minPrice: 45 });
  await openSeller(desk, { units: 150_000, minPrice: 46 });
  const other = (await createCustomer(desk.engine, "Another", 900_000_000 as Sun)).customerId;
  const { orderIds: resting } = await desk.create(manual({ price: 40 }));
  const old: string[] = [];
  const add = async (change: Record<string, unknown> = {}, customerId = desk.customerId) => {
    desk.clock.nowMs += 1_000;
    const { orderIds } = await desk.create(change, undefined, customerId);
    old.push(...orderIds);
    return orderIds;
  };
  const from = desk.clock.nowMs + 1_500;
  await add();
  await add({ receiver: addressesOf(2, 3) }, other);
  await add({ receiver: [addressOf(5)], resourceAmount: 1_000_000 });
  await add({ receiver: [addressOf(6)], resourceType: "Bandwidth", resourceAmount: 1_000 });
  await add(manual({ receiver: [addressOf(7)], resourceAmount: 450_000, price: 47 }));
  const [part = ""] = await add(
    manual({ receiver: [addressOf(8)], resourceAmount: 300_000, price: 46 }),
    other,
  );
  const [unfilled = ""] = await add(manual({ receiver: [addressOf(1)], price: 40 }));
  await cancelOrder(desk.engine, desk.customerId, unfilled);
  const [refused = ""] = await add({ receiver: [addressOf(9)] });
  await sign(desk, `${refused}.1`);
  await kill(desk, `${refused}.1`, "receiver_is_contract");
  const [halfway = ""] = await add({ receiver: [addressOf(2)] });
  await sign(desk, `${halfway}.1`);
  await cancelOrder(desk.engine, desk.customerId, halfway);
  const [forked = ""] = await add({ receiver: [addressOf(3)] });
  await deliver(desk);
  await fork(desk);
  await kill(desk, `${forked}.1`, "expired");
  const moment = { ...desk.moment, policy: { ...desk.moment.policy, replaceForMs: 0 } };
  await mendForks(desk.engine, moment);
  await cancelOrder(desk.engine, other, part);
  await runOut(desk);
  const to = desk.clock.nowMs;
  const { orderIds: halfOpen } = await desk.create(
    manual(
      { receiver: addressesOf(4, 2), resourceAmount: 300_000, price: 46 },
      { partial_min: 50_000 },
    ),
  );
  await runOut(desk);
  desk.clock.nowMs += LEAST_DAYS * DAY_MS + 1;
  const { orderIds: open } = await desk.create({ receiver: addressesOf(1, 2) }, undefined, other);
  await deliver(desk);
  await solidify(desk);
  return {
    ...{ desk, halfOpen, old, from, to },
    customers: [desk.customerId, other],
    orderIds: [...resting, ...old, ...halfOpen, ...open],
    receivers: addressesOf(1, 4),
  };
}

it("are read as before, by everybody and in every way", async () => {
  const book = await fullBook();
  const { desk, old, halfOpen } = book;
  const before = await readable(desk, book);
  const legs = desk.legs().length;
  const places = () =>
    book.orderIds.map((_, place) =>
      desk.database.read(() => anyOrderIdAt(desk.engine.archive, { place })),
    );
  const byPlace = places();
  expect(byPlace).toEqual([...book.orderIds].sort().reverse());
  const statuses = readOrders(desk.engine, { customerId: desk.customerId, limit: 100 }).orders;
  expect(new Set(statuses.map(({ status }) => status))).toEqual(
    new Set(["processing", "completed", "cancelled"]),
  );

  const run = await archive(desk);
  expect(run).toMatchObject({ orders: old.length, more: false });
  expect(run.delegations).toBe(legs - desk.legs().length);
  desk.assertSound();
  const kept = idsIn(desk, "orders").map(({ id }) => id);
  expect(kept).not.toEqual(expect.arrayContaining([old[0]]));
  expect(kept).toEqual(book.orderIds.filter((id) => !old.includes(id)));
  expect(kept).toEqual(expect.arrayContaining([...halfOpen]));
  expect(idsIn(desk, `leg WHERE order_id IN (${old.map((id) => `'${id}'`).join()})`)).toEqual([]);
  expect(await readable(desk, book)).toEqual(before);
  expect(places()).toEqual(byPlace);

  desk.restart();
  desk.engine.chainClock.sawHead(desk.chain.head);
  expect(await readable(desk, book)).toEqual(before);
  expect(await archive(desk)).toEqual({ orders: 0, delegations: 0, more: false });
});

it("are read as before after a stop at any moment of the move", async () => {
  const book = await fullBook();
  const { desk } = book;
  const before = await readable(desk, book);
  for (let statement = 1; ; statement += 1) {
    desk.database.arm(statement);
    const run = archive(desk, 4);
    const moved = await run.catch((error: unknown) => error);
    desk.database.arm(0);
    expect(await readable(desk, book)).toEqual(before);
    desk.assertSound();
    if (!(moved instanceof InjectedFault)) break;
  }
});

it("are read as before beside an archive that is newer than restored books", async () => {
  const book = await fullBook();
  const { desk } = book;
  await archive(desk, 4);
  const [backup, { nowMs }, { head }] = [desk.copy(), { ...desk.clock }, desk.chain];
  const before = await readable(desk, book);
  for (const _ of "more than a page has") await desk.order({ resourceAmount: 32_000 });
  await runOut(desk);
  desk.clock.nowMs += LEAST_DAYS * DAY_MS + 1;
  expect((await archive(desk)).orders).toBeGreaterThan(4);
  desk.clock.nowMs = nowMs;
  desk.restart(backup);
  desk.engine.chainClock.sawHead(head);
  expect(await readable(desk, book)).toEqual(before);
});

it("are as final as before: a late cancel, and an answer that is asked for again", async () => {
  const desk = await openDesk();
  const call = { receiver: addressesOf(1, 2), resourceAmount: 32_000 };
  const first = await desk.create(call, "the key");
  const [id = ""] = first.orderIds;
  const batchId = readBatchId(desk.engine, desk.customerId, id);
  await runOut(desk);
  desk.clock.nowMs += 40 * DAY_MS;
  await desk.order();
  expect(await archive(desk)).toMatchObject({ orders: 2 });
  await expect(cancelOrder(desk.engine, desk.customerId, id)).rejects.toThrow("is completed");
  await expect(cancelOrder(desk.engine, "nobody", id)).rejects.toThrow("no order with this id");
  const replay = { body: first.body, orderIds: first.orderIds, replayed: true };
  expect(await desk.create(call, "the key")).toEqual(replay);

  const { archive: file } = desk.engine;
  const customerId = desk.customerId;
  const scope = { customerId, door: "http", key: "the key" } as const;
  const again = { scope, hash: requestHash(request(call)), ids: newIds(desk.engine, 2) };
  const parts = { ...again, moment: desk.moment, archive: file, priceOf: notAsked };
  const created = await desk.commit(() =>
    createPhase(
      { customerId, door: "http", request: request(call), idempotencyKey: "the key" },
      parts,
    ),
  );
  expect(created).toEqual({ ...replay, batchId, legs: 0 });
});

it("stay while somebody is still told of them, or of what they extend", async () => {
  const desk = await openDesk({ ownersUnits: [900_000] });
  const [extended = ""] = await watchedOrder(desk, { receiver: [addressOf(2)] });
  await watchedOrder(desk);
  const extension = lastDraft();
  const batchId = batchOf(desk, extended);
  await desk.commit(() => insertExtension(extension, batchId));
  await runOut(desk);
  desk.clock.nowMs += 40 * DAY_MS;
  await desk.order();
  expect(await archive(desk)).toMatchObject({ orders: 0 });
  await desk.commit(() => run("DELETE FROM watched_batch WHERE draft_id = ?", extension));
  expect(await archive(desk)).toMatchObject({ orders: 0 });
  expect(await kinds(desk)).toEqual(["completed"]);
  expect(watched(desk)).toEqual([]);
  expect(await archive(desk)).toMatchObject({ orders: 2 });
});

it("that restored books ended otherwise are archived as these have them", async () => {
  const { desk } = await bookOfSellers([[45, 60_000]]);
  const both = await desk.order(manual());
  const backup = desk.copy();
  const more = await openSeller(desk, { units: 140_000 });
  expect(await matchSeller(desk.engine, more)).toBe(1);
  await desk.order(manual({ receiver: [addressOf(2)] }));
  await runOut(desk);
  desk.clock.nowMs += 40 * DAY_MS;
  expect(await archive(desk)).toMatchObject({ orders: 1, delegations: 2 });
  expect(readAnyOrder(desk.engine, both)).toMatchObject({ status: "completed" });
  desk.restart(backup);
  await cancelOrder(desk.engine, desk.customerId, both);
  await desk.order(manual({ receiver: [addressOf(3)] }));
  desk.clock.nowMs += 40 * DAY_MS;
  const before = readAnyOrder(desk.engine, both);
  expect(await archive(desk)).toMatchObject({ orders: 1 });
  expect(readAnyOrder(desk.engine, both)).toEqual(before);
  desk.assertSound();
});

it("are counted once by the metrics, and new ones after them", async () => {
  const desk = await openDesk({ ownersUnits: [900_000] });
  const tally = new OrderTally(desk.engine);
  tally.read();
  await desk.order();
  await desk.order({ receiver: [addressOf(2)] });
  expect(tally.read()).toHaveLength(2);
  await runOut(desk);
  desk.clock.nowMs += 40 * DAY_MS;
  expect(await archive(desk)).toMatchObject({ orders: 1 });
  expect(tally.read()).toMatchObject([{ outcome: "completed" }]);
  await desk.order({ receiver: [addressOf(3)] });
  expect(tally.read()).toEqual([{ type: "Fast", resource: "energy" }]);
  expect(tally.read()).toEqual([]);
});

it("leave the newest delegation behind, though its order is not the newest", async () => {
  const { desk, sellers } = await bookOfSellers([[45, 60_000]]);
  const first = await desk.order(manual({ resourceAmount: 60_000 }));
  const rests = await desk.order(manual({ receiver: [addressOf(2)] }));
  const newest = await desk.order({ ...manual({ receiver: [addressOf(3)] }) });
  const more = await openSeller(desk, { units: 100_000 });
  expect(await matchSeller(desk.engine, more)).toBe(1);
  await cancelOrder(desk.engine, desk.customerId, newest);
  await runOut(desk);
  desk.clock.nowMs += 40 * DAY_MS;
  expect(await archive(desk)).toMatchObject({ orders: 1 });
  expect(idsIn(desk, "orders").map(({ id }) => id)).toEqual([rests, newest]);
  expect(readAnyOrder(desk.engine, first).delegations).toMatchObject([{ owner: sellers[0] }]);
});
