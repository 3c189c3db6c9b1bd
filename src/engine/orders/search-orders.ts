/**
 * A page of orders filtered by receiver, status or time. No index leads to a receiver, or to a status of all customers, so such a search
 * looks at a bounded number of orders and says where to continue: it is one synchronous read, during which nothing else runs.
 */
import { type CustomerId, firstIdSince, ID_APART_MS, type OrderId } from "../../domain/ids.js";
import type { Order, OrderStatus } from "../../domain/order.js";
import { findCall } from "../../store/batches.js";
import { findCustomer } from "../../store/customers.js";
import { legsOfOrder } from "../../store/leg-lists.js";
import { listOrders, type OrderRow, orderIdAt } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { assertCustomer } from "../customers/customers.js";
import { orderOfRow } from "../order-of-row.js";

/** The most orders that one search looks at, which takes some hundredths of a second. */
const LOOKED_AT = 20_000;

export interface WantedOrders {
  readonly customerId?: CustomerId | undefined;
  readonly status?: OrderStatus | undefined;
  readonly receiver?: string | undefined;
  /** The reference of a customer's call; an index leads to it. */
  readonly reference?: string | undefined;
  /** Creation time, Unix milliseconds, both ends included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only orders older than this one. */
  readonly before?: OrderId | undefined;
  readonly limit: number;
}

export interface OrdersFound {
  /** Newest first. */
  readonly rows: readonly OrderRow[];
  /** The cursor for older orders; null when there are none. */
  readonly nextCursor: OrderId | null;
}

export function* searchOrders(wanted: WantedOrders, nowMs: number): Phase<OrdersFound> {
  const { customerId, status, receiver, reference, from, limit } = wanted;
  const batch =
    reference === undefined || customerId === undefined
      ? undefined
      : yield* findCall({ customerId, reference });
  if (reference !== undefined && !batch) return { rows: [], nextCursor: null };
  const since = from === undefined ? undefined : firstIdSince(from - ID_APART_MS);
  const range = { customerId, since, before: beginning(wanted, nowMs) };
  // An index leads to a customer's orders of a status: as without a filter, every order that is looked at is a row of the page.
  const isIndexed = status === undefined || customerId !== undefined;
  const isFiltered = !batch && (receiver !== undefined || !isIndexed);
  const oldest = isFiltered ? yield* orderIdAt({ ...range, place: LOOKED_AT }) : undefined;
  const filter = {
    ...wanted,
    ...range,
    batchId: batch?.id,
    since: oldest ?? since,
    limit: limit + 1,
  };
  const rows = yield* listOrders(filter);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)?.id : oldest;
  return { rows: page, nextCursor: last ?? null };
}

/** An id after all wanted orders. Undefined for a search up to now: after a clock was set back, ids run ahead. */
function beginning({ to, before }: WantedOrders, nowMs: number): string | undefined {
  const after = to === undefined || to >= nowMs ? undefined : firstIdSince(to + ID_APART_MS);
  if (before === undefined || after === undefined) return before ?? after;
  return before < after ? before : after;
}

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

/** Of all customers, for the operator; throws NOT_FOUND for an unknown customer. */
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
