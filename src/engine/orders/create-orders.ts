/**
 * Creates the orders of one call: all of them, paid and planned in one transaction, or nothing. The channels differ in what they
 * check before it. A Fast order is planned at its creation, or refused.
 */

import { DAY_MS, utcMidnightMs } from "../../common/time.js";
import { assert, must } from "../../domain/assert.js";
import { DeskError } from "../../domain/errors.js";
import type { BatchId, CustomerId, OrderId } from "../../domain/ids.js";
import { formatInteger, type Sun, sumSun } from "../../domain/money.js";
import type { OrderTerms } from "../../domain/order.js";
import { type OrderRequest, requestHash } from "../../domain/order-request.js";
import { costSun, totalCostSun } from "../../domain/price.js";
import type { Spending } from "../../domain/team.js";
import { findCall, insertBatch, memberOfBatch, type NewBatch } from "../../store/batches.js";
import { toldOfOrders } from "../../store/chat/telegram-users.js";
import { availableOf, heldOf, move, type Transfer } from "../../store/ledger.js";
import { countIdleOrders, findOrder, insertOrders, type NewOrder } from "../../store/orders.js";
import { each, type Phase, together } from "../../store/phase.js";
import { enterBook } from "../book/match-order.js";
import { type Engine, type Market, type Moment, momentOf } from "../context.js";
import { commonOf, firstTermsOf, termsOfRow } from "../order-of-row.js";
import { assertAboveFloor, fastPriceAt, priceNow } from "../prices/market.js";
import { assertNotOfPool } from "../receiver-check.js";
import { spendableSunOf } from "../restored.js";
import { assertMay, assertMaySpend, type By, type Member, tooLittle } from "../teams/rights.js";
import { deliverNow, readStock } from "./deliver-now.js";
import { noCapacity } from "./no-capacity.js";
import { quotedHash, quotedPrice } from "./quote-orders.js";
import { tellOrdered } from "./tell-ordered.js";

interface CreateCall extends Pick<NewBatch, "customerId" | "channel"> {
  readonly idempotencyKey: string | undefined;
  readonly request: OrderRequest;
  /** Further orders of the same call, of another resource: all are created, or none. */
  readonly beside?: OrderRequest | undefined;
  /** Who orders; and of a team's, that somebody else has approved it, or judged it when it was booked. */
  readonly by?: By | undefined;
  readonly approved?: Approved | undefined;
  /** Why a new call would be refused now; a repeated call that created orders must not hear that nothing was debited. */
  readonly refusal?: DeskError | undefined;
  /** The beginning of the API key; none for an order from a chat. */
  readonly keyHint?: string | undefined;
}

interface Approved {
  /** Judged before, as all of it was booked: counted then. */
  readonly bookedAt?: number;
}

/** What a call created; a replay answers exactly the same. */
export interface CreateAnswer {
  readonly orders: readonly OrderTerms[];
  readonly replayed: boolean;
  readonly orderIds: readonly OrderId[];
  readonly batchId: BatchId;
}

/** What the transaction created; a replay planned nothing. */
export interface Created extends CreateAnswer {
  readonly legs: number;
}

/** What is decided before the transaction: ids, the time, and the source of the price. */
export interface Creation {
  readonly ids: { readonly batch: BatchId; readonly orders: readonly OrderId[] };
  readonly moment: Moment;
  /** The price of a unit, looked up or bound inside the transaction; throws when there is none. */
  readonly priceOf: (request: OrderRequest) => Phase<number>;
}

/**
 * Creates orders. Throws a `DeskError` when they cannot be created, and then nothing was debited. The caller has been
 * admitted (see admission.ts) already.
 */
export async function createOrders(engine: Engine, call: CreateCall): Promise<CreateAnswer> {
  const before = isNamed(call) && (await engine.database.read(() => answeredBefore(call)));
  if (before) return before;
  if (call.refusal) throw call.refusal;
  engine.gates.assertReady();
  const { customerId, channel, idempotencyKey } = call;
  if (idempotencyKey === undefined) return create(engine, call);
  const underWay = `${customerId} ${channel} ${idempotencyKey}`;
  if (engine.inProgress.has(underWay)) {
    throw new DeskError(
      "IDEMPOTENCY_IN_PROGRESS",
      "A call with this Idempotency-Key is still running. Send it again in a moment to get its answer.",
    );
  }
  engine.inProgress.add(underWay);
  try {
    return await create(engine, call);
  } finally {
    engine.inProgress.delete(underWay);
  }
}

async function create(engine: Engine, call: CreateCall): Promise<CreateAnswer> {
  await assertCreatable(engine, call.request);
  engine.gates.assertReady();
  const { customerId, request } = call;
  const { quoteId } = request;
  const moment = momentOf(engine);
  function* priceOf(): Phase<number> {
    if (!quoteId) return priceNow(engine.market, request);
    return yield* quotedPrice(customerId, quoteId, quotedHash(request), moment.at);
  }
  const ids = newIds(engine, request.receivers.length);
  const creation = { moment, ids, priceOf };
  const created = await engine.load.creating(() =>
    engine.database.commit(() => createPhase(call, creation)),
  );
  ordersCreated(engine, created);
  return created;
}

/** Ids for a batch and its orders. */
export function newIds(engine: Engine, orders: number): Creation["ids"] {
  return { batch: engine.newId(), orders: Array.from({ length: orders }, () => engine.newId()) };
}

/** What must hold before the transaction: the price, the chain in sight, and valid receivers. */
export async function assertCreatable(engine: Engine, request: OrderRequest): Promise<void> {
  engine.gates.assertReady();
  // A quote was above the floor when it was given, and binds the price.
  if (!request.quoteId) assertAboveFloor(engine.market, request);
  if (request.type === "Fast") engine.gates.assertKeepsUp();
  await engine.receivers.assertDeliverable(request.receivers);
}

/** After the commit: the signer is woken for what was planned. */
export function ordersCreated(engine: Engine, created: Created): void {
  if (created.replayed) return;
  engine.load.created(created.legs);
  engine.signals.emit("planned");
}

/** The one decision: whether it was made before, price, balance, capacity, then every row. Throws a `DeskError` to refuse. */
export function* createPhase(call: CreateCall, { ids, moment, priceOf }: Creation): Phase<Created> {
  const { request, beside, customerId } = call;
  const before = isNamed(call) && (yield* answeredBefore(call));
  if (before) return { ...before, legs: 0 };
  // Each is planned with what there was before both.
  assert(beside?.resource !== request.resource, "two orders of one resource in a call");
  const requests = beside ? [request, beside] : [request];
  const receivers = requests.flatMap((one) => one.receivers);
  const [, , { parts, totalSun, member }, stocks, told] = yield* together(
    assertNotOfPool(receivers),
    // Some ids may stay unused.
    assertRoomForOrders(customerId, receivers.length, moment),
    afford(call, requests, { moment, priceOf }),
    each(requests.map((one) => readStock(one, moment))),
    each(call.keyHint === undefined ? [] : [toldOfOrders(customerId)]),
  );
  const { at } = moment;

  yield* insertBatch({
    ...namesOf(call),
    by: member && {
      userId: member.member.user_id,
      keyId: member.key?.id,
      countsAt: call.approved?.bookedAt ?? moment.dueAt,
    },
    id: ids.batch,
    quoteId: request.quoteId,
    at,
    requestHash: isNamed(call) ? requestHash(request) : undefined,
  });
  const orders: NewOrder[] = [];
  let legs = 0;
  for (const [nth, part] of parts.entries()) {
    const rest = { batch: ids.batch, orders: ids.orders.slice(orders.length) };
    const some = newOrders(part, customerId, rest, moment);
    yield* insertOrders(some);
    if (part.request.type === "Fast") legs += yield* deliverNow(some, stocks[nth], moment);
    else {
      legs += yield* enterBook(some, moment);
      if (part.request.options.atOnce) yield* assertPlanned(some);
    }
    orders.push(...some);
  }
  const moved = yield* move(...orders.map(holdTransfer));
  assert(moved.size === orders.length, "an order was held twice");
  if (call.keyHint !== undefined) {
    const { resource, duration, amounts } = request;
    const asked = {
      resource,
      duration,
      receivers: amounts.length,
      units: amounts.reduce((sum, one) => sum + one, 0),
    };
    const { priceSun } = must(parts[0], "a call has a request");
    const facts = { keyHint: call.keyHint, paidSun: totalSun, priceSun, ...asked };
    yield* tellOrdered(told[0], ids.batch, facts, at);
  }
  return { ...answerOf(orders.map(termsOfRow), false), legs };
}

/** What a call costs, and the member of a team who orders. Throws unless the customer has the money, and they may spend it. */
function* afford(
  call: CreateCall,
  requests: readonly OrderRequest[],
  { moment, priceOf }: Omit<Creation, "ids">,
): Phase<{ parts: readonly Part[]; totalSun: Sun; member: Member | undefined }> {
  const parts: Part[] = [];
  for (const request of requests) parts.push({ request, priceSun: yield* priceOf(request) });
  const { totalSun } = spendingOf(parts, moment.market);
  const [member, availableSun] = yield* together(
    maySpend(call, parts, moment),
    spendableSunOf(call.customerId),
  );
  if (availableSun < totalSun) throw tooLittle(member, totalSun, availableSun);
  return { parts, totalSun, member };
}

/** Of a team: the member who orders. Throws `TeamRefusal` and `NeedsApproval`. */
function* maySpend(
  { customerId, by, approved }: CreateCall,
  parts: readonly Part[],
  { market, dueAt }: Moment,
): Phase<Member | undefined> {
  const acting = { customerId, by };
  if (approved?.bookedAt !== undefined) return yield* assertMay(acting, "order");
  const spent = { ...spendingOf(parts, market), isApproved: approved !== undefined };
  return yield* assertMaySpend(acting, spent, dueAt);
}

/** What a call would spend, as the right to it is judged. */
export function spendingOf(parts: readonly Part[], market: Market): Spending {
  const totalSun = sumSun(
    parts.map(({ request: { amounts, duration }, priceSun }) =>
      totalCostSun(amounts, priceSun, duration),
    ),
  );
  // The desk's own price of before may be above that of now: only one's own is judged.
  const isAboveFast = parts.some(
    ({ request: { type, resource, duration }, priceSun }) =>
      type === "Manual" && priceSun > fastPriceAt(market, resource, duration),
  );
  const wallets = parts.flatMap(({ request }) => request.receivers);
  return { totalSun, addedSun: totalSun, isAboveFast, wallets };
}

/** A request at a price. */
export interface Part {
  readonly request: OrderRequest;
  readonly priceSun: number;
}

function newOrders(
  { request, priceSun }: Part,
  customerId: CustomerId,
  ids: Creation["ids"],
  moment: Moment,
): NewOrder[] {
  const common = commonOf(request, moment);
  return request.receivers.map((receiver, index) => {
    const id = must(ids.orders[index], "an id for each");
    const amount = must(request.amounts[index], "an amount for each");
    return {
      ...{ ...common, id, batch_id: ids.batch, customer_id: customerId, receiver, amount },
      ...{ price_sun: priceSun, paid_sun: costSun(amount, priceSun, request.duration) },
      ...{ queue_key: id, unplanned_amount: request.type === "Manual" ? amount : 0 },
    };
  });
}

function holdTransfer(order: NewOrder): Transfer {
  return {
    id: `${order.id}:hold`,
    from: availableOf(order.customer_id),
    to: heldOf(order.customer_id),
    amountSun: order.paid_sun,
    at: order.created_at,
  };
}

function answerOf(orders: readonly OrderTerms[], replayed: boolean): CreateAnswer {
  const { batchId } = must(orders[0], "a call creates orders");
  return { batchId, orders, orderIds: orders.map(({ id }) => id), replayed };
}

function namesOf({ customerId, channel, idempotencyKey, request }: CreateCall) {
  return { customerId, channel, idempotencyKey, reference: request.reference };
}

function isNamed({ idempotencyKey, request }: CreateCall): boolean {
  return idempotencyKey !== undefined || request.reference !== undefined;
}

/** A repeated key or reference is the same call; references count as long as their orders are kept. The key decides first. */
function* answeredBefore(call: CreateCall): Phase<CreateAnswer | undefined> {
  const known = yield* findCall(namesOf(call));
  if (!known) return undefined;
  const { id, request_hash: hash, has_key: hasKey } = known;
  const member = yield* assertMay(call, "order");
  const isTheirs = !member || (yield* memberOfBatch(id)) === member.member.user_id;
  if (isTheirs && hash === requestHash(call.request))
    return answerOf(yield* firstTermsOf(id), true);
  if (hasKey) {
    const words = isTheirs
      ? "This Idempotency-Key was used for another order."
      : "Another member of the team has used this Idempotency-Key.";
    throw new DeskError("IDEMPOTENCY_KEY_REUSED", `${words} Use a new key for each new order.`);
  }
  throw new DeskError(
    "REFERENCE_USED",
    `Another order ${isTheirs ? "of yours" : "of the team"} has the reference ${JSON.stringify(call.request.reference)}. Use a new reference for each call; nothing was debited.`,
  );
}

/** Throws NO_CAPACITY with the units that the book has filled of all orders together. */
function* assertPlanned(orders: readonly NewOrder[]): Phase<void> {
  let [planned, wanted] = [0, 0];
  for (const { id, amount } of orders) {
    const order = must(yield* findOrder(id), "an order just written");
    planned += amount - order.unplanned_amount;
    wanted += amount;
  }
  const [first] = orders;
  if (first && planned < wanted) throw noCapacity(first, planned);
}

/** When the open ones alone are too many, no day helps: some must be delivered. */
const RETRY_LATER_SECONDS = 60;

/** Throws RATE_LIMITED when so many orders more would be too many. What was delivered, died, or ended in an outage does not count. */
function* assertRoomForOrders(
  customerId: CustomerId,
  more: number,
  { dueAt, policy: { mostIdleOrders: most } }: Moment,
): Phase<void> {
  const today = utcMidnightMs(dueAt);
  const { open, givenUp } = yield* countIdleOrders(customerId, today);
  if (open + givenUp + more <= most) return;
  const until = open + more <= most ? today + DAY_MS : undefined;
  const ways = [
    ...(open > 0 ? ["when some are delivered"] : []),
    ...(until === undefined ? [] : [`from ${new Date(until).toISOString()} on`]),
  ];
  throw new DeskError(
    "RATE_LIMITED",
    `${formatInteger(open)} of your orders are open, and ${formatInteger(givenUp)} were cancelled or ran out today (UTC): together they may be ${formatInteger(most)}. There is room again ${ways.join(", or ")}; nothing was debited.`,
    { maximum: most, ...(until !== undefined && { until }) },
    until === undefined ? RETRY_LATER_SECONDS : Math.ceil((until - dueAt) / 1_000),
  );
}
