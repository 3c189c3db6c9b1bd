/** Orders found without an id, how far a search looks, what a customer's receivers have already, and sums over long lists. */

import { expect, test } from "vitest";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { backToSent } from "../../src/engine/legs/follow-chain.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import {
  findOrders,
  readBatches,
  readOrders,
  type WantedOrders,
} from "../../src/engine/orders/read-orders.js";
import { readOverlaps } from "../../src/engine/receivers/address-resource.js";
import { readWithdrawalList } from "../../src/engine/withdrawals/read-withdrawals.js";
import { listOrders, ORDERS, orderIdAt } from "../../src/store/orders.js";
import { all, type Phase, type Row, run } from "../../src/store/phase.js";
import { runningLegs } from "../../src/store/receivers.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { readNow } from "../support/read-now.js";
import { sqliteTest } from "../support/sqlite-only.js";
import { deliver, mine } from "../support/steps.js";
import { firstOf } from "../support/watched.js";

const found = (desk: Desk, wanted: Partial<WantedOrders> = {}) =>
  findOrders(desk.engine, { limit: 20, ...wanted });
const ids = async (desk: Desk, wanted: Partial<WantedOrders>) =>
  (await found(desk, wanted)).orders.map(({ id }) => id);

/** 20,001 newer orders like the one that is there, but for this. */
async function copies(desk: Desk, change: Record<string, string>): Promise<void> {
  const copied = Object.keys(ORDERS.fields);
  const changed: Record<string, string> = {
    id: "'ffffffffffffff' || (1000000000 + number)",
    ...change,
  };
  await desk.database.commit(() =>
    run(
      `INSERT INTO orders (${copied.join()}) WITH RECURSIVE numbers(number) AS
         (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 20001)
       SELECT ${copied.map((name) => changed[name] ?? name).join()} FROM numbers, orders`,
    ),
  );
}

test("by customer, receiver, status and time, newest first and page by page", async () => {
  const desk = await openDesk();
  const startMs = desk.clock.nowMs;
  const first = await desk.order();
  desk.clock.nowMs += 1_000;
  const options = { allow_partial: true, partial_min: 20_000 };
  const manual = { type: "Manual", price: 45, duration: "3d", options };
  const second = await desk.order({ ...manual, receiver: [addressOf(7)] });
  await cancelOrder(desk.engine, desk, second);
  desk.clock.nowMs += 1_000;
  const third = await desk.order();
  const { customerId: nobody } = await createCustomer(desk.engine, "Nobody");

  expect(await ids(desk, {})).toEqual([third, second, first]);
  expect((await found(desk, { limit: 2 })).nextCursor).toBe(second);
  expect(await found(desk, { limit: 2, before: second })).toMatchObject({
    orders: [{ id: first, createdAt: startMs, status: "processing", refundedSun: 0 }],
    nextCursor: null,
  });
  expect((await found(desk, { receiver: addressOf(7) })).orders).toMatchObject([
    { id: second, type: "Manual", status: "cancelled", customerId: desk.customerId },
  ]);
  const [cancelled] = (await found(desk, { status: "cancelled" })).orders;
  expect(cancelled?.refundedSun).toBe(cancelled?.paidSun);
  expect(await ids(desk, { from: startMs + 1, to: startMs + 1_999 })).toEqual([second]);
  expect(await ids(desk, { from: startMs, to: startMs })).toEqual([first]);
  expect(await ids(desk, { customerId: desk.customerId })).toHaveLength(3);
  expect(await ids(desk, { customerId: nobody })).toEqual([]);
  await expect(found(desk, { customerId: "nobody" })).rejects.toThrow(
    "`desk customer list` shows them",
  );
});

test("up to now, what was ordered after the clock was set back by an hour", async () => {
  const desk = await openDesk();
  await desk.order();
  desk.clock.nowMs -= 3_600_000;
  const late = await desk.order();
  const wanted = { customerId: desk.customerId, to: desk.clock.nowMs, limit: 20 };
  expect((await readOrders(desk.engine, wanted)).orders).toMatchObject([{ id: late }]);
  expect(await ids(desk, wanted)).toEqual([late]);
});

test("of a status, a customer's are found behind any number of others", async () => {
  const desk = await openDesk();
  const wanted = await desk.order();
  await copies(desk, { status: "'cancelled'", refunded_sun: "paid_sun" });
  const { customerId } = desk;
  const page = await readOrders(desk.engine, { customerId, status: "processing", limit: 20 });
  expect(page).toMatchObject({ orders: [{ id: wanted }], nextCursor: null });
  const others = await readOrders(desk.engine, { customerId, status: "cancelled", limit: 20 });
  expect(others.orders).toHaveLength(20);
  expect(others.nextCursor).toBe(others.orders.at(-1)?.id);
});

test("a search looks at so many, and says where to go on", async () => {
  const desk = await openDesk();
  const wanted = await desk.order({ receiver: [addressOf(7)] });
  await copies(desk, { receiver: `'${addressOf(8)}'` });
  const search = { receiver: addressOf(7) };
  const { orders, nextCursor } = await found(desk, search);
  expect({ orders, nextCursor }).toEqual({ orders: [], nextCursor: "ffffffffffffff1000000001" });
  expect(await ids(desk, { ...search, before: nextCursor ?? "" })).toEqual([wanted]);
  // A customer's own search holds up nobody else either.
  const own = { ...search, customerId: desk.customerId, limit: 20 };
  expect(await readOrders(desk.engine, own)).toEqual({ orders: [], nextCursor });
  expect(await readOrders(desk.engine, { ...own, before: nextCursor ?? "" })).toMatchObject({
    orders: [{ id: wanted }],
    nextCursor: null,
  });
});

test("a customer's calls are read whole, newest first and page by page", async () => {
  const desk = await openDesk({ creditTrx: 100, ownersUnits: [1_000_000] });
  const calls: string[][] = [];
  for (const wallets of [1, 3, 2]) {
    const receiver = Array.from({ length: wallets }, (_, at) => addressOf(at + 1));
    calls.unshift([...(await desk.create({ receiver })).orderIds].sort());
    desk.clock.nowMs += 1_000;
  }
  const { customerId } = desk;
  const read = async (before?: string) => {
    const { batches, nextCursor } = await readBatches(desk.engine, {
      customerId,
      before,
      limit: 2,
    });
    return { ids: batches.map((orders) => orders.map(({ id }) => id)), nextCursor };
  };
  const first = await read();
  expect(first).toEqual({ ids: calls.slice(0, 2), nextCursor: calls[1]?.[0] });
  expect(await read(first.nextCursor)).toEqual({ ids: calls.slice(2), nextCursor: undefined });
  const other = await createCustomer(desk.engine, "Nobody");
  expect(
    await readBatches(desk.engine, { customerId: other.customerId, before: undefined, limit: 2 }),
  ).toEqual({ batches: [], nextCursor: undefined });
});

sqliteTest.each([
  ["of all", {}, ["SCAN orders USING INDEX", "SCAN orders USING INDEX"]],
  [
    "of a time",
    { since: "1", before: "2" },
    ["SEARCH orders USING INDEX sqlite_autoindex", "SEARCH orders USING INDEX sqlite_autoindex"],
  ],
  [
    "of a customer",
    { customerId: "1", since: "1" },
    ["SEARCH orders USING INDEX orders_cancelled", "SEARCH orders USING INDEX orders_of_customer"],
  ],
])("an index gives the orders %s in their order", async (_, range, steps) => {
  const desk = await openDesk();
  const queries = [
    listOrders({ ...range, status: "cancelled", receiver: "T", from: 1, to: 2, limit: 9 }),
    orderIdAt({ ...range, place: 9 }),
  ];
  for (const [at, query] of queries.entries()) {
    const { sql, params } = firstOf(query);
    const plan = readNow(desk.database, function* (): Phase<Row[]> {
      return yield { sql: `EXPLAIN QUERY PLAN ${sql}`, params };
    });
    const [detail, ...more] = plan.map((row) => String(row.detail).replace("COVERING ", ""));
    expect(detail).toContain(steps[at]);
    expect(more).toEqual([]);
  }
});

const [A, B, C] = [addressOf(1), addressOf(2), addressOf(3)];

const overlaps = (desk: Desk, customerId = desk.customerId, receivers = [A, B, C]) =>
  readOverlaps(desk.engine, customerId, "energy", receivers);

test("a rental counts from its payment to its end, for another customer from its delivery", async () => {
  const desk = await openDesk();
  const { customerId: another } = await createCustomer(desk.engine, "Another");
  expect(await overlaps(desk)).toEqual([]);
  await desk.create({ receiver: [B, A] });
  expect(await overlaps(desk)).toEqual([
    { receiver: A, units: 65_000, ends: undefined },
    { receiver: B, units: 65_000, ends: undefined },
  ]);
  expect(await overlaps(desk, another)).toEqual([]);
  await deliver(desk);
  const until = desk.legs()[0]?.expires_at ?? 0;
  expect(until).toBeGreaterThan(desk.clock.nowMs);
  const ends = { first: until, last: until };
  for (const customer of [desk.customerId, another]) {
    expect(await overlaps(desk, customer)).toEqual([
      { receiver: A, units: 65_000, ends },
      { receiver: B, units: 65_000, ends },
    ]);
  }
  expect(await readOverlaps(desk.engine, desk.customerId, "bandwidth", [A, B])).toEqual([]);
  expect(await overlaps(desk, desk.customerId, [])).toEqual([]);
  await mine(desk, [], true, 2 * 3_600_000);
  expect(await overlaps(desk)).toEqual([]);
  expect(await overlaps(desk, another)).toEqual([]);
});

test("what others have on its way is not told beside what they have delivered", async () => {
  const { desk, first, last } = await openDeskWithTwo();
  await desk.create({ resourceAmount: 35_000 });
  expect(await overlaps(desk)).toEqual([{ receiver: A, units: 140_000, ends: { first, last } }]);
  const { customerId } = await createCustomer(desk.engine, "Another");
  const delivered = [{ receiver: A, units: 105_000, ends: { first, last } }];
  expect(await overlaps(desk, customerId)).toEqual(delivered);
  const [leg] = desk.legs();
  await desk.database.commit(() => backToSent({ id: String(leg?.id) }));
  expect(await overlaps(desk, customerId)).toEqual([
    { receiver: A, units: 40_000, ends: { first: last, last } },
  ]);
});

/** One wallet has two rentals, of two calls, and when they end. */
async function openDeskWithTwo() {
  const desk = await openDesk({ ownersUnits: [100_000, 100_000, 100_000] });
  await desk.create({ duration: "1h" });
  await deliver(desk);
  await desk.create({ duration: "3h", resourceAmount: 40_000 });
  await deliver(desk);
  const [first = 0, last = 0] = desk.legs().map((leg) => leg.expires_at ?? 0);
  return { desk, first, last };
}

test("what one wallet has is added up, from the first end to the last", async () => {
  const { desk, first, last } = await openDeskWithTwo();
  expect(last).toBeGreaterThan(first);
  expect(await overlaps(desk)).toEqual([{ receiver: A, units: 105_000, ends: { first, last } }]);
});

test("what is to be extended is not counted, and all else is", async () => {
  const { desk, first, last } = await openDeskWithTwo();
  const batches = readNow(desk.database, () =>
    all<{ id: string }>("SELECT id FROM batch ORDER BY id"),
  );
  const [batchId = "", other = ""] = batches.map(({ id }) => id);
  const beside = (batch: string, endsBy: number) =>
    readOverlaps(desk.engine, desk.customerId, "energy", [A], { batchId: batch, endsBy });
  const rest = [{ receiver: A, units: 40_000, ends: { first: last, last } }];
  const both = [{ receiver: A, units: 105_000, ends: { first, last } }];
  expect(await beside(batchId, first)).toEqual(rest);
  // Parts of the same call that go on, and what ends with it and is another call's.
  expect(await beside(batchId, first - 1)).toEqual(both);
  expect(await beside(other, first)).toEqual(both);
});

sqliteTest("legs are found by their index", async () => {
  const desk = await openDesk();
  const { sql, params } = firstOf(runningLegs("c", "energy", [A, B]));
  const plan = readNow(desk.database, () =>
    all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params),
  );
  const details = plan.map(({ detail }) => detail).join("\n");
  expect(details).toContain("leg_of_record (receiver=? AND resource=?)");
  expect(details).not.toContain("SCAN orders");
});

const ROWS = 25_001;

test("a long list is summed whole, and other work has its turn meanwhile", async () => {
  const { engine, database, customerId } = await openDesk();
  const { customerId: other } = await createCustomer(engine, "Other");
  // Every third is the other's.
  await database.commit(() =>
    run(
      `WITH RECURSIVE one (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < ?)
       INSERT INTO withdrawal (id, customer_id, address, amount_sun, fee_sun, channel, status, first_status, due_at, created_at)
       SELECT 'ffffffffffffff' || (1000000000 + n), iif(n % 3 = 0, ?, ?), 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', n, 1, 'http', 'approval', 'approval', n, n FROM one`,
      ROWS,
      other,
      customerId,
    ),
  );
  let turns = 0;
  setImmediate(() => {
    turns += 1;
  });
  const { totals, withdrawals } = await readWithdrawalList(engine, { limit: 2, onlyOpen: true });
  expect(turns).toBe(1);
  expect(withdrawals.map(({ amountSun }) => amountSun)).toEqual([1, 2]);
  const sums = { amount_sun: (ROWS * (ROWS + 1)) / 2, fee_sun: ROWS };
  expect(totals).toMatchObject({ count: ROWS, sums, byStatus: [{ count: ROWS, sums }] });
  expect(totals.byCustomer).toMatchObject([
    { customerId, count: 16_668 },
    { customerId: other, name: "Other", count: 8_333 },
  ]);
});
