/**
 * What a service that sells Energy usually does of an order, by hand: a pool of connections, and one transaction for each order, in which
 * one statement waits for the other.
 */
import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Server } from "../src/store/database.js";
import { UNDER_WAY } from "./creations.js";
import { type Latency, latencyOf } from "./statistics.js";

const CONNECTIONS = 10;
const CUSTOMERS = 2_000;
const TABLES = `
CREATE TABLE hand_customer (id bigint PRIMARY KEY, api_key text NOT NULL UNIQUE, balance bigint NOT NULL CHECK (balance >= 0));
CREATE TABLE hand_order (id text PRIMARY KEY, customer_id bigint NOT NULL REFERENCES hand_customer, receiver text NOT NULL,
  amount bigint NOT NULL, price bigint NOT NULL, status text NOT NULL, created_at bigint NOT NULL);
CREATE INDEX ON hand_order (customer_id, id);
CREATE TABLE hand_delegation (id text PRIMARY KEY, order_id text NOT NULL REFERENCES hand_order, owner text NOT NULL, stake bigint NOT NULL);
CREATE TABLE hand_booking (id text PRIMARY KEY, customer_id bigint NOT NULL REFERENCES hand_customer, amount bigint NOT NULL, at bigint NOT NULL);
INSERT INTO hand_customer SELECT n, 'key ' || n, 1000000000000 FROM generate_series(0, ${CUSTOMERS - 1}) AS n`;

export async function createByHand({ host, port, user, database }: Server, calls: number) {
  const pool = new pg.Pool({ host, port, user, database, max: CONNECTIONS });
  await pool.query(`DROP TABLE IF EXISTS hand_booking, hand_delegation, hand_order, hand_customer`);
  await pool.query(TABLES);
  const latenciesMs: number[] = [];
  let begun = 0;
  const work = async () => {
    while (begun < calls) {
      const nth = begun;
      begun += 1;
      const sentAtMs = performance.now();
      await order(pool, nth % CUSTOMERS);
      latenciesMs.push(performance.now() - sentAtMs);
    }
  };
  const startedAtMs = performance.now();
  await Promise.all(Array.from({ length: UNDER_WAY }, work));
  const seconds = (performance.now() - startedAtMs) / 1_000;
  await pool.end();
  const latency: Latency = latencyOf(latenciesMs);
  return { callsPerSecond: calls / seconds, ...latency };
}

async function order(pool: pg.Pool, customer: number): Promise<void> {
  const client = await pool.connect();
  const ask = (text: string, ...values: unknown[]) =>
    client.query({ name: text.slice(0, 60), text, values });
  const id = randomBytes(12).toString("hex");
  const now = Date.now();
  try {
    const { rows } = await ask(
      "SELECT id FROM hand_customer WHERE api_key = $1",
      `key ${customer}`,
    );
    await ask("BEGIN");
    await ask("SELECT balance FROM hand_customer WHERE id = $1 FOR UPDATE", rows[0].id);
    await ask(
      "INSERT INTO hand_order VALUES ($1, $2, $3, 65000, 3900000, 'processing', $4)",
      ...[id, rows[0].id, "TKHuVq1oKVruCGLvqVexFs6dawKv6fQgFs", now],
    );
    await ask("INSERT INTO hand_delegation VALUES ($1, $1, 'owner', 6000000000)", id);
    await ask("UPDATE hand_customer SET balance = balance - 3900000 WHERE id = $1", rows[0].id);
    await ask("INSERT INTO hand_booking VALUES ($1, $2, -3900000, $3)", id, rows[0].id, now);
    await ask("COMMIT");
  } finally {
    client.release();
  }
}
