/** Every movement of a customer's money, with the order it belongs to; found by ids, so that no index is written for it. */
import type { Duration } from "../domain/duration.js";
import type { BatchId, CustomerId, OrderId } from "../domain/ids.js";
import { availableOf, heldOf } from "./ledger.js";
import type { OrderStatus } from "./orders.js";
import { all, type Phase } from "./phase.js";

export type MovementRow = {
  id: string;
  from_account: string;
  to_account: string;
  amount_sun: number;
  reason: string | null;
  at: number;
};

export type OrderMovementRow = MovementRow & {
  order_id: OrderId;
  batch_id: BatchId;
  receiver: string;
  type: string;
  resource: string;
  duration: Duration;
  price_sun: number;
  status: OrderStatus;
  created_at: number;
  /** When its delegations, and so the `txid`, went to the archive. */
  archived_at: number | null;
  /** Of the delegation that was paid for or given back; null where the order itself is meant. */
  txid: string | null;
};

export interface MovementsPage {
  readonly customerId: CustomerId;
  /** Only orders after this id, and before that one, or the beginnings of some. */
  readonly after: string;
  readonly before: string;
  readonly orders: number;
}

/** The movements of so many orders by age. Every order was held for, so each has a row. */
export function* movementsOfOrders(page: MovementsPage): Phase<OrderMovementRow[]> {
  const { customerId, after, before, orders } = page;
  const own = [availableOf(customerId), heldOf(customerId)];
  // "<order>:hold" and "<order>.1:post" lie between "<order>." and "<order>;".
  return yield* all<OrderMovementRow>(
    `SELECT t.id, t.from_account, t.to_account, t.amount_sun, t.reason, t.at,
       o.id AS order_id, o.batch_id, o.receiver, o.type, o.resource, o.duration, o.price_sun,
       o.status, o.created_at, o.archived_at, leg.txid
     FROM (SELECT * FROM orders WHERE customer_id = ? AND id > ? AND id < ?
           ORDER BY id LIMIT ?) AS o
     JOIN transfer AS t ON t.id > o.id || '.' AND t.id < o.id || ';'
       AND (t.from_account IN (?, ?) OR t.to_account IN (?, ?))
     LEFT JOIN leg ON leg.id = substr(t.id, 1, instr(t.id, ':') - 1)
     ORDER BY o.id`,
    customerId,
    after,
    before,
    orders,
    ...own,
    ...own,
  );
}

/** What came from outside and went there, by time; `after` is the last one of the page before. */
export function* movementsFromOutside(
  customerId: CustomerId,
  after: Pick<MovementRow, "at" | "id">,
  limit: number,
): Phase<MovementRow[]> {
  return yield* all<MovementRow>(
    `SELECT id, from_account, to_account, amount_sun, reason, at FROM (
       SELECT * FROM transfer WHERE id > ? AND id < ?
       UNION ALL SELECT * FROM transfer WHERE id > ? AND id < ?
       UNION ALL SELECT * FROM transfer WHERE id = ?)
     WHERE (at, id) > (?, ?) ORDER BY at, id LIMIT ?`,
    `credit:${customerId}:`,
    `credit:${customerId};`,
    `debit:${customerId}:`,
    `debit:${customerId};`,
    `opening:${customerId}`,
    after.at,
    after.id,
    limit,
  );
}
