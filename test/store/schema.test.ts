/** What the tables refuse by themselves, whatever a program wants to write. */

import { beforeEach, describe, expect, test } from "vitest";
import { ORDER_STATUSES } from "../../src/domain/order.js";
import { legsOpenStake, stakeBeside } from "../../src/store/legs.js";
import { locksTo, setLockEnd } from "../../src/store/locks.js";
import { all, run } from "../../src/store/phase.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { readNow } from "../support/read-now.js";
import { sqliteTest } from "../support/sqlite-only.js";
import { deliver } from "../support/steps.js";
import { firstOf } from "../support/watched.js";

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

  sqliteTest("has one of the statuses of the domain", () => {
    const [table] = readNow(desk.database, () =>
      all<{ sql: string }>("SELECT sql FROM sqlite_schema WHERE name = 'orders'"),
    );
    const check = /status TEXT NOT NULL CHECK \((.*)\)/.exec(table?.sql ?? "")?.[1];
    expect(check).toBe(ORDER_STATUSES.map((status) => `status = '${status}'`).join(" OR "));
  });

  test("cannot be written with what it cannot be", async () => {
    for (const change of [
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
    ])
      await expect(write(`UPDATE orders SET ${change}`), change).rejects.toThrow(
        /CHECK constraint/i,
      );
  });
});

describe("a leg", () => {
  test("cannot be written with what it cannot be", async () => {
    for (const change of [
      "state = 'lost'",
      "state = 'signed'",
      "state = 'included'",
      "units = 0",
      "amount_sun = 0",
      "reserved_sun = 0",
      "locked = 2",
      "reserving = 2",
    ])
      await expect(write(`UPDATE leg SET ${change}`), change).rejects.toThrow(/CHECK constraint/i);
  });

  test("shares its transactions with no other", async () => {
    await desk.order();
    await expect(write("UPDATE leg SET txid = 'same'")).rejects.toThrow(/UNIQUE/i);
    await expect(write("UPDATE leg SET reclaim_txid = 'same'")).rejects.toThrow(/UNIQUE/i);
  });
});

describe("legs that live", () => {
  const record = { owner: addressOf(1), receiver: addressOf(2), resource: "energy" } as const;

  sqliteTest.each([
    ["the locks to a receiver", () => locksTo([record.receiver], record.resource, 0)],
    ["the end of a lock", () => setLockEnd(record, 1, 2)],
    ["the stake beside a leg", () => stakeBeside(record, ["1"])],
    ["all open stake", () => legsOpenStake(record.resource)],
  ])("are found by their index: %s", (_, query) => {
    const { sql, params } = firstOf(query());
    const plan = readNow(desk.database, () =>
      all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params),
    );
    expect(plan.map(({ detail }) => detail).join()).toContain("leg_of_record");
  });
});

test("no table takes what is no value of its column", async () => {
  for (const sql of [
    "UPDATE orders SET amount = 'many'",
    "UPDATE orders SET amount = '1.5'",
    "UPDATE capacity SET reserved_sun = -1",
    "INSERT INTO api_key (id, customer_id, hash, hint, created_at) SELECT 'k', id, 'short', 'edk', 1 FROM customer",
    "UPDATE owner SET kind = 'thief'",
    "UPDATE customer SET name = ''",
    "UPDATE account SET balance_sun = -1 WHERE kind = 'held'",
  ])
    await expect(write(sql), sql).rejects.toThrow(/constraint|cannot store|invalid input/);
});

describe("what says whose money is where, and where it goes,", () => {
  test("is never changed, and never deleted", async () => {
    await insertOneOfEach();
    for (const [table, change] of [
      ["withdrawal", "address = 'T'"],
      ["withdrawal", "amount_sun = amount_sun + 1"],
      ["withdrawal", "due_at = 0"],
      ["withdrawal", "first_status = 'waiting'"],
      ["withdrawal", "idempotency_key = 'another'"],
      ["withdrawal_asked", "address = 'T'"],
      ["deposit_address", "address = 'T'"],
      ["deposit_address", "customer_id = 'another'"],
      ["deposit", "amount = '1'"],
      ["payout", "receiver = 'T'"],
      ["payout", "transaction_hex = '00'"],
      ["payout", "txid = 'another'"],
      ["customer", "id = 'another'"],
      ["api_key", "customer_id = 'another'"],
      ["api_key", "may_withdraw = 1"],
      ["account", "kind = 'external'"],
      ["batch", "customer_id = 'another'"],
      ["batch", "idempotency_key = 'another', request_hash = ''"],
      ["orders", "receiver = 'T'"],
      ["telegram_user", "customer_id = 'another'"],
    ]) {
      const set = write(`UPDATE ${table} SET ${change}`);
      await expect(set, `${table}, ${change}`).rejects.toThrow(/never changed/);
      await expect(write(`DELETE FROM ${table}`), table).rejects.toThrow(/never deleted/);
    }
  });

  test("is written with it, of a withdrawal, and stays when it moves on", async () => {
    await insertOneOfEach();
    await write("UPDATE withdrawal SET status = 'waiting', decided_by = 'Ann'");
    const asked = desk.rows("SELECT address, amount_sun, fee_sun FROM withdrawal_asked");
    expect(asked).toEqual([{ address: addressOf(0x7000), amount_sun: 5, fee_sun: 1 }]);
  });

  test("is not what a deposit was credited with, until it is taken back whole", async () => {
    await insertOneOfEach();
    await write(
      "INSERT INTO usdt_rate (id, since, rate_sun, set_by, set_at) VALUES (1, 0, 2, 'test', 0)",
    );
    const credited =
      "UPDATE deposit SET asset = 'USDT', status = 'credited', rate_id = 1, rate_sun = 2";
    await write(`${credited}, credited_sun = 18`);
    for (const change of [
      "rate_sun = 3",
      "rate_sun = NULL, rate_id = NULL",
      "rate_id = NULL",
      "credited_sun = 19",
      "asset = 'TRX'",
    ]) {
      await expect(write(`UPDATE deposit SET ${change}`)).rejects.toThrow(/never changed/);
    }
    await write("UPDATE deposit SET status = 'undone', credited_sun = 0, rate_sun = 2");
  });

  test("goes with a deposit that a fork takes away, and with no other", async () => {
    await insertOneOfEach("seen");
    await write("DELETE FROM deposit");
    expect(desk.rows("SELECT id FROM deposit")).toEqual([]);
  });
});

/** What the desk of this file has none of. */
async function insertOneOfEach(deposit = "unsupported"): Promise<void> {
  const [id, txid, customer] = ["a".repeat(24), "b".repeat(64), `'${desk.customerId}'`];
  const [at, to] = [`'${addressOf(0x7001)}'`, `'${addressOf(0x7000)}'`];
  for (const [table, values] of [
    ["telegram_user (user_id, customer_id, created_at)", `7, ${customer}, 1`],
    [
      "deposit_address (address, customer_id, key_hash, key_index, created_at)",
      `${at}, ${customer}, 'k', 1, 1`,
    ],
    [
      "deposit (id, customer_id, address, txid, source, position, asset, amount, status, block_number, at, noted_at)",
      `'${id}', ${customer}, ${at}, '${txid}', 'transfer', 0, 'TRX', '9', '${deposit}', 1, 1, 1`,
    ],
    [
      "withdrawal (id, customer_id, address, amount_sun, fee_sun, channel, status, first_status, due_at, created_at, idempotency_key)",
      `'${id}', ${customer}, ${to}, 5, 1, 'http', 'approval', 'approval', 1, 1, 'key'`,
    ],
    [
      "payout (id, withdrawal_id, receiver, amount_sun, fee_sun, state, txid, transaction_hex, transaction_expires_at, timestamp_ms, created_at)",
      `'${id}', '${id}', ${to}, 5, 1, 'signed', '${txid}', '0a', 1, 1, 1`,
    ],
  ]) {
    await write(`INSERT INTO ${table} VALUES (${values})`);
  }
}
