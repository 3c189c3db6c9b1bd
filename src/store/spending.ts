/** What was delivered of a customer's orders and is paid for, page by page. */
import type { CustomerId, OrderId } from "../domain/ids.js";
import type { Resource } from "../domain/resource.js";
import { all, type Phase } from "./phase.js";

export type DeliveredRow = {
  order_id: OrderId;
  resource: Resource;
  price_sun: number;
  created_at: number;
  /** Null, with the next two, when nothing of the order was delivered. */
  units: number | null;
  amount_sun: number | null;
  posted_at: number | null;
};

export interface DeliveredPage {
  readonly customerId: CustomerId;
  /** Only orders after this id or prefix of an id. */
  readonly after: string;
  readonly orders: number;
}

/**
 * Orders by age, up to a limit, each with its parts in the order of their delivery, or with one row without a part. A part
 * counts from the transfer that posted it, in wall time like the order; `posted` is 0 again when that was undone.
 */
export function* deliveredParts(page: DeliveredPage): Phase<DeliveredRow[]> {
  const { customerId, after, orders } = page;
  return yield* all<DeliveredRow>(
    `SELECT o.id AS order_id, o.resource, o.price_sun, o.created_at,
       leg.units, leg.amount_sun, transfer.at AS posted_at
     FROM (SELECT id, resource, price_sun, created_at FROM orders
           WHERE customer_id = ? AND id > ? ORDER BY id LIMIT ?) AS o
     LEFT JOIN leg ON leg.order_id = o.id AND leg.posted = 1
     LEFT JOIN transfer ON transfer.id = leg.id || ':post'
     ORDER BY o.id, transfer.at`,
    customerId,
    after,
    orders,
  );
}
