/** Orders of all customers, found without an id: for the operator. */
import { type CustomerId, firstIdSince, type OrderId } from "../domain/ids.js";
import { toTrx } from "../domain/money.js";
import { findCustomer } from "../store/customers.js";
import type { OrderRow, OrderStatus } from "../store/orders.js";
import type { Phase } from "../store/phase.js";
import type { Engine } from "./context.js";
import { assertCustomer } from "./customers.js";
import { ID_APART_MS } from "./history.js";
import { anyOrderIdAt, listAnyOrders } from "./order-reads.js";

/** No index leads to a receiver or a status: of those that one does lead to, so many are looked at, for some hundredths of a second. */
const LOOKED_AT = 20_000;

export interface WantedOrders {
  readonly customerId?: CustomerId | undefined;
  readonly status?: OrderStatus | undefined;
  readonly receiver?: string | undefined;
  /** Creation time, Unix milliseconds, both ends included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only orders older than this one. */
  readonly before?: OrderId | undefined;
  readonly limit: number;
}

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
    const { customerId, from, limit } = wanted;
    if (customerId !== undefined) yield* assertCustomer(customerId);
    const since = from === undefined ? undefined : firstIdSince(from - ID_APART_MS);
    const range = { customerId, since, before: beginning(wanted) };
    const oldest = yield* anyOrderIdAt(engine.archive, { ...range, place: LOOKED_AT });
    const rows = yield* listAnyOrders(engine.archive, {
      ...wanted,
      ...range,
      since: oldest ?? since,
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1)?.id : oldest;
    const orders: FoundOrder[] = [];
    for (const row of page) orders.push(found(row, (yield* findCustomer(row.customer_id))?.name));
    return { orders, nextCursor: last ?? null };
  });
}

/** An id that all wanted orders stand before. */
function beginning({ to, before }: WantedOrders): string | undefined {
  const after = to === undefined ? undefined : firstIdSince(to + ID_APART_MS);
  if (before === undefined || after === undefined) return before ?? after;
  return before < after ? before : after;
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
