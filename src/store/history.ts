/** A customer's history: every movement of their money with what it belongs to, what was delivered, and what keys have had held. */
import type { Duration } from "../domain/duration.js";
import type { CustomerId, OrderId } from "../domain/ids.js";
import type { Sun } from "../domain/money.js";
import type { Resource } from "../domain/resource.js";
import type { OutsideKind } from "./ledger.js";
import { all, one, type Phase, value } from "./phase.js";

/** A movement of a customer's money, as it was booked, with what it belongs to. */
export type MovementRow = {
  /** Rises in the order of booking. */
  row: number;
  id: string;
  kind: OutsideKind | null;
  amount_sun: number;
  from_account: string;
  to_account: string;
  reason: string | null;
  at: number;
  available_after_sun: number;
  held_after_sun: number;
  withdrawal_id: string | null;
  /** Where it goes. */
  withdrawal_address: string | null;
  deposit_id: string | null;
  deposit_asset: string | null;
  /** In the smallest units, digits. */
  deposit_amount: string | null;
  deposit_rate_sun: number | null;
  order_id: OrderId | null;
  receiver: string | null;
  type: string | null;
  resource: string | null;
  duration: Duration | null;
  status: string | null;
  reference: string | null;
  order_units: number | null;
  order_price_sun: number | null;
  /** Of the delegation that was paid for or given back; null when the whole order is meant. */
  leg_units: number | null;
  leg_price_sun: number | null;
  /** Of the delegation, the deposit, or the transfer of a withdrawal. */
  txid: string | null;
  /** Of a team: who ordered, booked, raised the price, or withdrew. */
  by_user: number | null;
  by_name: string | null;
  by_key: string | null;
};

/** Ids of orders, withdrawals and deposits; the ids of their transfers begin with these 24 characters. */
const CAUSE = "substr(t.id, 1, 24)";

interface MovementsPage {
  readonly customerId: CustomerId;
  /** Only movements booked after this one, up to that one. */
  readonly afterRow: number;
  readonly upToRow: number;
  /** Of these only those of this time: Unix milliseconds, both included. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** The movements of a customer in the order in which they were booked. */
export const movementsOf = (page: MovementsPage) =>
  all<MovementRow>(
    `SELECT t.seq AS row, t.id, t.kind, t.amount_sun, t.from_account, t.to_account, t.reason, t.at,
       t.available_after_sun, t.held_after_sun, w.id AS withdrawal_id,
       coalesce(w.address, p.receiver) AS withdrawal_address, d.id AS deposit_id, d.asset AS deposit_asset,
       d.amount AS deposit_amount, d.rate_sun AS deposit_rate_sun,
       o.id AS order_id, o.receiver, o.type, o.resource, o.duration, o.status, o.reference, o.amount AS order_units,
       o.price_sun AS order_price_sun, leg.units AS leg_units, leg.price_sun AS leg_price_sun,
       coalesce(leg.txid, d.txid, p.txid) AS txid,
       u.user_id AS by_user, u.name AS by_name, iif(r.id IS NULL, b.by_key, r.by_key) AS by_key
     FROM transfer t
     LEFT JOIN orders o ON o.id = ${CAUSE}
     LEFT JOIN batch b ON b.id = o.batch_id
     LEFT JOIN team_raise r ON r.order_id = o.id
       AND substr(t.id, 25) IN (':raise:' || r.price_change, ':raise:' || r.price_change || ':key')
     LEFT JOIN booking k ON k.id = ${CAUSE} AND EXISTS (SELECT 1 FROM team WHERE team.customer_id = k.customer_id)
     LEFT JOIN leg ON leg.id = substr(t.id, 1, instr(t.id, ':') - 1)
     LEFT JOIN deposit d ON d.id = ${CAUSE}
     LEFT JOIN payout p ON p.id = ${CAUSE}
     LEFT JOIN withdrawal w ON w.id = coalesce(p.withdrawal_id, ${CAUSE})
     LEFT JOIN telegram_user u ON u.user_id = coalesce(r.by_user, b.by_user, k.user_id, w.asked_by)
     WHERE t.customer_id = ? AND t.seq > ? AND t.seq <= ? AND t.at BETWEEN ? AND ? ORDER BY t.seq LIMIT ?`,
    page.customerId,
    page.afterRow,
    page.upToRow,
    page.from,
    page.to,
    page.limit,
  );

/** The first movement at this row or after it: what a search by time asks for again and again. */
export const movementFrom = (customerId: CustomerId, row: number) =>
  one<{ row: number; at: number }>(
    `SELECT seq AS row, at FROM transfer WHERE customer_id = ? AND seq >= ? ORDER BY seq LIMIT 1`,
    customerId,
    row,
  );

export const rowOfMovement = (customerId: CustomerId, id: string) =>
  value<number>("SELECT seq AS row FROM transfer WHERE id = ? AND customer_id = ?", id, customerId);

export const newestMovement = (customerId: CustomerId) =>
  one<{ row: number; at: number }>(
    "SELECT seq AS row, at FROM transfer WHERE customer_id = ? ORDER BY seq DESC LIMIT 1",
    customerId,
  );

/**
 * What a customer has paid in since then, on the chain or past it, and what their withdrawals have paid out; neither what was taken back
 * of it nor gifts and corrections.
 */
export function* crossedSince(
  customerId: CustomerId,
  since: number,
): Phase<{ readonly in_sun: number; readonly out_sun: number }> {
  const row = yield* one<{ in_sun: number; out_sun: number }>(
    `SELECT total(iif(kind = 'withdrawal', 0, amount_sun)) AS in_sun, total(iif(kind = 'withdrawal', amount_sun, 0)) AS out_sun
     FROM transfer t WHERE customer_id = ? AND at >= ? AND kind IS NOT NULL
       AND (kind = 'deposit' OR kind = 'payment' OR kind = 'withdrawal' AND to_account = 'external')
       AND NOT EXISTS (SELECT 1 FROM transfer back WHERE back.id = CASE t.id WHEN ${CAUSE} || ':pay' THEN ${CAUSE} || ':void'
         WHEN ${CAUSE} || ':deposit' THEN ${CAUSE} || ':undo' END)`,
    customerId,
    since,
  );
  return row ?? { in_sun: 0, out_sun: 0 };
}

export type DeliveredRow = {
  order_id: OrderId;
  resource: Resource;
  created_at: number;
  /** Null, like the next three, when nothing of the order was delivered. */
  units: number | null;
  price_sun: number | null;
  amount_sun: number | null;
  posted_at: number | null;
  /** Of a team: who ordered. */
  by_user: number | null;
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
       leg.units, leg.amount_sun, transfer.at AS posted_at, batch.by_user
     FROM (SELECT id, batch_id, resource, created_at FROM orders
           WHERE customer_id = ? AND id > ? ORDER BY id LIMIT ?) AS o
     JOIN batch ON batch.id = o.batch_id
     LEFT JOIN leg ON leg.order_id = o.id AND leg.posted = 1
     LEFT JOIN transfer ON transfer.id = leg.id || ':post'
     ORDER BY o.id, transfer.at, leg.id`,
    customerId,
    after,
    orders,
  );
}

/** The newest transfer; 0 when there is none. */
export function* lastTransfer(): Phase<number> {
  return (yield* value<number | null>("SELECT max(seq) AS row FROM transfer")) ?? 0;
}

/** The newest transfer of this time or before; reads back from the newest. */
export function* lastTransferBefore(at: number): Phase<number> {
  return (
    (yield* value<number>(
      "SELECT seq AS row FROM transfer WHERE at <= ? ORDER BY seq DESC LIMIT 1",
      at,
    )) ?? 0
  );
}

export type KeyHoldRow = { user_id: number; amount_sun: Sun; at: number };

/**
 * What keys have had held, by orders of theirs and prices that they raised, in transfers after one row up to another: of users who
 * have chosen a sum, and without what they were told of by itself.
 */
export const keyHolds = (afterRow: number, upToRow: number) =>
  all<KeyHoldRow>(
    `SELECT u.user_id, t.amount_sun, t.at FROM transfer t
     CROSS JOIN telegram_user u ON u.customer_id = t.customer_id AND u.tell_orders_sun IS NOT NULL
     CROSS JOIN orders o ON o.id = substr(t.id, 1, 24)
     CROSS JOIN batch b ON b.id = o.batch_id
     WHERE t.seq > ? AND t.seq <= ?
       AND (substr(t.id, 25) = ':hold' AND b.channel = 'http' OR t.id LIKE '%:raise:%:key')
       AND NOT EXISTS (SELECT 1 FROM outbox WHERE key = 'ordered:' ||
         CASE substr(t.id, 25) WHEN ':hold' THEN b.id ELSE t.id END)`,
    afterRow,
    upToRow,
  );
