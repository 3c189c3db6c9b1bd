/** Every movement of a customer's money, with the order it belongs to; found by ids, so it needs no index of its own. */
import type { CustomerId, OrderId } from "../domain/ids.js";
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
  /** The delegation that was paid for or given back; null when the whole order is meant, or nothing was signed. */
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
       wanted.value AS order_id, leg.txid
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

/** Credits and debits, by time; `after` is the last one of the page before. */
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
