/** Orders of all customers, found without an id: for the operator. */
import type { CustomerId, OrderId } from "../../domain/ids.js";
import { toTrx } from "../../domain/money.js";
import type { OrderStatus } from "../../domain/order.js";
import { findCustomer } from "../../store/customers.js";
import type { OrderRow } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { assertCustomer } from "../customers/customers.js";
import { searchOrders, type WantedOrders } from "../orders/search-orders.js";

/** An order in short; money in TRX. */
export interface FoundOrder {
  readonly orderId: OrderId;
  readonly createdAt: number;
  readonly customerId: CustomerId;
  readonly customerName: string;
  readonly type: string;
  readonly resourceType: string;
  readonly resourceAmount: number;
  readonly receiver: string;
  readonly status: OrderStatus;
  readonly paidAmount: number;
  readonly refundedAmount: number;
}

export interface FoundOrders {
  /** Newest first. */
  readonly orders: readonly FoundOrder[];
  /** Where to look further back; null when there is nothing older. */
  readonly nextCursor: OrderId | null;
}

/** Throws NOT_FOUND for a customer that there is not. */
export function findOrders(engine: Engine, wanted: WantedOrders): FoundOrders {
  return engine.database.read(function* (): Phase<FoundOrders> {
    const { customerId } = wanted;
    if (customerId !== undefined) yield* assertCustomer(customerId);
    const { rows, nextCursor } = yield* searchOrders(wanted, engine.now());
    const orders: FoundOrder[] = [];
    for (const row of rows) orders.push(found(row, (yield* findCustomer(row.customer_id))?.name));
    return { orders, nextCursor };
  });
}

function found(order: OrderRow, customerName = ""): FoundOrder {
  return {
    orderId: order.id,
    createdAt: order.created_at,
    customerId: order.customer_id,
    customerName,
    type: order.type,
    resourceType: order.resource,
    resourceAmount: order.amount,
    receiver: order.receiver,
    status: order.status,
    paidAmount: toTrx(order.paid_sun),
    refundedAmount: toTrx(order.refunded_sun),
  };
}
