/** Reads orders: one of a customer's, any of the desk's, the orders of one call, a page of them. */
import { DeskError } from "../../domain/errors.js";
import { type BatchId, type CustomerId, isOrderId, type OrderId } from "../../domain/ids.js";
import type { Order } from "../../domain/order.js";
import { legsOfOrder } from "../../store/leg-lists.js";
import {
  findOrder,
  firstOrdersOfBatches,
  type OrderRow,
  ordersOfBatch,
} from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import { whyItRests } from "../book/resting.js";
import { type Engine, type Moment, momentOf } from "../context.js";
import { orderOfRow } from "../order-of-row.js";
import { searchOrders, type WantedOrders } from "./search-orders.js";

/** With why it rests, or waits to be signed. */
export function* wholeOrder(row: OrderRow, moment: Moment): Phase<Order> {
  const order = orderOfRow(row, yield* legsOfOrder(row.id));
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
    return orderOfRow(row, yield* legsOfOrder(row.id));
  });
}

/** The orders of one call, in their order. */
export async function readBatch(engine: Engine, batchId: BatchId): Promise<Order[]> {
  const moment = momentOf(engine);
  return engine.database.read(function* () {
    const orders: Order[] = [];
    for (const row of yield* ordersOfBatch(batchId)) orders.push(yield* wholeOrder(row, moment));
    return orders;
  });
}

/** The batch an order of the customer belongs to; undefined when it is none of theirs. */
export async function readBatchId(
  engine: Engine,
  customerId: CustomerId,
  orderId: OrderId,
): Promise<BatchId | undefined> {
  const order = isOrderId(orderId)
    ? await engine.database.read(() => findOrder(orderId))
    : undefined;
  return order?.customer_id === customerId ? order.batch_id : undefined;
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
      const orders: Order[] = [];
      for (const row of yield* ordersOfBatch(batchId)) orders.push(yield* wholeOrder(row, moment));
      batches.push(orders);
    }
    return { batches, nextCursor: found.length > limit ? page.at(-1)?.id : undefined };
  });
}

export function orderNotFound(): DeskError {
  return new DeskError("ORDER_NOT_FOUND", "You have no order with this id.");
}
