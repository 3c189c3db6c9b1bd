/** The transaction that creates the orders of one call; the doors differ in what they check before it. */
import { assert, present } from "../../domain/assert.js";
import { DeskError, insufficientBalance } from "../../domain/errors.js";
import type { BatchId, CustomerId, OrderId } from "../../domain/ids.js";
import { sumSun, sun, toTrx } from "../../domain/money.js";
import type { OrderRequest } from "../../domain/order-request.js";
import { costSun } from "../../domain/price.js";
import {
  type Door,
  findStoredAnswer,
  type IdempotencyScope,
  insertStoredAnswer,
} from "../../store/idempotency.js";
import { availableOf, availableSunOf, heldOf, move, type Transfer } from "../../store/ledger.js";
import { findOrder, insertBatch, insertOrder, type NewOrder } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import { enterBook } from "../book/match-order.js";
import type { Moment } from "../context.js";
import { manualTermsOf } from "../manual-options.js";
import { deliverNow } from "./deliver-now.js";

export interface CreateCall {
  readonly customerId: CustomerId;
  readonly door: Door;
  readonly request: OrderRequest;
  readonly idempotencyKey: string | undefined;
}

/** The body of the answer, ready to send; a replay gives the very same text. */
export interface CreateAnswer {
  readonly body: string;
  readonly replayed: boolean;
  readonly orderIds: readonly OrderId[];
}

/** What the transaction created; nothing for a replay. */
export interface Created extends CreateAnswer {
  readonly batchId: BatchId;
  readonly legs: number;
}

/** What is decided before the transaction: ids, the time, and the source of the price. */
export interface Creation {
  readonly scope: IdempotencyScope | undefined;
  readonly hash: string;
  readonly ids: { readonly batch: BatchId; readonly orders: readonly OrderId[] };
  readonly moment: Moment;
  /** The price of a unit, looked up or bound inside the transaction; throws when there is none. */
  readonly priceOf: () => Phase<number>;
}

/** The one decision: stored answer, price, balance, capacity, then every row. Throws a `DeskError` to refuse. */
export function* createPhase(
  call: CreateCall,
  { scope, hash, ids, moment, priceOf }: Creation,
): Phase<Created> {
  const stored = scope && (yield* storedAnswer(scope, hash));
  if (stored) return { ...stored, legs: 0, batchId: yield* batchOf(stored.orderIds) };
  const { request, customerId } = call;
  const { at } = moment;
  const priceSun = yield* priceOf();
  const paidSun = costSun(request.amount, priceSun, request.duration);
  const totalSun = sumSun(request.receivers.map(() => paidSun));
  const availableSun = yield* availableSunOf(customerId);
  if (availableSun < totalSun) throw insufficientBalance(totalSun, availableSun);

  const terms = manualTermsOf(request, at + moment.policy.manualDeadlineMs);
  const orders = request.receivers.map((receiver, index): NewOrder => {
    const id = present(ids.orders[index], "an id for each");
    const { type, resource, amount, duration } = request;
    const asked = { receiver, type, resource, amount, duration, priceSun, paidSun, manual: terms };
    return { id, batchId: ids.batch, customerId, ...asked, at };
  });
  yield* insertBatch({
    id: ids.batch,
    customerId,
    door: call.door,
    quoteId: request.quoteId,
    at,
  });
  for (const order of orders) yield* insertOrder(order);
  const legs = yield* terms ? enterBook(orders, moment) : deliverNow(orders, moment);
  const moved = yield* move(...orders.map(holdTransfer));
  assert(moved.size === orders.length, "an order was held twice");
  const body = answerOf(orders);
  if (scope) yield* insertStoredAnswer(scope, hash, body, at);
  return { body, replayed: false, orderIds: ids.orders, legs, batchId: ids.batch };
}

function holdTransfer(order: NewOrder): Transfer {
  return {
    id: `${order.id}:hold`,
    from: availableOf(order.customerId),
    to: heldOf(order.customerId),
    amountSun: sun(order.paidSun),
    at: order.at,
  };
}

/** Exactly the fields of the order contract. */
function answerOf(orders: readonly NewOrder[]): string {
  const entries = orders.map((order) => ({
    orderId: order.id,
    receiver: order.receiver,
    type: order.type,
    resourceType: order.resource,
    resourceAmount: order.amount,
    price: order.priceSun,
    paidAmount: toTrx(order.paidSun),
    status: "processing",
    createdAt: order.at,
  }));
  return JSON.stringify({ success: true, data: { count: entries.length, orders: entries } });
}

export function scopeOf(call: CreateCall): IdempotencyScope | undefined {
  if (call.idempotencyKey === undefined) return undefined;
  return { customerId: call.customerId, door: call.door, key: call.idempotencyKey };
}

function* batchOf(orderIds: readonly OrderId[]): Phase<BatchId> {
  const id = present(orderIds[0], "a stored answer names its orders");
  return present(yield* findOrder(id), `order ${id} of a stored answer`).batch_id;
}

export function* storedAnswer(
  scope: IdempotencyScope,
  hash: string,
): Phase<CreateAnswer | undefined> {
  const row = yield* findStoredAnswer(scope);
  if (!row) return undefined;
  if (row.request_hash !== hash) {
    throw new DeskError(
      "IDEMPOTENCY_KEY_REUSED",
      "This Idempotency-Key was used for another order. Use a new key for each new order.",
    );
  }
  const { data } = JSON.parse(row.answer) as { data: { orders: { orderId: OrderId }[] } };
  return {
    body: row.answer,
    replayed: true,
    orderIds: data.orders.map(({ orderId }) => orderId),
  };
}
