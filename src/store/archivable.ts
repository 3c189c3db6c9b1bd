/** Finished orders that may leave the books, and their leaving. */
import { firstIdSince, type LegId, type OrderId } from "../domain/ids.js";
import type { ArchivedLeg } from "./archive.js";
import { oneOf } from "./conditions.js";
import { all, type Phase } from "./phase.js";

/** What can no longer change: over on chain, and its money where it stays. */
const AT_REST = `${oneOf("leg.state", "reclaimed", "released", "dead")}
  AND reserving = 0 AND (posted = 0 OR earned = 1)`;

export type OldOrder = {
  id: OrderId;
  filled_amount: number;
  /** Whether it may go; the newest delegation of all stays, because the next one's place is counted from it. */
  movable: 0 | 1;
};

/** So many orders after an id that are finished since before a moment, by age. */
export function* oldOrders(after: string, before: number, limit: number): Phase<OldOrder[]> {
  return yield* all<OldOrder>(
    `SELECT id, filled_amount, archived_at IS NULL AND status <> 'processing' AND finished_at < ?
       AND NOT EXISTS (SELECT 1 FROM leg WHERE leg.order_id = orders.id
         AND (NOT (${AT_REST}) OR leg.rowid = (SELECT max(rowid) FROM leg))) AS movable
     FROM orders WHERE id > ? AND id < ? ORDER BY id LIMIT ?`,
    before,
    after,
    firstIdSince(before),
    limit,
  );
}

export function* legsToArchive(orderIds: readonly OrderId[]): Phase<ArchivedLeg[]> {
  return yield* all<ArchivedLeg>(
    `SELECT leg.*, leg.rowid AS place, orders.price_sun FROM json_each(?) AS wanted
     CROSS JOIN orders ON orders.id = wanted.value JOIN leg ON leg.order_id = orders.id`,
    JSON.stringify(orderIds),
  );
}

/** Those of the orders whose legs the books have forgotten. */
export function* archivedAmong(orderIds: readonly OrderId[]): Phase<Set<OrderId>> {
  const rows = yield* all<{ id: OrderId }>(
    `SELECT id FROM orders WHERE id IN (SELECT value FROM json_each(?)) AND archived_at IS NOT NULL`,
    JSON.stringify(orderIds),
  );
  return new Set(rows.map(({ id }) => id));
}

/** So many orders after an id that the books have archived, by age. */
export function* archivedAfter(after: string, limit: number): Phase<OrderId[]> {
  const rows = yield* all<{ id: OrderId }>(
    "SELECT id FROM orders WHERE id > ? AND archived_at IS NOT NULL ORDER BY id LIMIT ?",
    after,
    limit,
  );
  return rows.map(({ id }) => id);
}

/** The delegations that orders were delivered with, as their transfers still tell. */
export function* deliveredLegs(
  orderIds: readonly OrderId[],
): Phase<{ id: LegId; order_id: OrderId }[]> {
  // "<order>.1:post" lies between "<order>." and "<order>/".
  return yield* all<{ id: LegId; order_id: OrderId }>(
    `SELECT substr(t.id, 1, instr(t.id, ':') - 1) AS id, wanted.value AS order_id
     FROM json_each(?) AS wanted
     CROSS JOIN transfer AS t ON t.id > wanted.value || '.' AND t.id < wanted.value || '/'
     WHERE t.id LIKE '%:post'`,
    JSON.stringify(orderIds),
  );
}

/** Answers how many orders were marked, and how many legs are gone. */
export function* forgetLegs(
  orderIds: readonly OrderId[],
  at: number,
): Phase<{ orders: number; legs: number }> {
  const ids = JSON.stringify(orderIds);
  const orders = yield* all(
    `UPDATE orders SET archived_at = ? WHERE id IN (SELECT value FROM json_each(?))
       AND archived_at IS NULL RETURNING id`,
    at,
    ids,
  );
  const legs = yield* all(
    `DELETE FROM leg WHERE order_id IN (SELECT value FROM json_each(?)) AND ${AT_REST} RETURNING id`,
    ids,
  );
  return { orders: orders.length, legs: legs.length };
}
