/**
 * Reads orders: one of a customer's, any of the desk's, the orders of one call, a page of them. No index leads to a receiver, or to a
 * status of all customers, so such a search looks at a bounded number of orders and says where to continue: it is one synchronous
 * read, during which nothing else runs.
 */
import { DeskError } from "../../domain/errors.js";
import {
  type BatchId,
  type CustomerId,
  firstIdSince,
  ID_APART_MS,
  isOrderId,
  type OrderId,
} from "../../domain/ids.js";
import type { Order, OrderStatus } from "../../domain/order.js";
import type { Who } from "../../domain/team.js";
import { findCall, type WhoRow, whoOrdered } from "../../store/batches.js";
import { findCustomer } from "../../store/customers.js";
import { legsOfOrder } from "../../store/leg-lists.js";
import {
  findOrder,
  firstOrdersOfBatches,
  listOrders,
  type OrderRow,
  orderIdAt,
  ordersOfBatch,
} from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import { whoCancelled } from "../../store/teams/log.js";
import { whoApproved } from "../../store/teams/requests.js";
import { findMember } from "../../store/teams/teams.js";
import { whyItRests } from "../book/resting.js";
import { type Engine, type Moment, momentOf } from "../context.js";
import { assertCustomer } from "../customers/customers.js";
import { orderOfRow } from "../order-of-row.js";

/** With its delegations, and of a team with who ordered, approved and cancelled it. */
export function* orderAndWho(row: OrderRow): Phase<Order> {
  const order = orderOfRow(row, yield* legsOfOrder(row.id));
  const by = yield* whoOrdered(row.batch_id);
  if (!by) return order;
  const isCancelled = order.cancelReason === "cancelled by the customer";
  const cancelledBy = isCancelled ? yield* whoCancelled(row.id) : undefined;
  const approvedBy = yield* whoApproved(row.batch_id);
  return {
    ...{ ...order, by: whoOf(by), ...(approvedBy && { approvedBy: whoOf(approvedBy) }) },
    ...(cancelledBy && { cancelledBy: whoOf(cancelledBy) }),
  };
}

const whoOf = ({ user_id: userId, name, key_id: keyId }: WhoRow): Who => ({ userId, name, keyId });

/** With why it rests, or waits to be signed, too. */
export function* wholeOrder(row: OrderRow, moment: Moment): Phase<Order> {
  const order = yield* orderAndWho(row);
  const { chainProblem } = moment;
  if (chainProblem && order.delegations.some(({ state }) => state === "planned")) {
    return { ...order, waitsFor: chainProblem };
  }
  const restReasons = yield* whyItRests(row, moment);
  return restReasons ? { ...order, restReasons } : order;
}

/** Throws ORDER_NOT_FOUND, also for somebody else's order. */
export async function readOrder(
  engine: Engine,
  customerId: CustomerId,
  orderId: OrderId,
): Promise<Order> {
  const moment = momentOf(engine);
  return engine.database.read(function* () {
    const row = isOrderId(orderId) ? yield* findOrder(orderId) : undefined;
    if (!row || row.customer_id !== customerId) throw orderNotFound();
    return yield* wholeOrder(row, moment);
  });
}

/** Any customer's order, for the operator; without why it rests. Throws ORDER_NOT_FOUND. */
export function readAnyOrder(engine: Engine, orderId: OrderId): Promise<Order> {
  return engine.database.read(function* () {
    const row = yield* findOrder(orderId);
    if (!row) throw new DeskError("ORDER_NOT_FOUND", `There is no order with the id ${orderId}.`);
    return yield* orderAndWho(row);
  });
}

/** The orders of one call, in their order. */
export async function readBatch(engine: Engine, batchId: BatchId): Promise<Order[]> {
  const moment = momentOf(engine);
  return engine.database.read(() => wholeBatch(batchId, moment));
}

function* wholeBatch(batchId: BatchId, moment: Moment): Phase<Order[]> {
  const orders: Order[] = [];
  for (const row of yield* ordersOfBatch(batchId)) orders.push(yield* wholeOrder(row, moment));
  return orders;
}

/** The batch an order of the customer belongs to, or of a team of that member; undefined when it is none of theirs. */
export function readBatchId(
  engine: Engine,
  { customerId, memberId }: { readonly customerId: CustomerId; readonly memberId?: number },
  orderId: OrderId,
): Promise<BatchId | undefined> {
  return engine.database.read(function* (): Phase<BatchId | undefined> {
    const order = isOrderId(orderId) ? yield* findOrder(orderId) : undefined;
    if (!order) return undefined;
    const isTheirs =
      order.customer_id === customerId ||
      (memberId !== undefined && (yield* findMember(order.customer_id, memberId)) !== undefined);
    return isTheirs ? order.batch_id : undefined;
  });
}

interface Whose {
  readonly customerId: CustomerId;
}

export interface OrderPage {
  readonly orders: readonly Order[];
  /** Give it as `cursor` for the next page, which a filter may leave short or empty; null on the last one. */
  readonly nextCursor: string | null;
}

/** One page of a customer's orders, newest first; orders created meanwhile do not shift later pages. */
export async function readOrders(engine: Engine, wanted: WantedOrders & Whose): Promise<OrderPage> {
  const moment = momentOf(engine);
  return engine.database.read(function* (): Phase<OrderPage> {
    const { rows, nextCursor } = yield* searchOrders(wanted, engine.now());
    const orders: Order[] = [];
    for (const row of rows) orders.push(yield* wholeOrder(row, moment));
    return { orders, nextCursor };
  });
}

export interface BatchPage {
  /** The orders of each call, in their order; the newest call first. */
  readonly batches: readonly (readonly Order[])[];
  /** Give it as `before` for the next page; undefined on the last one. */
  readonly nextCursor: OrderId | undefined;
}

/** One page of a customer's calls; `before` is an order of an earlier page. */
export async function readBatches(
  engine: Engine,
  { customerId, before, limit }: Pick<WantedOrders, "before" | "limit"> & Whose,
): Promise<BatchPage> {
  const moment = momentOf(engine);
  return engine.database.read(function* (): Phase<BatchPage> {
    const found = yield* firstOrdersOfBatches(customerId, before, limit + 1);
    const page = found.slice(0, limit);
    const batches: Order[][] = [];
    for (const { batch_id: batchId } of page) {
      batches.push(yield* wholeBatch(batchId, moment));
    }
    return { batches, nextCursor: found.length > limit ? page.at(-1)?.id : undefined };
  });
}

export function orderNotFound(): DeskError {
  return new DeskError("ORDER_NOT_FOUND", "You have no order with this id.");
}

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

function* searchOrders(wanted: WantedOrders, nowMs: number): Phase<OrdersFound> {
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
      orders.push({ ...(yield* orderAndWho(row)), customerName });
    }
    return { orders, nextCursor };
  });
}
