/** Finished orders that may leave the books, their leaving, and what the books still know of those that have left. */
import { type BatchId, firstIdSince, type OrderId } from "../../domain/ids.js";
import { oneOf } from "../conditions.js";
import { ORDER_COLUMNS, type OrderRow } from "../orders.js";
import { all, one, type Phase } from "../phase.js";
import type { ArchivedLeg } from "./archive.js";

/** What can no longer change: over on chain, and its money where it stays. */
const AT_REST = `${oneOf("leg.state", "reclaimed", "released", "dead")}
  AND reserving = 0 AND (posted = 0 OR earned = 1)`;

/** Whoever is told of a batch, or of one that it extends, is told from the books. */
const WATCHED = `(EXISTS (SELECT 1 FROM watched_batch AS w WHERE w.batch_id = o.batch_id)
  OR EXISTS (SELECT 1 FROM draft JOIN extension AS e ON e.draft_id = draft.id
    JOIN watched_batch AS w ON w.batch_id = e.batch_id WHERE draft.batch_id = o.batch_id))`;

/** The next id, and the places of the next order and the next leg, are counted from the newest ones. */
const NEWEST = `(o.id = (SELECT max(id) FROM orders) OR o.rowid = (SELECT max(rowid) FROM orders)
  OR o.id = (SELECT order_id FROM leg ORDER BY rowid DESC LIMIT 1))`;

export type OldBatch = {
  id: BatchId;
  orders: number;
  /** Whether all of it may go. */
  movable: 0 | 1;
};

export interface OldPage {
  readonly batches: readonly OldBatch[];
  /** The last order that was looked at. */
  readonly last: OrderId | undefined;
}

/** The batches of so many orders after an id that are older than a moment; movable once all of their orders ended before it. */
export function* oldBatches(after: string, before: number, limit: number): Phase<OldPage> {
  const page = yield* all<{ id: OrderId; batch_id: BatchId }>(
    "SELECT id, batch_id FROM orders WHERE id > ? AND id < ? ORDER BY id LIMIT ?",
    after,
    firstIdSince(before),
    limit,
  );
  const ids = [...new Set(page.map(({ batch_id }) => batch_id))];
  const batches = yield* all<OldBatch>(
    `SELECT o.batch_id AS id, count(*) AS orders, min(o.status <> 'processing' AND o.finished_at < ?
       AND NOT ${NEWEST} AND NOT ${WATCHED}
       AND NOT EXISTS (SELECT 1 FROM leg WHERE leg.order_id = o.id AND NOT (${AT_REST}))) AS movable
     FROM json_each(?) AS wanted CROSS JOIN orders AS o ON o.batch_id = wanted.value
     GROUP BY o.batch_id ORDER BY o.batch_id`,
    before,
    JSON.stringify(ids),
  );
  return { batches, last: page.at(-1)?.id };
}

export function* ordersOfBatches(batchIds: readonly BatchId[]): Phase<OrderRow[]> {
  return yield* all<OrderRow>(
    `SELECT ${ORDER_COLUMNS} FROM orders
     WHERE batch_id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    JSON.stringify(batchIds),
  );
}

export function* legsToArchive(orderIds: readonly OrderId[]): Phase<ArchivedLeg[]> {
  return yield* all<ArchivedLeg>(
    `SELECT leg.*, leg.rowid AS place, orders.price_sun FROM json_each(?) AS wanted
     CROSS JOIN orders ON orders.id = wanted.value JOIN leg ON leg.order_id = orders.id`,
    JSON.stringify(orderIds),
  );
}

/** Answers how many orders and legs are gone. */
export function* forgetOrders(
  orderIds: readonly OrderId[],
): Phase<{ orders: number; legs: number }> {
  const ids = JSON.stringify(orderIds);
  const legs = yield* all(
    `DELETE FROM leg WHERE order_id IN (SELECT value FROM json_each(?)) AND ${AT_REST} RETURNING id`,
    ids,
  );
  const orders = yield* all(
    `DELETE FROM orders WHERE id IN (SELECT value FROM json_each(?)) AND status <> 'processing'
     RETURNING id`,
    ids,
  );
  return { orders: orders.length, legs: legs.length };
}

/** Those of the orders that the books know by their money and no longer by their row. */
export function* movedAmong(orderIds: readonly OrderId[]): Phase<Set<OrderId>> {
  return yield* knownAmong(orderIds, "orders.id = value");
}

/** Those of the orders whose legs the books no longer have, whether they have the order or not. */
export function* movedLegsAmong(orderIds: readonly OrderId[]): Phase<Set<OrderId>> {
  return yield* knownAmong(orderIds, "orders.id = value AND archived_at IS NULL");
}

function* knownAmong(orderIds: readonly OrderId[], isInBooks: string): Phase<Set<OrderId>> {
  const rows = yield* all<{ id: OrderId }>(
    `SELECT value AS id FROM json_each(?)
     WHERE EXISTS (SELECT 1 FROM transfer WHERE transfer.id = value || ':hold')
       AND NOT EXISTS (SELECT 1 FROM orders WHERE ${isInBooks})`,
    JSON.stringify(orderIds),
  );
  return new Set(rows.map(({ id }) => id));
}

export interface MovedPage {
  /** In the books are those whose legs an earlier version moved alone. */
  readonly orders: readonly { readonly id: OrderId; readonly in_books: 0 | 1 }[];
  /** The last transfer that was looked at; undefined once there was none. */
  readonly last: string | undefined;
}

/** Among so many transfers after an id, the orders whose legs the books no longer have: every order was held for. */
export function* movedOrders(after: string, limit: number): Phase<MovedPage> {
  const last = yield* one<{ id: string }>(
    `SELECT max(id) AS id FROM (SELECT id FROM transfer WHERE id > ? ORDER BY id LIMIT ?)
     HAVING max(id) IS NOT NULL`,
    after,
    limit,
  );
  if (!last) return { orders: [], last: undefined };
  const orders = yield* all<{ id: OrderId; in_books: 0 | 1 }>(
    `SELECT hold.order_id AS id, orders.id IS NOT NULL AS in_books
     FROM (SELECT substr(id, 1, 24) AS order_id FROM transfer
           WHERE id > ? AND id <= ? AND substr(id, 25) = ':hold') AS hold
     LEFT JOIN orders ON orders.id = hold.order_id
     WHERE orders.id IS NULL OR orders.archived_at IS NOT NULL`,
    after,
    last.id,
  );
  return { orders, last: last.id };
}
