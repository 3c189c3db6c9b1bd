/**
 * A customer's history: every movement of his money with the order it belongs to, and what was delivered. Found by ids, so it
 * needs no index of its own.
 */
import type { CustomerId, OrderId } from "../domain/ids.js";
import type { Resource } from "../domain/resource.js";
import { availableOf, heldOf } from "./ledger.js";
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
  /** Of the delegation that was paid for or given back; null when the whole order is meant. */
  leg_units: number | null;
  leg_price_sun: number | null;
  /** Null, too, when nothing was signed. */
  txid: string | null;
};

/** The movements of a customer's orders, order by order. Every order has a hold, so each has a row. */
export function* movementsOfOrders(
  customerId: CustomerId,
  orderIds: readonly OrderId[],
): Phase<OrderMovementRow[]> {
  const own = [availableOf(customerId), heldOf(customerId)];
  // "<order>:hold" and "<order>.1:post" lie between "<order>." and "<order>;".
  return yield* all<OrderMovementRow>(
    `SELECT t.id, t.from_account, t.to_account, t.amount_sun, t.reason, t.at,
       wanted.value AS order_id, leg.units AS leg_units, leg.price_sun AS leg_price_sun, leg.txid
     FROM json_each(?) AS wanted
     CROSS JOIN transfer AS t ON t.id > wanted.value || '.' AND t.id < wanted.value || ';'
       AND (t.from_account IN (?, ?) OR t.to_account IN (?, ?))
     LEFT JOIN leg ON leg.id = substr(t.id, 1, instr(t.id, ':') - 1)
     ORDER BY wanted.value`,
    JSON.stringify(orderIds),
    ...own,
    ...own,
  );
}

/** Credits, debits and what bookings held and released, by time; `after` is the last one of the page before. */
export function* movementsFromOutside(
  customerId: CustomerId,
  after: Pick<MovementRow, "at" | "id">,
  limit: number,
): Phase<MovementRow[]> {
  return yield* all<MovementRow>(
    `SELECT id, from_account, to_account, amount_sun, reason, at FROM (
       SELECT * FROM transfer WHERE id > ? AND id < ?
       UNION ALL SELECT * FROM transfer WHERE id > ? AND id < ?
       UNION ALL SELECT * FROM transfer WHERE id = ?
       UNION ALL SELECT t.* FROM booking b CROSS JOIN transfer t
         ON t.id IN (b.id || ':hold', b.id || ':start', b.id || ':void') WHERE b.customer_id = ?)
     WHERE (at, id) > (?, ?) ORDER BY at, id LIMIT ?`,
    `credit:${customerId}:`,
    `credit:${customerId};`,
    `debit:${customerId}:`,
    `debit:${customerId};`,
    `opening:${customerId}`,
    customerId,
    after.at,
    after.id,
    limit,
  );
}

export type DeliveredRow = {
  order_id: OrderId;
  resource: Resource;
  created_at: number;
  /** Null, with the next three, when nothing of the order was delivered. */
  units: number | null;
  price_sun: number | null;
  amount_sun: number | null;
  posted_at: number | null;
};

interface DeliveredPage {
  readonly customerId: CustomerId;
  /** Only orders after this id or prefix of an id. */
  readonly after: string;
  readonly orders: number;
}

/**
 * What was delivered of a customer's orders and is paid for, page by page. Orders by age, up to a limit, each with its parts
 * in the order of their delivery, or with one row without a part. A part counts from the transfer that posted it, in wall time
 * like the order; `posted` is 0 again when that was undone.
 */
export function* deliveredParts(page: DeliveredPage): Phase<DeliveredRow[]> {
  const { customerId, after, orders } = page;
  return yield* all<DeliveredRow>(
    `SELECT o.id AS order_id, o.resource, leg.price_sun, o.created_at,
       leg.units, leg.amount_sun, transfer.at AS posted_at
     FROM (SELECT id, resource, created_at FROM orders
           WHERE customer_id = ? AND id > ? ORDER BY id LIMIT ?) AS o
     LEFT JOIN leg ON leg.order_id = o.id AND leg.posted = 1
     LEFT JOIN transfer ON transfer.id = leg.id || ':post'
     ORDER BY o.id, transfer.at`,
    customerId,
    after,
    orders,
  );
}
