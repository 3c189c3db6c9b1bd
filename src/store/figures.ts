/**
 * Counts and sums for the metrics. Each reads an index that holds no more than what is asked for, and stops counting at a
 * limit. Those that read a whole table say so, and are read less often.
 */
import { DAY_MS } from "../common/time.js";
import type { Duration } from "../domain/duration.js";
import { firstIdSince } from "../domain/ids.js";
import type { OrderStatus } from "../domain/order.js";
import type { OrderType } from "../domain/order-request.js";
import type { Resource } from "../domain/resource.js";
import { all, one, type Phase, type SqlValue } from "./phase.js";
import { OPEN_WITHDRAWAL } from "./withdrawals.js";

/** Where a count of waiting rows ends: a larger number means the same backlog. */
export const MOST_COUNTED = 50_000;

function* count(from: string, ...params: SqlValue[]): Phase<number> {
  const row = yield* one<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM ${from} LIMIT ${MOST_COUNTED})`,
    ...params,
  );
  return row?.count ?? 0;
}

export type QueueName =
  | "planned"
  | "in_flight"
  | "reclaim_due"
  | "reclaiming"
  | "resting"
  | "inbox"
  | "outbox"
  | "payouts"
  | "withdrawals_approval"
  | "withdrawals_new_address"
  | "withdrawals_due";

/** What waits or is under way; `headMs` is chain time, `at` wall time. */
export function* queueLengths(headMs: number, at: number): Phase<Record<QueueName, number>> {
  return {
    planned: yield* count("leg WHERE state = 'planned'"),
    in_flight: yield* count("leg WHERE state IN ('signed','sent')"),
    reclaim_due: yield* count("leg WHERE state = 'solidified' AND expires_at < ?", headMs),
    reclaiming: yield* count("leg WHERE state IN ('reclaim_signed','reclaim_sent')"),
    resting: yield* count(
      "orders WHERE unplanned_amount > 0 AND status = 'processing' AND type = 'Manual'",
    ),
    inbox: yield* count("inbox WHERE done_at IS NULL"),
    outbox: yield* count("outbox WHERE sent_at IS NULL AND dead_reason IS NULL"),
    payouts: yield* count("payout WHERE state <> 'paid' AND state <> 'dead'"),
    ...(yield* withdrawalsHeldBack(at)),
    withdrawals_due: yield* count(
      `withdrawal WHERE ${OPEN_WITHDRAWAL} AND status = 'waiting' AND due_at <= ?`,
      at,
    ),
  };
}

/** Withdrawals that the operator decides on, and those that were asked for in the last day to an address new to their customer. */
export function* withdrawalsHeldBack(at: number) {
  return {
    withdrawals_approval: yield* count(
      `withdrawal WHERE ${OPEN_WITHDRAWAL} AND status = 'approval'`,
    ),
    withdrawals_new_address: yield* count(
      "withdrawal WHERE id >= ? AND new_address = 1",
      firstIdSince(at - DAY_MS),
    ),
  };
}

export type CountedOrder = {
  row: number;
  type: OrderType;
  resource: Resource;
  duration: Duration;
  status: OrderStatus;
  filled_amount: number;
  created_at: number;
  finished_at: number | null;
};

const COUNTED = `rowid AS row, type, resource, duration, status, filled_amount, created_at,
  finished_at`;

/** Row numbers rise with the commit; ids are made earlier. */
export function* newestOrderRow(): Phase<number> {
  return (yield* one<{ row: number | null }>("SELECT max(rowid) AS row FROM orders"))?.row ?? 0;
}

export function* ordersAfterRow(row: number, limit: number): Phase<CountedOrder[]> {
  return yield* all<CountedOrder>(
    `SELECT ${COUNTED} FROM orders WHERE rowid > ? ORDER BY rowid LIMIT ?`,
    row,
    limit,
  );
}

/** The orders of those rows that still exist. */
export function* ordersAmong(rows: readonly number[]): Phase<CountedOrder[]> {
  return yield* all<CountedOrder>(
    `SELECT ${COUNTED} FROM orders WHERE rowid IN (SELECT value FROM json_each(?))`,
    JSON.stringify(rows),
  );
}

/** Orders that are not final: some units are unplanned, or in a leg that is not final. */
export function* openOrderRows(): Phase<number[]> {
  const unplanned = (index: string, type: OrderType) => `SELECT rowid AS row
    FROM orders INDEXED BY ${index} WHERE unplanned_amount > 0 AND status = 'processing' AND type = '${type}'`;
  const inLegs = (condition: string) => `SELECT o.rowid FROM leg l
    CROSS JOIN orders o ON o.id = l.order_id WHERE ${condition} AND o.status = 'processing'`;
  const rows = yield* all<{ row: number }>(
    [
      ...[unplanned("orders_unplanned", "Fast"), unplanned("orders_resting", "Manual")],
      ...[inLegs("l.state = 'planned'"), inLegs("l.state IN ('signed','sent')")],
      inLegs("l.state = 'included'"),
    ].join(" UNION ALL "),
  );
  return [...new Set(rows.map(({ row }) => row))];
}

export function* countIncidents(): Phase<number> {
  const row = yield* one<{ count: number }>("SELECT max(id) AS count FROM incident");
  return row?.count ?? 0;
}

/** Reads all accounts. */
export function* ledgerTotals(): Phase<{ kind: string; balance_sun: number }[]> {
  return yield* all("SELECT kind, sum(balance_sun) AS balance_sun FROM account GROUP BY kind");
}

/** Reads all sellers. */
export function* sellerCounts(): Phase<{ serving: number; paused: number }> {
  const row = yield* one<{ serving: number; paused: number }>(
    `SELECT count(*) FILTER (WHERE pause_reason IS NULL) AS serving,
       count(*) FILTER (WHERE pause_reason IS NOT NULL) AS paused FROM owner WHERE kind = 'seller'`,
  );
  return row ?? { serving: 0, paused: 0 };
}
