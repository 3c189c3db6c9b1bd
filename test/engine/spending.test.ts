/** What a customer has spent by day, to the SUN: only what was delivered, on the day it was; and what reading it takes. */

import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../src/common/time.js";
import { savedSun } from "../../src/domain/spending.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { readSpending } from "../../src/engine/customers/spending.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { deliveredParts } from "../../src/store/history.js";
import type { Phase, Row } from "../../src/store/phase.js";
import { TABLES } from "../../src/store/schema.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { readNow } from "../support/read-now.js";
import { sqliteTest } from "../support/sqlite-only.js";
import {
  deliver,
  fork,
  kill,
  mendNow,
  mine,
  mineAll,
  send,
  sign,
  solidify,
} from "../support/steps.js";
import { firstOf } from "../support/watched.js";

const spending = (desk: Desk, customerId = desk.customerId) =>
  readSpending(desk.engine, customerId, 30);

/** What was spent on each of the last days, today last. */
const lastDays = async (desk: Desk, count: number) =>
  (await spending(desk)).days.slice(-count).map(({ spentSun }) => spentSun);

/** Lets wall time pass, and chain time with it. */
const pass = (desk: Desk, ms: number) => mine(desk, [], true, ms);

const midnight = (desk: Desk) => Math.floor(desk.clock.nowMs / DAY_MS) * DAY_MS;

describe("what was spent", () => {
  test("is 0 on every day of a customer who has bought nothing", async () => {
    const desk = await openDesk();
    const { days, all } = await spending(desk);
    expect(days).toHaveLength(30);
    expect(days.map(({ startsAt }) => startsAt)).toEqual(
      Array.from({ length: 30 }, (_, at) => midnight(desk) - (29 - at) * DAY_MS),
    );
    const nothing = { units: 0, unitDays: 0, spentSun: 0, averagePriceSun: undefined };
    expect(all).toEqual({
      spentSun: 0,
      bought: { energy: nothing, bandwidth: nothing },
      ...{ orders: 0, medianMs: undefined, p90Ms: undefined, slowestMs: undefined },
    });
    expect(days.every(({ spentSun, orders }) => spentSun === 0 && orders === 0)).toBe(true);
  });

  test("is what was delivered, on the day it was delivered and not when it was ordered", async () => {
    const desk = await openDesk();
    await pass(desk, midnight(desk) + DAY_MS - 60_000 - desk.clock.nowMs);
    await desk.order();
    expect(await lastDays(desk, 2)).toEqual([0, 0]);
    await sign(desk);
    await send(desk);
    await pass(desk, 120_000);
    await mineAll(desk);
    expect(await lastDays(desk, 2)).toEqual([0, 3_900_000]);
    const { days } = await spending(desk);
    expect(days.at(-1)).toMatchObject({ orders: 1, medianMs: 123_000, p90Ms: 123_000 });
  });

  test("is somebody's own", async () => {
    const desk = await openDesk();
    const { customerId } = await createCustomer(desk.engine, "Another");
    await desk.order();
    await deliver(desk);
    expect((await spending(desk, customerId)).all.spentSun).toBe(0);
    expect((await spending(desk)).all.spentSun).toBe(3_900_000);
  });

  test("counts neither what is held nor what was given back", async () => {
    const desk = await openDesk();
    const id = await desk.order({ resourceAmount: 150_000 });
    const [first] = await sign(desk, `${id}.1`);
    expect(desk.legs().length).toBe(2);
    await mine(desk, [first?.txid ?? ""]);
    await cancelOrder(desk.engine, desk, id);
    const { paid_sun, refunded_sun, posted_sun } = desk.orderRow(id);
    expect(posted_sun + refunded_sun).toBe(paid_sun);
    expect(refunded_sun).toBeGreaterThan(0);
    const { all } = await spending(desk);
    expect(all.spentSun).toBe(posted_sun);
    expect(all.bought.energy.units).toBe(posted_sun / 60);
  });

  test("loses what a fork took and gave back, and counts what was replaced once", async () => {
    const desk = await openDesk({ policy: { replaceForMs: 600_000 } });
    const id = await desk.order();
    await deliver(desk);
    await fork(desk);
    expect((await spending(desk)).all.spentSun).toBe(3_900_000);
    await kill(desk, `${id}.1`, "expired");
    await mendNow(desk);
    await deliver(desk);
    await solidify(desk);
    expect(desk.states(id)).toEqual(["dead", "solidified"]);
    expect((await spending(desk)).all).toMatchObject({ spentSun: 3_900_000, orders: 1 });

    const lost = await desk.order({ receiver: [addressOf(2)] });
    await deliver(desk);
    await fork(desk);
    await kill(desk, `${lost}.1`, "expired");
    desk.clock.nowMs += 600_000;
    await mendNow(desk);
    expect(desk.orderRow(lost).refunded_sun).toBe(3_900_000);
    expect((await spending(desk)).all).toMatchObject({ spentSun: 3_900_000, orders: 1 });
  });

  test("leaves the window after 30 days, and comes from orders older than the window too", async () => {
    const desk = await openDesk();
    await desk.order();
    await sign(desk);
    await send(desk);
    await pass(desk, DAY_MS);
    await mineAll(desk);
    const age = async () =>
      (await spending(desk)).days.findIndex(({ spentSun }) => spentSun === 3_900_000);
    expect(await age()).toBe(29);
    await pass(desk, 29 * DAY_MS);
    // Delivered on the first day that is shown, ordered on the one before.
    expect(await age()).toBe(0);
    await pass(desk, DAY_MS);
    expect(await age()).toBe(-1);
    expect((await spending(desk)).all.spentSun).toBe(0);
  });
});

describe("the average price", () => {
  test("is weighted by units, by the day's price for longer rentals, and each resource's own", async () => {
    const desk = await openDesk({ ownersUnits: [1_000_000], creditTrx: 10_000 });
    await desk.order({ resourceAmount: 65_000, duration: "1h" });
    await desk.order({ resourceAmount: 35_000, duration: "3d", receiver: [addressOf(2)] });
    await desk.order({
      resourceType: "Bandwidth",
      resourceAmount: 2_000,
      duration: "1h",
      receiver: [addressOf(3)],
    });
    await deliver(desk);
    const rows = desk.rows("SELECT resource, amount, price_sun, paid_sun FROM orders ORDER BY id");
    const [hour, days, bandwidth] = rows.map((row) => Number(row.price_sun));
    const { all } = await spending(desk);
    expect(all.bought.energy).toEqual({
      units: 100_000,
      unitDays: 65_000 + 35_000 * 3,
      spentSun: 65_000 * Number(hour) + 35_000 * Number(days) * 3,
      averagePriceSun: (65_000 * Number(hour) + 35_000 * Number(days)) / 100_000,
    });
    expect(all.bought.bandwidth).toEqual({
      units: 2_000,
      unitDays: 2_000,
      spentSun: 2_000 * Number(bandwidth),
      averagePriceSun: Number(bandwidth),
    });
    expect(all.spentSun).toBe(rows.reduce((sum, row) => sum + Number(row.paid_sun), 0));
    const burnSun = (65_000 + 35_000 * 3) * 100 + 2_000 * 1_000;
    expect(savedSun(all, { energy: 100, bandwidth: 1_000 })).toBe(burnSun - all.spentSun);
    expect(savedSun(all, { energy: 1, bandwidth: 1 })).toBeLessThan(0);
  });

  test("stands beside what the chain burns now", async () => {
    const desk = await openDesk();
    expect((await spending(desk)).burnPriceSun).toEqual({ energy: 100, bandwidth: 1_000 });
  });
});

test("time to delivery is that of each order's first part: the median and what 9 of 10 took", async () => {
  const desk = await openDesk({ ownersUnits: Array.from({ length: 12 }, () => 70_000) });
  await pass(desk, midnight(desk) + DAY_MS - desk.clock.nowMs);
  for (let seconds = 1; seconds <= 10; seconds++) {
    await desk.order({ receiver: [addressOf(seconds)] });
    const [leg] = await sign(desk);
    await mine(desk, [leg?.txid ?? ""], true, seconds * 1_000);
  }
  const { all, days } = await spending(desk);
  expect(all).toMatchObject({ orders: 10, medianMs: 5_000, p90Ms: 9_000, slowestMs: 10_000 });
  expect(days.at(-1)).toMatchObject({
    orders: 10,
    medianMs: 5_000,
    p90Ms: 9_000,
    slowestMs: 10_000,
  });
});

test("in parts: the first one counts, and no order twice", async () => {
  const desk = await openDesk();
  const id = await desk.order({ resourceAmount: 150_000 });
  const [second] = await sign(desk, `${id}.2`);
  await mine(desk, [second?.txid ?? ""], true, 3_000);
  await pass(desk, 60_000);
  await sign(desk);
  await mineAll(desk);
  expect(desk.orderRow(id).status).toBe("completed");
  const { all } = await spending(desk);
  expect(all).toMatchObject({ orders: 1, medianMs: 3_000, spentSun: 9_000_000 });
});

test("more orders than a page holds are read to the last one, between others' turns", async () => {
  const desk = await openDesk();
  await desk.order();
  await deliver(desk);
  const copies = 1_203;
  copyOrders(desk, copies);
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const { all } = await spending(desk);
  clearImmediate(next);
  expect(all).toMatchObject({ orders: copies + 1, spentSun: (copies + 1) * 3_900_000 });
  expect(turns).toBeGreaterThan(1);
});

sqliteTest(
  "nothing is scanned: orders by customer and id, parts by order, transfers by id",
  async () => {
    const desk = await openDesk();
    const page = { customerId: desk.customerId, after: "0", orders: 500 };
    const { sql, params } = firstOf(deliveredParts(page));
    const plan = readNow(desk.database, function* (): Phase<Row[]> {
      return yield { sql: `EXPLAIN QUERY PLAN ${sql}`, params };
    });
    const steps = plan.map(({ detail }) => String(detail));
    expect(steps.filter((step) => step.startsWith("SEARCH"))).toEqual([
      "SEARCH orders USING INDEX orders_of_customer (customer_id=? AND id>?)",
      "SEARCH batch USING PRIMARY KEY (id=?)",
      expect.stringMatching(/^SEARCH leg USING INDEX .*\(order_id=\?\)/),
      expect.stringMatching(/^SEARCH transfer USING INDEX .*\(id=\?\)/),
    ]);
    expect(steps.filter((step) => step.startsWith("SCAN"))).toEqual(["SCAN o"]);
  },
);

/** Copies the one delivered order with its leg and transfer; the books are not looked at. */
function copyOrders(desk: Desk, copies: number): void {
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${copies})`;
  const id = (column: string) => `substr(${column}, 1, 14) || (1000000000 + i)`;
  for (const [table, changed] of [
    ["orders", { id: id("t.id") }],
    [
      "leg",
      {
        id: `${id("t.id")} || '.1'`,
        order_id: id("t.order_id"),
        txid: "t.txid || i",
      },
    ],
    ["transfer", { id: `${id("t.id")} || '.1:post'` }],
  ] as const) {
    const names = Object.keys(TABLES.find(({ name }) => name === table)?.fields ?? {});
    const values = names.map((name) => (changed as Record<string, string>)[name] ?? `t.${name}`);
    const where = table === "transfer" ? "WHERE t.id LIKE '%:post'" : "";
    desk.rows(
      `${numbers} INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table} t, n ${where}`,
    );
  }
}
