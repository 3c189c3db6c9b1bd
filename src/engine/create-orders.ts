/** Creates the orders of one call: all of them, paid and planned in one transaction, or nothing. */
import type { Address } from "../domain/address.js";
import { type Candidate, deliverable } from "../domain/allocation.js";
import { assert, present } from "../domain/assert.js";
import { DeskError, insufficientBalance } from "../domain/errors.js";
import type { BatchId, CustomerId, OrderId } from "../domain/ids.js";
import { formatInteger, sumSun, sun, toTrx } from "../domain/money.js";
import { type OrderRequest, requestHash } from "../domain/order-request.js";
import { costSun } from "../domain/price.js";
import { MIN_CHUNK, resourceTitle } from "../domain/resource.js";
import {
  type Door,
  findStoredAnswer,
  type IdempotencyScope,
  insertStoredAnswer,
} from "../store/idempotency.js";
import { availableOf, balanceOf, heldOf, move, type Transfer } from "../store/ledger.js";
import { insertBatch, insertOrder, type NewOrder } from "../store/orders.js";
import type { Phase } from "../store/phase.js";
import { type Engine, type Moment, momentOf } from "./context.js";
import { assertAboveFloor, priceNow } from "./market.js";
import { planLegs } from "./plan-legs.js";
import { type Pool, readPool } from "./pool.js";
import { quotedPrice } from "./quote-orders.js";

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

/**
 * Creates orders. Throws a `DeskError` when they cannot be created, and then nothing was debited. The caller has been
 * admitted (see admission.ts) already.
 */
export async function createOrders(engine: Engine, call: CreateCall): Promise<CreateAnswer> {
  const scope = scopeOf(call);
  const hash = scope || call.request.quoteId ? requestHash(call.request) : "";
  const stored = scope && engine.database.read(() => storedAnswer(scope, hash));
  if (stored) return stored;
  engine.gates.assertOpen();
  const inProgress = scope && `${scope.customerId} ${scope.door} ${scope.key}`;
  if (inProgress && engine.inProgress.has(inProgress)) {
    throw new DeskError(
      "IDEMPOTENCY_IN_PROGRESS",
      "A call with this Idempotency-Key is being worked on. Send it again in a moment to get its answer.",
    );
  }
  if (inProgress) engine.inProgress.add(inProgress);
  try {
    assertAboveFloor(engine.market, call.request);
    if (call.request.type === "Fast") engine.gates.assertFastPossible();
    await engine.receivers.assertDeliverable(call.request.receivers);
    return await commitOrders(engine, call, scope, hash);
  } finally {
    if (inProgress) engine.inProgress.delete(inProgress);
  }
}

async function commitOrders(
  engine: Engine,
  call: CreateCall,
  scope: IdempotencyScope | undefined,
  hash: string,
): Promise<CreateAnswer> {
  engine.gates.assertOpen();
  const moment = momentOf(engine);
  const ids = { batch: engine.newId(), orders: call.request.receivers.map(() => engine.newId()) };
  const created = await engine.database.commit(() =>
    createPhase(engine, call, { scope, hash, ids, moment }),
  );
  if (!created.replayed) {
    engine.load.planned(created.legs);
    engine.signals.emit("planned");
  }
  return created;
}

interface Creation {
  readonly scope: IdempotencyScope | undefined;
  readonly hash: string;
  readonly ids: { readonly batch: BatchId; readonly orders: readonly OrderId[] };
  readonly moment: Moment;
}

/** The one decision: stored answer, price, balance, capacity, then every row. */
function* createPhase(
  engine: Engine,
  call: CreateCall,
  { scope, hash, ids, moment }: Creation,
): Phase<CreateAnswer & { legs: number }> {
  const stored = scope && (yield* storedAnswer(scope, hash));
  if (stored) return { ...stored, legs: 0 };
  const { request, customerId } = call;
  const { at } = moment;
  const priceSun = request.quoteId
    ? yield* quotedPrice(customerId, request.quoteId, hash, at)
    : priceNow(engine.market, request);
  const paidSun = costSun(request.amount, priceSun, request.duration);
  const totalSun = sumSun(request.receivers.map(() => paidSun));
  const { availableSun } = yield* balanceOf(customerId);
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
  return { body, replayed: false, orderIds: ids.orders, legs };
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

function scopeOf(call: CreateCall): IdempotencyScope | undefined {
  if (call.idempotencyKey === undefined) return undefined;
  return { customerId: call.customerId, door: call.door, key: call.idempotencyKey };
}

function* storedAnswer(scope: IdempotencyScope, hash: string): Phase<CreateAnswer | undefined> {
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
