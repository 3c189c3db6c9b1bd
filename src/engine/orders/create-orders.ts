/** Creates the orders of one call: all of them, paid and planned in one transaction, or nothing. */
import { DeskError } from "../../domain/errors.js";
import { type OrderRequest, requestHash } from "../../domain/order-request.js";
import type { IdempotencyScope } from "../../store/idempotency.js";
import type { Phase } from "../../store/phase.js";
import { type Engine, momentOf } from "../context.js";
import { assertAboveFloor, priceNow } from "../prices/market.js";
import {
  type CreateAnswer,
  type CreateCall,
  type Created,
  type Creation,
  createPhase,
  scopeOf,
  storedAnswer,
} from "./create-phase.js";
import { quotedPrice } from "./quote-orders.js";

/**
 * Creates orders. Throws a `DeskError` when they cannot be created, and then nothing was debited. The caller has been
 * admitted (see admission.ts) already.
 */
export async function createOrders(engine: Engine, call: CreateCall): Promise<CreateAnswer> {
  const scope = scopeOf(call);
  const hash = scope || call.request.quoteId ? requestHash(call.request) : "";
  const stored = scope && (await engine.database.read(() => storedAnswer(scope, hash)));
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
    await assertCreatable(engine, call.request);
    return await commitOrders(engine, call, scope, hash);
  } finally {
    if (inProgress) engine.inProgress.delete(inProgress);
  }
}

/**
 * The stored answer of the call's Idempotency-Key; undefined when there is none. For bodies that would be refused today:
 * whoever repeats one that created orders must not hear that nothing was debited.
 */
export async function answerBefore(
  engine: Engine,
  call: CreateCall,
): Promise<CreateAnswer | undefined> {
  const scope = scopeOf(call);
  return scope && engine.database.read(() => storedAnswer(scope, requestHash(call.request)));
}

async function commitOrders(
  engine: Engine,
  call: CreateCall,
  scope: IdempotencyScope | undefined,
  hash: string,
): Promise<CreateAnswer> {
  engine.gates.assertOpen();
  const { customerId, request } = call;
  const { quoteId } = request;
  const moment = momentOf(engine);
  function* priceOf(): Phase<number> {
    if (!quoteId) return priceNow(engine.market, request);
    return yield* quotedPrice(customerId, quoteId, hash, moment.at);
  }
  const ids = newIds(engine, request.receivers.length);
  const creation = { scope, hash, moment, ids, priceOf };
  const created = await engine.database.commit(() => createPhase(call, creation));
  ordersCreated(engine, created);
  return created;
}

/** Ids for a batch and its orders. */
export function newIds(engine: Engine, orders: number): Creation["ids"] {
  return { batch: engine.newId(), orders: Array.from({ length: orders }, () => engine.newId()) };
}

/** What must hold before the transaction: the price, the chain in sight, and valid receivers. */
export async function assertCreatable(engine: Engine, request: OrderRequest): Promise<void> {
  engine.gates.assertOpen();
  engine.gates.assertChainRead();
  // A quote was above the floor when it was given, and binds the price.
  if (!request.quoteId) assertAboveFloor(engine.market, request);
  if (request.type === "Fast") engine.gates.assertFastPossible();
  await engine.receivers.assertDeliverable(request.receivers);
}

/** After the commit: the signer is woken for what was planned. */
export function ordersCreated(engine: Engine, created: Created): void {
  if (created.replayed) return;
  engine.load.created(created.legs);
  engine.signals.emit("planned");
}
