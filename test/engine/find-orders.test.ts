/** Orders found without an id: by customer, receiver, status and time, and how far a search looks. */

import { expect, test } from "vitest";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { readBatches, readOrders } from "../../src/engine/orders/read-orders.js";
import { findOrders, type WantedOrders } from "../../src/engine/orders/search-orders.js";
import { listOrders, orderIdAt } from "../../src/store/orders.js";
import { type Phase, type Row, run, type Statement } from "../../src/store/phase.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { readNow } from "../support/read-now.js";

const found = (desk: Desk, wanted: Partial<WantedOrders> = {}) =>
  findOrders(desk.engine, { limit: 20, ...wanted });
const ids = async (desk: Desk, wanted: Partial<WantedOrders>) =>
  (await found(desk, wanted)).orders.map(({ id }) => id);

/** 20,001 newer orders like the one that is there, but for this. */
async function copies(desk: Desk, change: Record<string, string>): Promise<void> {
  const copied = desk
    .rows("SELECT name FROM pragma_table_info('orders')")
    .map(({ name }) => String(name));
  const changed: Record<string, string> = {
    id: "'ffffffffffffff' || printf('%010d', number)",
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
  await cancelOrder(desk.engine, desk.customerId, second);
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
  expect({ orders, nextCursor }).toEqual({ orders: [], nextCursor: "ffffffffffffff0000000001" });
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

test.each([
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
    const { sql, params } = query.next().value as Statement;
    const plan = readNow(desk.database, function* (): Phase<Row[]> {
      return yield { sql: `EXPLAIN QUERY PLAN ${sql}`, params };
    });
    const [detail, ...more] = plan.map((row) => String(row.detail).replace("COVERING ", ""));
    expect(detail).toContain(steps[at]);
    expect(more).toEqual([]);
  }
});
