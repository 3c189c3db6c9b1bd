/** Changes the price and the end of an order that rests; the money held for it follows in the same transaction. */
import { HOUR_MS } from "../../common/time.js";
import { must } from "../../domain/assert.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { BatchId, CustomerId, OrderId } from "../../domain/ids.js";
import { isInFlight } from "../../domain/leg.js";
import { type Sun, sun } from "../../domain/money.js";
import { isOverdue, keepsPlace, mayBeChanged, type Order } from "../../domain/order.js";
import { tooHighPrice } from "../../domain/order-request.js";
import { costSun, highestPriceSun } from "../../domain/price.js";
import { mayDo } from "../../domain/team.js";
import { memberOfBatch } from "../../store/batches.js";
import { toldOfOrders } from "../../store/chat/telegram-users.js";
import { availableOf, availableSunOf, heldOf, move } from "../../store/ledger.js";
import { legsOfOrder } from "../../store/leg-lists.js";
import { changeLeg, type LegRow } from "../../store/legs.js";
import { findOrder, type OrderRow, ordersOfBatch, updateTerms } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import { insertRaise } from "../../store/teams/raises.js";
import { matchOrder } from "../book/match-order.js";
import { type Engine, type Moment, momentOf } from "../context.js";
import { heldForLeg, manualOptionsOf, standingOf } from "../order-of-row.js";
import { assertNotBelowFloor, fastPriceAt } from "../prices/market.js";
import { spendableSunOf } from "../restored.js";
import { loggedOfAnother, toldOf } from "../teams/log.js";
import {
  type Acting,
  assertMay,
  assertMayChange,
  assertMaySpend,
  type Member,
  rulesOf,
  tooLittle,
} from "../teams/rights.js";
import { orderNotFound, wholeOrder } from "./read-orders.js";
import { tellOrdered } from "./tell-ordered.js";

export interface OrderChange {
  /** The most a unit may cost, in SUN. */
  readonly priceSun?: number | undefined;
  /** Counted from the order's creation. */
  readonly lifetimeHours?: number | undefined;
}

/**
 * A raised price holds more of the customer's money, a lowered one gives some back; of what is under way already only what it may cost
 * less. Another price enters the book again, so what is offered there is taken at its own price. Throws ORDER_NOT_FOUND, also for
 * somebody else's order, NOT_CHANGEABLE, PRICE_BELOW_FLOOR, INSUFFICIENT_BALANCE, and VALIDATION_FAILED for an end that has passed.
 */
export async function changeOrder(
  engine: Engine,
  acting: Acting,
  orderId: OrderId,
  change: OrderChange,
  keyHint?: string,
): Promise<Order> {
  engine.gates.assertOpen();
  const moment = momentOf(engine);
  const queueKey = engine.newId();
  const order = await engine.database.commit(() =>
    changePhase({ acting, orderId, change, queueKey, keyHint }, moment),
  );
  ordersChanged(engine);
  return order;
}

/** After the commit: the signer is woken for what was planned. */
export function ordersChanged(engine: Engine): void {
  engine.signals.emit("planned");
}

/** The same change of all orders of a call and a resource of which something rests. */
export interface BatchChange {
  readonly batchId: BatchId;
  readonly change: OrderChange;
  /** What the customer has read: no more than that is held additionally. */
  readonly mostMoreSun: number;
  /** Made before the transaction, one for each order. */
  readonly queueKeys: readonly string[];
}

/** Throws what `changeOrder` throws, and QUOTE_EXPIRED when more would be held. Then nothing has changed. */
export function* changeBatch(
  acting: Acting,
  { batchId, change, mostMoreSun, queueKeys }: BatchChange,
  moment: Moment,
): Phase<void> {
  let moreSun = 0;
  const resting = yield* restingOf(acting.customerId, batchId, moment);
  const arriving = resting.map(({ id }) => id);
  for (const [at, order] of resting.entries()) {
    const queueKey = must(queueKeys[at], "a queue key for each order");
    const asked = { acting, orderId: order.id, change, queueKey, arriving };
    const changed = yield* changePhase(asked, moment);
    moreSun += changed.paidSun - order.paid_sun;
  }
  if (moreSun <= mostMoreSun) return;
  throw new DeskError("QUOTE_EXPIRED", "The price is higher than shown. Nothing was debited.");
}

/**
 * How much more another price would hold for a call; negative where it gives money back. Throws NOT_CHANGEABLE, PRICE_BELOW_FLOOR,
 * INSUFFICIENT_BALANCE, and FORBIDDEN for what a member may not hold alone.
 */
export async function readMoreHeld(
  engine: Engine,
  acting: Acting,
  batchId: BatchId,
  priceSun: number,
): Promise<number> {
  const moment = momentOf(engine);
  const { customerId } = acting;
  return engine.database.read(function* (): Phase<number> {
    const member = yield* assertMay(acting, "order");
    let sumSun = 0;
    const resting = yield* restingOf(customerId, batchId, moment);
    for (const order of resting) {
      const { resource, duration } = order;
      assertNotBelowFloor(moment.market, { resource, duration, priceSun });
      const legs = yield* legsOfOrder(order.id);
      sumSun += heldAnew(order, { ...order, price_sun: priceSun }, legs).moreSun;
    }
    if (member && sumSun > 0) yield* assertMayRaise(acting, resting, priceSun, sumSun, moment);
    // Who may not see the balance learns nothing of it by asking for prices.
    if (member && !mayDo(member.member.role, "seeMoney", rulesOf(member.team))) return sumSun;
    const hasSun = yield* availableSunOf(customerId);
    if (hasSun < sumSun) throw tooLittle(member, sumSun, hasSun);
    return sumSun;
  });
}

function* restingOf(
  customerId: CustomerId,
  batchId: BatchId,
  moment: Moment,
): Phase<readonly OrderRow[]> {
  const orders = yield* ordersOfBatch(batchId);
  const own = orders.filter(({ customer_id }) => customer_id === customerId);
  const resting = own.filter((order) => isChangeable(order, moment));
  const [first] = own;
  if (resting.length === 0) throw first ? notChangeable(first) : orderNotFound();
  return ofOnePrice(resting);
}

/** A price is for one resource; a call may have orders of two. */
export function ofOnePrice<O extends Pick<OrderRow, "resource">>(orders: readonly O[]): O[] {
  return orders.filter(({ resource }) => resource === orders[0]?.resource);
}

interface Asked {
  readonly acting: Acting;
  readonly orderId: OrderId;
  readonly change: OrderChange;
  /** A place behind all orders. */
  readonly queueKey: string;
  /** Those that enter the book again with it, where there are more. */
  readonly arriving?: readonly OrderId[];
  /** The beginning of the API key; none in a chat. */
  readonly keyHint?: string | undefined;
}

function* changePhase(
  { acting, orderId, change, queueKey, arriving = [orderId], keyHint }: Asked,
  moment: Moment,
): Phase<Order> {
  const order = yield* findOrder(orderId);
  if (!order || order.customer_id !== acting.customerId) throw orderNotFound();
  const orderedBy = yield* memberOfBatch(order.batch_id);
  const member = yield* assertMayChange(acting, orderedBy);
  const { priceSun = order.price_sun } = change;
  const deadlineAt = deadlineAfter(order, change);
  if (priceSun === order.price_sun && deadlineAt === order.deadline_at) {
    return yield* wholeOrder(order, moment);
  }
  if (!isChangeable(order, moment)) throw notChangeable(order);
  if (isOverdue(deadlineAt, moment.dueAt)) throw endHasPassed(order, change, moment);
  if (priceSun !== order.price_sun) {
    const { resource, duration, amount } = order;
    const most = highestPriceSun([amount], duration);
    if (priceSun > most) {
      throw validationFailed([{ path: "price", message: tooHighPrice(most, priceSun) }]);
    }
    assertNotBelowFloor(moment.market, { resource, duration, priceSun });
  }
  const wanted = { priceSun, deadlineAt };
  const had = { priceSun: order.price_sun, deadlineAt: order.deadline_at };
  const changed: OrderRow = {
    ...order,
    price_sun: priceSun,
    deadline_at: deadlineAt,
    queue_key: keepsPlace(had, wanted) ? order.queue_key : queueKey,
  };
  const entry = { act: "changed", subject: orderId, before: had, after: wanted } as const;
  yield* loggedOfAnother(member, orderedBy, { ...entry, order: toldOf(order) }, moment.at);
  if (priceSun === order.price_sun) {
    yield* updateTerms(changed);
    return yield* wholeOrder(changed, moment);
  }
  yield* holdChanged(order, changed, { acting, keyHint }, moment);
  return yield* wholeOrder(yield* matchOrder(changed, moment, { arriving }), moment);
}

function deadlineAfter(order: OrderRow, { lifetimeHours }: OrderChange): number | null {
  if (lifetimeHours === undefined || order.deadline_at === null) return order.deadline_at;
  return order.created_at + lifetimeHours * HOUR_MS;
}

function isChangeable(order: OrderRow, moment: Moment): boolean {
  const { type, unplanned_amount: restingUnits, deadline_at: deadlineAt } = order;
  const options = type === "Manual" ? manualOptionsOf(order) : null;
  const resting = { ...standingOf(order), type, restingUnits, options };
  return mayBeChanged(resting) && !isOverdue(deadlineAt, moment.dueAt);
}

function notChangeable({ status }: OrderRow): DeskError {
  return new DeskError("NOT_CHANGEABLE", "This order is no longer open and can't be changed.", {
    status,
  });
}

function endHasPassed(order: OrderRow, { lifetimeHours }: OrderChange, { at }: Moment): DeskError {
  const hours = Math.ceil((at - order.created_at) / HOUR_MS);
  const message = `is counted from the order's creation, ${hours} hours ago: must be more than that; it was ${lifetimeHours}`;
  return validationFailed([{ path: "lifetimeHours", message }]);
}

/** Holds what the order may cost at its new price, and writes it. */
function* holdChanged(
  order: OrderRow,
  changed: OrderRow,
  { acting, keyHint }: Pick<Asked, "acting" | "keyHint">,
  moment: Moment,
): Phase<void> {
  const { moreSun, following } = heldAnew(order, changed, yield* legsOfOrder(order.id));
  let member: Member | undefined;
  if (moreSun > 0) {
    member = yield* assertMayRaise(acting, [order], changed.price_sun, moreSun, moment);
    if (member) yield* noteRaise(changed, member, sun(moreSun), moment.dueAt);
  }
  for (const leg of following) yield* changeLeg(leg, { rest_units: 0 });
  changed.paid_sun = sun(order.paid_sun + moreSun);
  changed.price_changes += 1;
  yield* updateTerms(changed);
  yield* moveHeld(changed, moreSun, { member, keyHint }, moment.at);
}

/** Of orders of one call. */
function* assertMayRaise(
  acting: Acting,
  orders: readonly OrderRow[],
  priceSun: number,
  moreSun: number,
  { dueAt, market }: Moment,
): Phase<Member | undefined> {
  const { batch_id: batchId, resource, duration } = must(orders[0], "an order that rests");
  const isAboveFast = priceSun > fastPriceAt(market, resource, duration);
  const totalSun = sun((yield* paidSunOfBatch(batchId)) + moreSun);
  const wallets = orders.map(({ receiver }) => receiver);
  const raised = { totalSun, addedSun: sun(moreSun), isAboveFast, wallets };
  return yield* assertMaySpend(acting, raised, dueAt);
}

/** How much more is held at the changed price, and the legs of which what rests follows it. */
function heldAnew(
  order: OrderRow,
  changed: OrderRow,
  legs: readonly LegRow[],
): { readonly moreSun: number; readonly following: readonly LegRow[] } {
  const { duration, price_sun: priceSun } = changed;
  const following: LegRow[] = [];
  let moreSun = 0;
  let ordinaryUnits = order.unplanned_amount;
  for (const leg of legs) {
    if (isHeldFor(leg)) moreSun += heldForLeg(leg, changed) - heldForLeg(leg, order);
    ordinaryUnits -= leg.rest_units;
    // What rests at a price of its own follows a price below that.
    if (leg.rest_units === 0 || leg.price_sun < priceSun) continue;
    moreSun += costSun(leg.rest_units, priceSun, duration);
    moreSun -= costSun(leg.rest_units, leg.price_sun, duration);
    following.push(leg);
  }
  moreSun += costSun(ordinaryUnits, priceSun, duration);
  moreSun -= costSun(ordinaryUnits, order.price_sun, duration);
  return { moreSun, following };
}

/** A limit for an order is one for its call: what all its orders cost, those before it at their changed price. */
function* paidSunOfBatch(batchId: BatchId): Phase<number> {
  const orders = yield* ordersOfBatch(batchId);
  return orders.reduce(
    (sum, { paid_sun, refunded_sun, shortfall_sun }) =>
      sum + paid_sun - refunded_sun - shortfall_sun,
    0,
  );
}

/** What more is held counts today, whenever it was ordered. */
function* noteRaise(
  { id, customer_id, price_changes: changes }: OrderRow,
  { member, key }: Member,
  moreSun: Sun,
  at: number,
): Phase<void> {
  const by = { by_user: member.user_id, by_key: key?.id ?? null };
  const raise = { customer_id, order_id: id, price_change: changes + 1, more_sun: moreSun, at };
  yield* insertRaise({ ...raise, ...by });
}

function isHeldFor(leg: LegRow): boolean {
  const isOwn = leg.replaces === null && leg.compensates === null;
  return isOwn && !leg.posted && (leg.state === "planned" || isInFlight(leg.state));
}

function* moveHeld(
  order: OrderRow,
  moreSun: number,
  {
    member,
    keyHint,
  }: { readonly member: Member | undefined; readonly keyHint: string | undefined },
  at: number,
): Phase<void> {
  const { id, customer_id: customerId, price_changes: times } = order;
  const [available, held] = [availableOf(customerId), heldOf(customerId)];
  if (moreSun > 0) {
    const hasSun = yield* spendableSunOf(customerId);
    if (hasSun < moreSun) throw tooLittle(member, moreSun, hasSun);
    const raised = { from: available, to: held, amountSun: sun(moreSun), at };
    const raiseId = `${id}:raise:${times}${keyHint === undefined ? "" : ":key"}`;
    yield* move({ id: raiseId, ...raised });
    if (keyHint !== undefined) yield* tellRaised(order, raiseId, raised.amountSun, keyHint, at);
  }
  if (moreSun < 0) {
    const lowered = { from: held, to: available, amountSun: sun(-moreSun), at };
    yield* move({ id: `${id}:lower:${times}`, ...lowered });
  }
}

function* tellRaised(
  order: OrderRow,
  raiseId: string,
  moreSun: Sun,
  keyHint: string,
  at: number,
): Phase<void> {
  const { resource, duration, amount: units, paid_sun: paidSun, price_sun: priceSun } = order;
  const facts = { keyHint, resource, duration, units, receivers: 1, paidSun, priceSun, moreSun };
  yield* tellOrdered(yield* toldOfOrders(order.customer_id), raiseId, facts, at);
}
