/** Orders of all customers, found without an id: for the operator. */
import type { OrderId } from "../../domain/ids.js";
import type { Order } from "../../domain/order.js";
import { findCustomer } from "../../store/customers.js";
import { legsOfOrder } from "../../store/leg-lists.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { assertCustomer } from "../customers/customers.js";
import { orderOfRow } from "../order-of-row.js";
import { searchOrders, type WantedOrders } from "../orders/search-orders.js";

/** Without the reason why it rests. */
export interface FoundOrder extends Order {
  readonly customerName: string;
}

export interface FoundOrders {
  /** Newest first. */
  readonly orders: readonly FoundOrder[];
  /** The cursor for older orders; null when there are none. */
  readonly nextCursor: OrderId | null;
}

/** Throws NOT_FOUND for an unknown customer. */
export function findOrders(engine: Engine, wanted: WantedOrders): Promise<FoundOrders> {
  return engine.database.read(function* (): Phase<FoundOrders> {
    const { customerId } = wanted;
    if (customerId !== undefined) yield* assertCustomer(customerId);
    const { rows, nextCursor } = yield* searchOrders(wanted, engine.now());
    const orders: FoundOrder[] = [];
    for (const row of rows) {
      const customerName = (yield* findCustomer(row.customer_id))?.name ?? "";
      orders.push({ ...orderOfRow(row, yield* legsOfOrder(row.id)), customerName });
    }
    return { orders, nextCursor };
  });
}
