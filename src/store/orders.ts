/** Orders and the batches they were created in. */
import type { Address } from "../domain/address.js";
import type { Duration } from "../domain/duration.js";
import type { BatchId, CustomerId, OrderId } from "../domain/ids.js";
import type { Sun } from "../domain/money.js";
import { type CloseReason, ORDER_STATUSES, type OrderStatus } from "../domain/order.js";
import { ORDER_TYPES } from "../domain/order-request.js";
import { RESOURCES } from "../domain/resource.js";
import { all, column, exists, marks, one, type Phase, run, type SqlValue } from "./phase.js";
import { flag, integer, oneOf, type RowOf, sets, table, text } from "./table.js";

export const ORDERS = table(
  "orders",
  {
    id: text<OrderId>().key.check("length(id) = 24").fixed,
    batch_id: text<BatchId>().references("batch").fixed,
    customer_id: text<CustomerId>().references("customer").fixed,
    receiver: text<Address>().fixed,
    type: oneOf(ORDER_TYPES).fixed,
    resource: oneOf(RESOURCES).fixed,
    amount: integer().check("amount > 0").fixed,
    duration: text<Duration>().fixed,
    price_sun: integer().check("price_sun > 0"),
    paid_sun: integer<Sun>().check("paid_sun BETWEEN 1 AND 9007199254740991"),
    /** Of a Manual order, as the customer gave them: JSON. */
    options: text().orNull.fixed,
    status: oneOf(ORDER_STATUSES),
    cancel_requested: flag().default(0),
    cancel_reason: text<CloseReason>().orNull,
    filled_amount: integer().default(0).check("filled_amount BETWEEN 0 AND amount"),
    posted_sun: integer().default(0).check("posted_sun >= 0"),
    refunded_sun: integer().default(0).check("refunded_sun >= 0"),
    /** Units that are in no leg that lives: a Fast order's are planned again, a Manual order rests in the book with them. */
    unplanned_amount: integer().default(0).check("unplanned_amount BETWEEN 0 AND amount"),
    first_death_at: integer().orNull,
    created_at: integer().fixed,
    finished_at: integer().orNull,
    /** Only Manual orders have one. */
    deadline_at: integer().orNull,
    /** 1 while an order of a bulk call waits until all orders of the call can start together. */
    bulk_waiting: flag().default(0),
    /** Given back at the desk's cost for what its delegations fell short of. */
    shortfall_sun: integer().default(0).check("shortfall_sun BETWEEN 0 AND paid_sun"),
    /** What came back because delivered units cost less than was held for them; a part of refunded_sun. */
    improved_sun: integer().default(0).check("improved_sun BETWEEN 0 AND refunded_sun"),
    /** Its rank among the resting orders of its price: its id, or a later one since it was changed. */
    queue_key: text(),
    /** How often its price was changed. */
    price_changes: integer().default(0),
    /** The customer's own name for the call. */
    reference: text().orNull.fixed,
    /** When its customer or its deadline ended it although the desk could have filled it; null of all others. Wall time. */
    given_up_at: integer().orNull,
    /** 1: what is not locked is not delivered. */
    require_lock: flag().default(0).fixed,
  },
  {
    checks: [
      "posted_sun + refunded_sun <= paid_sun",
      "status = 'processing' OR posted_sun + refunded_sun = paid_sun",
    ],
    isNumbered: true,
    isKept: true,
    sql: `
-- A customer's orders by age: lists, searches, the statement, what was spent.
CREATE INDEX orders_of_customer ON orders (customer_id, id);
-- The orders of a call: cards, notifications, whether a bulk call may start.
CREATE INDEX orders_of_batch ON orders (batch_id);
-- Fast orders with something to be planned again.
CREATE INDEX orders_unplanned ON orders (id)
  WHERE unplanned_amount > 0 AND status = 'processing' AND type = 'Fast';
-- The calls with something in the book, whose cards are looked at a few at a time.
CREATE INDEX orders_resting_of_batch ON orders (batch_id)
  WHERE unplanned_amount > 0 AND status = 'processing' AND type = 'Manual';
-- Orders whose deadline has passed: closed.
CREATE INDEX orders_by_deadline ON orders (deadline_at)
  WHERE deadline_at IS NOT NULL AND status = 'processing' AND cancel_requested = 0;
-- The bids of the book, the best price first, and their sums by price from the index alone.
CREATE INDEX orders_resting ON orders (resource, price_sun DESC, queue_key, duration, unplanned_amount)
  WHERE unplanned_amount > 0 AND status = 'processing' AND type = 'Manual';
-- A customer's orders of each status by age: their lists, and how many are open, counted before another. Three, since an order that is
-- created dirties the smallest of them alone.
CREATE INDEX orders_open ON orders (customer_id, id, status) WHERE status = 'processing';
CREATE INDEX orders_completed ON orders (customer_id, id) WHERE status = 'completed';
CREATE INDEX orders_cancelled ON orders (customer_id, id) WHERE status = 'cancelled';
-- Those of them that were given up today: counted before another.
CREATE INDEX orders_given_up ON orders (customer_id, given_up_at, status)
  WHERE given_up_at IS NOT NULL AND status = 'cancelled';`,
    triggers: [
      {
        name: "order_status_is_final",
        on: "BEFORE UPDATE OF status",
        when: "OLD.status <> 'processing' AND NEW.status <> OLD.status",
        refuses: "a final order stays as it is",
      },
      {
        name: "batch_is_watched",
        on: "AFTER UPDATE OF status, filled_amount, refunded_sun",
        when: "NEW.status <> OLD.status OR NEW.filled_amount <> OLD.filled_amount OR NEW.refunded_sun <> OLD.refunded_sun",
        does: [
          "UPDATE watched_batch SET changed = 1 WHERE batch_id = NEW.batch_id AND changed = 0",
        ],
      },
      // A changed order is redrawn on its cards.
      {
        name: "batch_terms_are_watched",
        on: "AFTER UPDATE OF price_sun, deadline_at",
        does: [
          "UPDATE watched_batch SET changed = 1 WHERE batch_id = NEW.batch_id AND changed = 0",
        ],
      },
    ],
  },
);

export type OrderRow = RowOf<typeof ORDERS>;

/** A Manual order begins unplanned. */
export type NewOrder = Parameters<typeof ORDERS.add>[0] & Pick<OrderRow, "require_lock">;

/** Of one call. */
export const insertOrders = (orders: readonly NewOrder[]) => ORDERS.addAll(orders);

export const findOrder = (id: OrderId) => ORDERS.one("WHERE id = ?", id);

/** Each of them once. */
export const findOrders = (ids: readonly OrderId[]) =>
  ORDERS.all(`WHERE id IN (${marks(ids)})`, ...ids);

/** Those of the orders that are not final. */
export const openOrdersAmong = (ids: readonly OrderId[]) =>
  column<OrderId>(
    `SELECT id FROM orders WHERE id IN (${marks(ids)}) AND status = 'processing'`,
    ...ids,
  );

/** What a customer can change of an order that rests, and what is held with it. */
const TERMS = ["price_sun", "paid_sun", "deadline_at", "queue_key", "price_changes"] as const;
/** What changes during its life: all else that is not fixed. */
const LIFE = ORDERS.changing.filter((column) => !TERMS.some((term) => term === column));

/** Writes the columns of an order that change during its life. */
export const updateOrder = (order: OrderRow) =>
  run(UPDATE_LIFE, ...LIFE.map((column) => order[column]), order.id);
const UPDATE_LIFE = `UPDATE orders SET ${sets(LIFE)} WHERE id = ?`;

/** Writes what a customer can change of an order that rests, and what is held with it. */
export const updateTerms = (order: OrderRow) =>
  run(
    `UPDATE orders SET ${sets(TERMS)} WHERE id = ?`,
    ...TERMS.map((column) => order[column]),
    order.id,
  );

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
    `SELECT ${ORDERS.columns} FROM ${from} AND ${sql} ORDER BY ${order} LIMIT ?`,
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
export const isOrderOfGroup = (id: OrderId, chatId: number) =>
  exists(
    `orders JOIN flow ON flow.batch_id = orders.batch_id
     WHERE orders.id = ? AND +flow.chat_id = ? AND +flow.is_group = 1`,
    id,
    chatId,
  );

export const ordersOfBatch = (batchId: BatchId) =>
  ORDERS.all("WHERE batch_id = ? ORDER BY id", batchId);

/** Fast orders with units in no living leg: those after the given one first, oldest first, then the others. */
export const listUnplannedOrders = (limit: number, after: string) =>
  ORDERS.all(
    `WHERE unplanned_amount > 0 AND status = 'processing'
       AND type = 'Fast' ORDER BY id <= ?, id LIMIT ?`,
    after,
    limit,
  );

/** Fast orders with planned legs that were created, or had their first dead leg, by this time (wall time). */
export const listUnsignedOrders = (upTo: number, limit: number) =>
  column<OrderId>(
    `SELECT DISTINCT o.id FROM leg CROSS JOIN orders AS o ON o.id = leg.order_id
     WHERE leg.state = 'planned' AND leg.compensates IS NULL AND o.type = 'Fast'
       AND o.status = 'processing' AND o.cancel_requested = 0
       AND coalesce(o.first_death_at, o.created_at) <= ? LIMIT ?`,
    upTo,
    limit,
  );

export function* newestOrderId(): Phase<OrderId | undefined> {
  return (yield* one<{ id: OrderId }>("SELECT id FROM orders ORDER BY id DESC LIMIT 1"))?.id;
}

/** How many of a customer's orders are open, and how many were given up since then: with a limit of both, few are counted. */
export function* countIdleOrders(
  customerId: CustomerId,
  since: number,
): Phase<{ readonly open: number; readonly givenUp: number }> {
  const row = yield* one<{ open: number; givenUp: number }>(
    `SELECT (SELECT count(*) FROM orders WHERE customer_id = ? AND status = 'processing') AS open,
       (SELECT count(*) FROM orders
        WHERE customer_id = ? AND given_up_at >= ? AND status = 'cancelled') AS "givenUp"`,
    customerId,
    customerId,
    since,
  );
  return row ?? { open: 0, givenUp: 0 };
}

/** Orders that may still be filled: neither final nor being closed. */
export const listOpenOrders = () =>
  ORDERS.all(`WHERE status = 'processing' AND cancel_requested = 0
     ORDER BY id`);
