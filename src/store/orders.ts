/** Orders and the batches they were created in. */
import type { Address } from "../domain/address.js";
import type { Duration } from "../domain/duration.js";
import type { BatchId, CustomerId, OrderId } from "../domain/ids.js";
import type { Sun } from "../domain/money.js";
import type { CloseReason, OrderStatus, OrderTerms } from "../domain/order.js";
import type { OrderType } from "../domain/order-request.js";
import type { Resource } from "../domain/resource.js";
import { all, one, type Phase, run, type SqlValue } from "./phase.js";

export type OrderRow = {
  id: OrderId;
  batch_id: BatchId;
  customer_id: CustomerId;
  receiver: Address;
  type: OrderType;
  resource: Resource;
  amount: number;
  duration: Duration;
  price_sun: number;
  paid_sun: Sun;
  options: string | null;
  status: OrderStatus;
  cancel_requested: 0 | 1;
  cancel_reason: CloseReason | null;
  filled_amount: number;
  posted_sun: number;
  refunded_sun: number;
  unplanned_amount: number;
  first_death_at: number | null;
  deadline_at: number | null;
  bulk_waiting: 0 | 1;
  created_at: number;
  finished_at: number | null;
  /** Given back at the desk's cost because delegations gave too few units. */
  shortfall_sun: number;
  /** The part of `refunded_sun` that came back because delivered units cost less than was held for them. */
  improved_sun: number;
  /** When its customer or its deadline ended it although the desk could have filled it; wall time. */
  given_up_at: number | null;
  /** Its rank among the resting orders of its price: its id, or a later one since a change. */
  queue_key: string;
  /** How often its price was changed. */
  price_changes: number;
  reference: string | null;
  /** 1: what is not locked is not delivered. */
  require_lock: 0 | 1;
};

export const ORDER_COLUMNS = `id, batch_id, customer_id, receiver, type, resource, amount, duration, price_sun,
  paid_sun, options, status, cancel_requested, cancel_reason, filled_amount, posted_sun,
  refunded_sun, unplanned_amount, first_death_at, deadline_at, bulk_waiting, created_at, finished_at,
  shortfall_sun, improved_sun, given_up_at, queue_key, price_changes, reference, require_lock`;

/** By what a call is known again. */
export interface CallNames {
  readonly customerId: CustomerId;
  readonly channel?: "http" | "telegram" | "cli";
  /** What the caller chose so that sending it again pays once; of that channel. */
  readonly idempotencyKey?: string | undefined;
  /** The customer's own name for it. */
  readonly reference?: string | undefined;
}

export interface NewBatch extends CallNames {
  readonly channel: NonNullable<CallNames["channel"]>;
  readonly id: BatchId;
  readonly quoteId: string | undefined;
  /** Of the request, where the call has a name. */
  readonly requestHash: string | undefined;
  readonly at: number;
}

export function* insertBatch(batch: NewBatch): Phase<void> {
  yield* run(
    `INSERT INTO batch (id, customer_id, channel, quote_id, created_at, idempotency_key, reference, request_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    batch.id,
    batch.customerId,
    batch.channel,
    batch.quoteId ?? null,
    batch.at,
    batch.idempotencyKey ?? null,
    batch.reference ?? null,
    batch.requestHash ?? null,
  );
}

/** The call that has this key, or else this reference. */
export function* findCall(
  call: CallNames,
): Phase<{ id: BatchId; request_hash: string; has_key: 0 | 1 } | undefined> {
  return yield* one(
    `SELECT id, request_hash, 1 AS has_key FROM batch WHERE customer_id = ? AND channel = ? AND idempotency_key = ?
     UNION ALL SELECT id, request_hash, 0 FROM batch WHERE customer_id = ? AND reference = ? ORDER BY has_key DESC LIMIT 1`,
    call.customerId,
    call.channel ?? null,
    call.idempotencyKey ?? null,
    call.customerId,
    call.reference ?? null,
  );
}

/** The keys of older calls; their references stay. */
export function* forgetCallKeys(createdBefore: number): Phase<void> {
  yield* run(
    `UPDATE batch SET idempotency_key = NULL, request_hash = iif(reference IS NULL, NULL, request_hash)
     WHERE idempotency_key IS NOT NULL AND created_at < ?`,
    createdBefore,
  );
}

export interface NewOrder extends OrderTerms {
  /** Of a Manual order, which begins unplanned. */
  readonly manual: ManualTerms | undefined;
  readonly reference: string | null;
  readonly requireLock: boolean;
}

export interface ManualTerms {
  /** As the customer gave them, in JSON. */
  readonly options: string;
  /** Wall time. */
  readonly deadlineAt: number;
  readonly bulk: boolean;
}

export function* insertOrder(order: NewOrder): Phase<void> {
  yield* run(
    `INSERT INTO orders (id, batch_id, customer_id, receiver, type, resource, amount, duration,
       price_sun, paid_sun, status, created_at, options, unplanned_amount, deadline_at, bulk_waiting,
       queue_key, reference, require_lock)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'processing', ?, ?, ?, ?, ?, ?, ?, ?)`,
    order.id,
    order.batchId,
    order.customerId,
    order.receiver,
    order.type,
    order.resource,
    order.amount,
    order.duration,
    order.priceSun,
    order.paidSun,
    order.createdAt,
    order.manual?.options ?? null,
    order.manual ? order.amount : 0,
    order.manual?.deadlineAt ?? null,
    order.manual?.bulk ? 1 : 0,
    order.id,
    order.reference,
    order.requireLock ? 1 : 0,
  );
}

export function* findOrder(id: OrderId): Phase<OrderRow | undefined> {
  return yield* one<OrderRow>(`SELECT ${ORDER_COLUMNS} FROM orders WHERE id = ?`, id);
}

/** Writes the columns of an order that change during its life. */
export function* updateOrder(order: OrderRow): Phase<void> {
  yield* run(
    `UPDATE orders SET status = ?, cancel_requested = ?, cancel_reason = ?, filled_amount = ?,
       posted_sun = ?, refunded_sun = ?, unplanned_amount = ?, first_death_at = ?, finished_at = ?,
       bulk_waiting = ?, shortfall_sun = ?, improved_sun = ?, given_up_at = ?
     WHERE id = ?`,
    order.status,
    order.cancel_requested,
    order.cancel_reason,
    order.filled_amount,
    order.posted_sun,
    order.refunded_sun,
    order.unplanned_amount,
    order.first_death_at,
    order.finished_at,
    order.bulk_waiting,
    order.shortfall_sun,
    order.improved_sun,
    order.given_up_at,
    order.id,
  );
}

/** Writes what a customer can change of an order that rests, and what is held with it. */
export function* updateTerms(order: OrderRow): Phase<void> {
  yield* run(
    `UPDATE orders SET price_sun = ?, paid_sun = ?, deadline_at = ?, queue_key = ?, price_changes = ?
     WHERE id = ?`,
    order.price_sun,
    order.paid_sun,
    order.deadline_at,
    order.queue_key,
    order.price_changes,
    order.id,
  );
}

/** Orders that an index leads to: by id, or by customer and id. */
export interface OrderRange {
  readonly customerId?: CustomerId | undefined;
  /** From this order on. */
  readonly since?: string | undefined;
  /** Only orders newer than this one. */
  readonly after?: string | undefined;
  /** Only orders older than this one. */
  readonly before?: string | undefined;
}

export interface OrderFilter extends OrderRange {
  readonly status?: OrderStatus | undefined;
  readonly receiver?: string | undefined;
  readonly batchId?: BatchId | undefined;
  /** Creation time, Unix milliseconds, both ends included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
  /** Newest first unless it is set. */
  readonly oldestFirst?: boolean;
}

/** Where an index has a customer's orders of each status, and nothing else. */
const OF_STATUS = {
  processing: "orders INDEXED BY orders_open WHERE status = 'processing'",
  completed: "orders INDEXED BY orders_completed WHERE status = 'completed'",
  cancelled: "orders INDEXED BY orders_cancelled WHERE status = 'cancelled'",
} as const satisfies Record<OrderStatus, string>;

export function* listOrders(filter: OrderFilter): Phase<OrderRow[]> {
  const { customerId, status, batchId } = filter;
  const isIndexed = customerId !== undefined && status !== undefined && batchId === undefined;
  const { sql, params } = where([
    ...inRange(filter),
    ["+status = ?", status],
    ["receiver = ?", filter.receiver],
    ["batch_id = ?", batchId],
    ["created_at >= ?", filter.from],
    ["created_at <= ?", filter.to],
  ]);
  const from = isIndexed ? OF_STATUS[status] : "orders WHERE true";
  const order = filter.oldestFirst ? "id" : "id DESC";
  return yield* all<OrderRow>(
    `SELECT ${ORDER_COLUMNS} FROM ${from} AND ${sql} ORDER BY ${order} LIMIT ?`,
    ...params,
    filter.limit,
  );
}

/** The order of the range with so many newer ones; undefined when there are fewer. */
export function* orderIdAt(range: OrderRange & { place: number }): Phase<OrderId | undefined> {
  const { sql, params } = where(inRange(range));
  const found = yield* one<{ id: OrderId }>(
    `SELECT id FROM orders WHERE ${sql} ORDER BY id DESC LIMIT 1 OFFSET ?`,
    ...params,
    range.place,
  );
  return found?.id;
}

type Condition = readonly [sql: string, value: SqlValue | undefined];

function inRange({ customerId, since, after, before }: OrderRange): readonly Condition[] {
  return [
    ["customer_id = ?", customerId],
    ["id >= ?", since],
    ["id > ?", after],
    ["id < ?", before],
  ];
}

/** The conditions that have a value. */
function where(conditions: readonly Condition[]): { sql: string; params: SqlValue[] } {
  const given = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  return {
    sql: given.map(({ sql }) => sql).join(" AND ") || "true",
    params: given.map(({ value }) => value),
  };
}

/** The first order of each of a customer's calls, newest first; all before one. */
export function* firstOrdersOfBatches(
  customerId: CustomerId,
  before: string | undefined,
  limit: number,
): Phase<Pick<OrderRow, "id" | "batch_id">[]> {
  const { sql, params } = where(inRange({ customerId, before }));
  return yield* all(
    `SELECT id, batch_id FROM orders WHERE ${sql} AND NOT EXISTS (
       SELECT 1 FROM orders AS other WHERE other.batch_id = orders.batch_id AND other.id < orders.id)
     ORDER BY id DESC LIMIT ?`,
    ...params,
    limit,
  );
}

/** Whether it was ordered in that group. A group may have many drafts, hence the `+`: its call has one. */
export function* isOrderOfGroup(id: OrderId, chatId: number): Phase<boolean> {
  const row = yield* one(
    `SELECT 1 FROM orders JOIN flow ON flow.batch_id = orders.batch_id
     WHERE orders.id = ? AND +flow.chat_id = ? AND +flow.is_group = 1`,
    id,
    chatId,
  );
  return row !== undefined;
}

export function* ordersOfBatch(batchId: BatchId): Phase<OrderRow[]> {
  return yield* all<OrderRow>(
    `SELECT ${ORDER_COLUMNS} FROM orders WHERE batch_id = ? ORDER BY id`,
    batchId,
  );
}

/** Fast orders with units in no living leg: those after the given one first, oldest first, then the others. */
export function* listUnplannedOrders(limit: number, after: string): Phase<OrderRow[]> {
  return yield* all<OrderRow>(
    `SELECT ${ORDER_COLUMNS} FROM orders WHERE unplanned_amount > 0 AND status = 'processing'
       AND type = 'Fast' ORDER BY id <= ?, id LIMIT ?`,
    after,
    limit,
  );
}

/** Fast orders with planned legs that were created, or had their first dead leg, by this time (wall time). */
export function* listUnsignedOrders(upTo: number, limit: number): Phase<OrderId[]> {
  const rows = yield* all<{ id: OrderId }>(
    `SELECT DISTINCT o.id FROM leg CROSS JOIN orders AS o ON o.id = leg.order_id
     WHERE leg.state = 'planned' AND leg.compensates IS NULL AND o.type = 'Fast'
       AND o.status = 'processing' AND o.cancel_requested = 0
       AND coalesce(o.first_death_at, o.created_at) <= ? LIMIT ?`,
    upTo,
    limit,
  );
  return rows.map(({ id }) => id);
}

export function* newestOrderId(): Phase<OrderId | undefined> {
  return (yield* one<{ id: OrderId }>("SELECT id FROM orders ORDER BY id DESC LIMIT 1"))?.id;
}

/** How many of a customer's orders are open, and how many were given up since then; each counted up to so many. */
export function* countIdleOrders(
  customerId: CustomerId,
  since: number,
  upTo: number,
): Phase<{ readonly open: number; readonly givenUp: number }> {
  const count = (found: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${found} LIMIT ?))`;
  const row = yield* one<{ open: number; givenUp: number }>(
    `SELECT ${count("orders WHERE customer_id = ? AND status = 'processing'")} AS open,
       ${count("orders WHERE customer_id = ? AND given_up_at >= ? AND status = 'cancelled'")} AS givenUp`,
    customerId,
    upTo,
    customerId,
    since,
    upTo,
  );
  return row ?? { open: 0, givenUp: 0 };
}

/** Orders that may still be filled: neither final nor being closed. */
export function* listOpenOrders(): Phase<OrderRow[]> {
  return yield* all<OrderRow>(
    `SELECT ${ORDER_COLUMNS} FROM orders WHERE status = 'processing' AND cancel_requested = 0
     ORDER BY id`,
  );
}
