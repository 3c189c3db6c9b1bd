/** The transaction that creates the orders of one call; the doors differ in what they check before it. */
import type { Address } from "../domain/address.js";
import { type Candidate, deliverable } from "../domain/allocation.js";
import { assert, present } from "../domain/assert.js";
import { DeskError, insufficientBalance } from "../domain/errors.js";
import type { BatchId, CustomerId, OrderId } from "../domain/ids.js";
import { formatInteger, sumSun, sun, toTrx } from "../domain/money.js";
import type { OrderRequest } from "../domain/order-request.js";
import { costSun } from "../domain/price.js";
import { MIN_CHUNK, resourceTitle } from "../domain/resource.js";
import {
  type Door,
  findStoredAnswer,
  type IdempotencyScope,
  insertStoredAnswer,
} from "../store/idempotency.js";
import { availableOf, availableSunOf, heldOf, move, type Transfer } from "../store/ledger.js";
import { findOrder, insertBatch, insertOrder, type NewOrder } from "../store/orders.js";
import type { Phase } from "../store/phase.js";
import type { Engine, Moment } from "./context.js";
import { planLegs } from "./plan-legs.js";
import { type Pool, readPool } from "./pool.js";

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

/** What the transaction created; a replay created nothing. */
export interface Created extends CreateAnswer {
  readonly batchId: BatchId;
  readonly legs: number;
}

/** What is decided before the transaction: ids, the moment, and where the price comes from. */
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
  engine: Engine,
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
  if (request.type === "Manual") throw noBook();

  const orders = request.receivers.map((receiver, index) =>
    newOrder(call, receiver, present(ids.orders[index], "an id for each"), ids.batch, priceSun, at),
  );
  const pool = yield* readPool(engine.policy, request.resource, request.duration);
  yield* insertBatch({
    id: ids.batch,
    customerId,
    door: call.door,
    quoteId: request.quoteId,
    at,
  });
  const free = pool?.owners.map((owner) => ({ ...owner, mayLock: false })) ?? [];
  let legs = 0;
  for (const order of orders) {
    yield* insertOrder(order);
    const planned = yield* plan(order, pool, moment);
    if (planned === undefined) throw noCapacity(order, readyFor(order, free, pool));
    legs += planned;
  }
  const moved = yield* move(...orders.map(holdTransfer));
  assert(moved.size === orders.length, "an order was held twice");
  const body = answerOf(orders);
  if (scope) yield* insertStoredAnswer(scope, hash, body, at);
  return { body, replayed: false, orderIds: ids.orders, legs, batchId: ids.batch };
}

function* plan(order: NewOrder, pool: Pool | undefined, moment: Moment): Phase<number | undefined> {
  if (!pool || moment.headTimestampMs === 0) return undefined;
  const entry = { ...order, price_sun: order.priceSun };
  return yield* planLegs(entry, order.amount, pool, { moment, sequence: 1 });
}

/** Units the pool could deliver to the receiver before any entry of this call. */
function readyFor(order: NewOrder, free: readonly Candidate[], pool: Pool | undefined): number {
  if (!pool) return 0;
  const others = free.filter(({ owner }) => owner !== order.receiver);
  return deliverable(others, MIN_CHUNK[order.resource], pool.stake);
}

function newOrder(
  call: CreateCall,
  receiver: Address,
  id: OrderId,
  batchId: BatchId,
  priceSun: number,
  at: number,
): NewOrder {
  const { type, resource, amount, duration } = call.request;
  return {
    id,
    batchId,
    customerId: call.customerId,
    receiver,
    type,
    resource,
    amount,
    duration,
    priceSun,
    paidSun: costSun(amount, priceSun, duration),
    at,
  };
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
  const order = yield* findOrder(present(orderIds[0], "a stored answer names its orders"));
  return present(order, "the order of a stored answer").batch_id;
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

function noCapacity(order: NewOrder, available: number): DeskError {
  return new DeskError(
    "NO_CAPACITY",
    `The desk can deliver ${formatInteger(available)} ${resourceTitle(order.resource)} now, which is too little for this order. Ask for less, or later; nothing was debited.`,
    { available },
  );
}

function noBook(): DeskError {
  return new DeskError(
    "NO_CAPACITY",
    "No seller offers at this price. Nothing was debited; a Fast order is delivered at once.",
    { available: 0 },
  );
}
