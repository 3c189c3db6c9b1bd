/** What the tables refuse by themselves, whatever a program wants to write. */

import { beforeEach, describe, expect, test } from "vitest";
import { ORDER_STATUSES } from "../../src/domain/order.js";
import { legsOpenStake, openLocks, setLockEnd, stakeBeside } from "../../src/store/legs.js";
import { all, run, type Statement } from "../../src/store/phase.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { readNow } from "../support/read-now.js";
import { deliver } from "../support/steps.js";

let desk: Desk;
let id: string;

beforeEach(async () => {
  desk = await openDesk();
  id = await desk.order();
});

const write = (sql: string) => desk.database.commit(() => run(sql));

describe("an order", () => {
  test("that is final keeps its status", async () => {
    await deliver(desk);
    await expect(
      write(`UPDATE orders SET status = 'processing' WHERE id = '${id}'`),
    ).rejects.toThrow("a final order stays as it is");
    await expect(write("UPDATE orders SET status = 'cancelled'")).rejects.toThrow("stays as it is");
  });

  test("has one of the statuses of the domain", () => {
    const [table] = readNow(desk.database, () =>
      all<{ sql: string }>("SELECT sql FROM sqlite_schema WHERE name = 'orders'"),
    );
    const check = /status TEXT NOT NULL CHECK \((.*)\)/.exec(table?.sql ?? "")?.[1];
    expect(check).toBe(ORDER_STATUSES.map((status) => `status = '${status}'`).join(" OR "));
  });

  test.each([
    "status = 'lost'",
    "status = 'completed'",
    "filled_amount = amount + 1",
    "filled_amount = -1",
    "unplanned_amount = amount + 1",
    "posted_sun = -1",
    "refunded_sun = paid_sun + 1",
    "posted_sun = paid_sun, refunded_sun = 1",
    "paid_sun = 0",
    "cancel_requested = 2",
  ])("cannot be written with %s", async (change) => {
    await expect(write(`UPDATE orders SET ${change}`)).rejects.toThrow(/CHECK constraint failed/);
  });
});

describe("a leg", () => {
  test.each([
    "state = 'lost'",
    "state = 'signed'",
    "state = 'included'",
    "units = 0",
    "amount_sun = 0",
    "reserved_sun = 0",
    "locked = 2",
    "reserving = 2",
  ])("cannot be written with %s", async (change) => {
    await expect(write(`UPDATE leg SET ${change}`)).rejects.toThrow(/CHECK constraint failed/);
  });

  test("shares its transactions with no other", async () => {
    await desk.order();
    await expect(write("UPDATE leg SET txid = 'same'")).rejects.toThrow(/UNIQUE/);
    await expect(write("UPDATE leg SET reclaim_txid = 'same'")).rejects.toThrow(/UNIQUE/);
  });
});

describe("legs that live", () => {
  const record = { owner: addressOf(1), receiver: addressOf(2), resource: "energy" } as const;

  test.each([
    ["the locks to a receiver", () => openLocks(record, undefined)],
    ["the end of a lock", () => setLockEnd(record, 1, 2)],
    ["the stake beside a leg", () => stakeBeside({ ...record, id: "1" })],
    ["all open stake", () => legsOpenStake(record.resource)],
  ])("are found by their index: %s", (_, query) => {
    const step: IteratorResult<Statement, unknown> = query().next();
    if (step.done) throw new Error("it asks for nothing");
    const { sql, params } = step.value;
    const plan = readNow(desk.database, () =>
      all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params),
    );
    expect(plan.map(({ detail }) => detail).join()).toContain("leg_of_record");
  });
});

test.each([
  ["an amount that is a text", "UPDATE orders SET amount = 'many'"],
  ["an amount that is broken", "UPDATE orders SET amount = 1.5"],
  ["a negative reservation", "UPDATE capacity SET reserved_sun = -1"],
  ["a key of the wrong length", "UPDATE api_key SET hash = 'short'"],
  ["an owner of an unknown kind", "UPDATE owner SET kind = 'thief'"],
  ["a customer without a name", "UPDATE customer SET name = ''"],
  ["a balance below 0", "UPDATE account SET balance_sun = -1 WHERE kind = 'held'"],
])("%s is refused", async (_, sql) => {
  await expect(write(sql)).rejects.toThrow(/constraint failed|cannot store/);
});
