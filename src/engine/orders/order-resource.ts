/** The order as customers see it: the fields of the contract and the detail behind its status. */
import type { Duration } from "../../domain/duration.js";
import { DeskError } from "../../domain/errors.js";
import { type BatchId, type CustomerId, isOrderId, type OrderId } from "../../domain/ids.js";
import { toTrx } from "../../domain/money.js";
import type { OrderStatus } from "../../domain/order.js";
import { legsOfOrder } from "../../store/leg-lists.js";
import type { LegRow } from "../../store/legs.js";
import { findOrder, type OrderRow, ordersOfBatch } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import { type Resting, restingOf } from "../book/resting.js";
import { type Engine, type Moment, momentOf } from "../context.js";
import { searchOrders, type WantedOrders } from "./search-orders.js";

/** Money in TRX, `price` in SUN per unit, amounts in units, times in Unix milliseconds. */
export interface OrderResource {
  readonly orderId: OrderId;
  readonly receiver: string;
  readonly type: string;
  readonly resourceType: string;
  readonly resourceAmount: number;
  readonly price: number;
  readonly paidAmount: number;
  readonly status: OrderStatus;
  readonly createdAt: number;
  readonly duration: Duration;
  readonly filledAmount: number;
  readonly refundedAmount: number;
  /** What was delivered so far costs; with `heldAmount` and `refundedAmount` it adds up to `paidAmount`. */
  readonly spentAmount: number;
  readonly heldAmount: number;
  /** Units that nobody delivers yet: they rest in the book, or are planned anew. */
  readonly restingAmount: number;
  /** When a Manual order is closed and the rest refunded, in wall time. */
  readonly deadline: number | null;
  readonly cancelRequested: boolean;
  readonly cancelReason: string | null;
  /** When the last delegation ends, in chain time; null until one is delivered. */
  readonly expiresAt: number | null;
  readonly options: unknown;
  readonly delegations: readonly DelegationResource[];
  /** Why it rests; only where it does. */
  readonly resting?: Resting;
  /** What is wrong with the chain; only while a delegation waits to be signed for that. */
  readonly waitsFor?: string;
}

export interface DelegationResource {
  readonly owner: string;
  readonly amount: number;
  /** The part of the price that is for this delegation; a dead one cost nothing. */
  readonly cost: number;
  readonly txid: string | null;
  readonly state: string;
  readonly locked: boolean;
  readonly delegatedAt: number | null;
  readonly expiresAt: number | null;
  readonly reclaimTxid?: string;
}

export function orderResource(order: OrderRow, legs: readonly LegRow[]): OrderResource {
  const ends = legs.flatMap((leg) => (leg.expires_at === null ? [] : [leg.expires_at]));
  return {
    orderId: order.id,
    receiver: order.receiver,
    type: order.type,
    resourceType: order.resource,
    resourceAmount: order.amount,
    price: order.price_sun,
    paidAmount: toTrx(order.paid_sun),
    status: order.status,
    createdAt: order.created_at,
    duration: order.duration,
    filledAmount: order.filled_amount,
    refundedAmount: toTrx(order.refunded_sun + order.shortfall_sun),
    spentAmount: toTrx(Math.max(0, order.posted_sun - order.shortfall_sun)),
    heldAmount: toTrx(order.paid_sun - order.posted_sun - order.refunded_sun),
    restingAmount: order.unplanned_amount,
    deadline: order.deadline_at,
    cancelRequested: order.cancel_requested === 1,
    // A cancel that came too late cancelled nothing.
    cancelReason: order.status === "completed" ? null : order.cancel_reason,
    expiresAt: ends.length > 0 ? Math.max(...ends) : null,
    options: order.options === null ? null : JSON.parse(order.options),
    delegations: legs.map(delegationResource),
  };
}

function delegationResource(leg: LegRow): DelegationResource {
  return {
    owner: leg.owner,
    amount: leg.units,
    cost: leg.makes_good ? 0 : toTrx(leg.amount_sun),
    txid: leg.txid,
    state: leg.state,
    locked: leg.locked === 1,
    delegatedAt: leg.delegated_at,
    expiresAt: leg.expires_at,
    ...(leg.reclaim_txid === null ? {} : { reclaimTxid: leg.reclaim_txid }),
  };
}

function* wholeOrder(row: OrderRow, moment: Moment): Phase<OrderResource> {
  const legs = yield* legsOfOrder(row.id);
  const order = orderResource(row, legs);
  const { chainProblem } = moment;
  if (chainProblem && legs.some(({ state }) => state === "planned")) {
    return { ...order, waitsFor: chainProblem };
  }
  const resting = yield* restingOf(row, moment);
  return resting ? { ...order, resting } : order;
}

/** Throws ORDER_NOT_FOUND, also for somebody else's order. */
export function readOrder(engine: Engine, customerId: CustomerId, orderId: OrderId): OrderResource {
  const moment = momentOf(engine);
  return engine.database.read(function* () {
    const row = isOrderId(orderId) ? yield* findOrder(orderId) : undefined;
    if (!row || row.customer_id !== customerId) throw orderNotFound();
    return yield* wholeOrder(row, moment);
  });
}

/** The orders of one call, in their order, with whose they are. */
export function readBatch(
  engine: Engine,
  batchId: BatchId,
): (OrderResource & { customerId: CustomerId })[] {
  const moment = momentOf(engine);
  return engine.database.read(function* () {
    const orders: (OrderResource & { customerId: CustomerId })[] = [];
    for (const order of yield* ordersOfBatch(batchId)) {
      const resource = yield* wholeOrder(order, moment);
      orders.push({ ...resource, customerId: order.customer_id });
    }
    return orders;
  });
}

/** The batch an order of the customer belongs to; undefined when it is none of his. */
export function readBatchId(
  engine: Engine,
  customerId: CustomerId,
  orderId: OrderId,
): BatchId | undefined {
  const order = isOrderId(orderId) ? engine.database.read(() => findOrder(orderId)) : undefined;
  return order?.customer_id === customerId ? order.batch_id : undefined;
}

export interface OrderPage {
  readonly orders: readonly OrderResource[];
  /** Give it as `cursor` for the next page, which a filter may leave short or empty; null on the last one. */
  readonly nextCursor: string | null;
}

/** One page of a customer's orders, newest first; orders created meanwhile do not shift later pages. */
export function readOrders(
  engine: Engine,
  wanted: WantedOrders & { readonly customerId: CustomerId },
): OrderPage {
  const moment = momentOf(engine);
  return engine.database.read(function* (): Phase<OrderPage> {
    const { rows, nextCursor } = yield* searchOrders(wanted, engine.now());
    const orders: OrderResource[] = [];
    for (const order of rows) orders.push(yield* wholeOrder(order, moment));
    return { orders, nextCursor };
  });
}

export function orderNotFound(): DeskError {
  return new DeskError("ORDER_NOT_FOUND", "You have no order with this id.");
}
