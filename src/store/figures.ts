/**
 * Counts and sums for the metrics. Each reads an index that holds no more than what is asked for, and stops counting at a
 * limit. Those that read a whole table say so, and are read less often.
 */
import { DAY_MS } from "../common/time.js";
import { firstIdSince } from "../domain/ids.js";
import type { OrderType } from "../domain/order-request.js";
import type { OrderRow } from "./orders.js";
import { all, count, one, type Phase, type SqlValue, value } from "./phase.js";
import { OPEN_WITHDRAWAL } from "./withdrawals.js";

/** Where a count of waiting rows ends: a larger number means the same backlog. */
export const MOST_COUNTED = 50_000;

const upTo = (from: string, ...params: SqlValue[]) =>
  count(`(SELECT 1 FROM ${from} LIMIT ${MOST_COUNTED}) AS waiting`, ...params);

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
    planned: yield* upTo("leg WHERE state = 'planned'"),
    in_flight: yield* upTo("leg WHERE state IN ('signed','sent')"),
    reclaim_due: yield* upTo("leg WHERE state = 'solidified' AND expires_at < ?", headMs),
    reclaiming: yield* upTo("leg WHERE state IN ('reclaim_signed','reclaim_sent')"),
    resting: yield* upTo(
      "orders WHERE unplanned_amount > 0 AND status = 'processing' AND type = 'Manual'",
    ),
    inbox: yield* upTo("inbox WHERE done_at IS NULL"),
    outbox: yield* upTo("outbox WHERE sent_at IS NULL AND dead_reason IS NULL"),
    payouts: yield* upTo("payout WHERE state <> 'paid' AND state <> 'dead'"),
    ...(yield* withdrawalsHeldBack(at)),
    withdrawals_due: yield* upTo(
      `withdrawal WHERE ${OPEN_WITHDRAWAL} AND status = 'waiting' AND due_at <= ?`,
      at,
    ),
  };
}

/** Withdrawals that the operator decides on, and those that were asked for in the last day to an address new to their customer. */
export function* withdrawalsHeldBack(at: number) {
  return {
    withdrawals_approval: yield* upTo(
      `withdrawal WHERE ${OPEN_WITHDRAWAL} AND status = 'approval'`,
    ),
    withdrawals_new_address: yield* upTo(
      "withdrawal WHERE id >= ? AND new_address = 1",
      firstIdSince(at - DAY_MS),
    ),
  };
}

export type CountedOrder = Pick<
  OrderRow,
  "type" | "resource" | "status" | "filled_amount" | "created_at" | "finished_at"
> & { row: number };

const COUNTED = "seq AS row, type, resource, status, filled_amount, created_at, finished_at";

/** Row numbers rise with the commit; ids are made earlier. */
export function* newestOrderRow(): Phase<number> {
  return (yield* one<{ row: number | null }>("SELECT max(seq) AS row FROM orders"))?.row ?? 0;
}

export const ordersAfterRow = (row: number, limit: number) =>
  all<CountedOrder>(`SELECT ${COUNTED} FROM orders WHERE seq > ? ORDER BY seq LIMIT ?`, row, limit);

/** The orders of those rows that still exist. */
export const ordersAmong = (rows: readonly number[]) =>
  all<CountedOrder>(
    `SELECT ${COUNTED} FROM orders WHERE seq IN (SELECT CAST(value AS BIGINT) FROM json_each(?))`,
    JSON.stringify(rows),
  );

/** Orders that are not final: some units are unplanned, or in a leg that is not final. */
export function* openOrderRows(): Phase<number[]> {
  const unplanned = (index: string, type: OrderType) => `SELECT seq AS row
    FROM orders INDEXED BY ${index} WHERE unplanned_amount > 0 AND status = 'processing' AND type = '${type}'`;
  const inLegs = (condition: string) => `SELECT o.seq FROM leg l
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
  return (yield* value<number>("SELECT max(id) AS count FROM incident")) ?? 0;
}

/** Reads all accounts. */
export const ledgerTotals = (): Phase<{ kind: string; balance_sun: number }[]> =>
  all("SELECT kind, sum(balance_sun) AS balance_sun FROM account GROUP BY kind");

/** Reads all sellers. */
export function* sellerCounts(): Phase<{ serving: number; paused: number }> {
  const row = yield* one<{ serving: number; paused: number }>(
    `SELECT count(*) FILTER (WHERE pause_reason IS NULL) AS serving,
       count(*) FILTER (WHERE pause_reason IS NOT NULL) AS paused FROM owner WHERE kind = 'seller'`,
  );
  return row ?? { serving: 0, paused: 0 };
}
