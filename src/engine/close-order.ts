/**
 * Closes an order early, for a cancel, a deadline or giving up: all money that no signed bytes need goes back in one transfer,
 * the rest runs to its end. Also writes an order after any step, and announces orders that have become final.
 */
import type { Address } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import type { OrderId } from "../domain/ids.js";
import { sun } from "../domain/money.js";
import { type CloseReason, closingOf, isGivenUp, isSettled, statusAfter } from "../domain/order.js";
import { availableOf, heldOf, move, type Transfer } from "../store/ledger.js";
import { legsOfOrder } from "../store/leg-lists.js";
import { advanceLeg, forgetRests, hasOpenLegs, type LegRow } from "../store/legs.js";
import { type OrderRow, openOrdersAmong, updateOrder } from "../store/orders.js";
import { reserve } from "../store/owners.js";
import type { Phase } from "../store/phase.js";
import type { Engine, Moment } from "./context.js";
import { heldForLeg, standingOf } from "./order-of-row.js";

/** Closes a processing order; the second time it changes nothing. */
export function* closeOrder(order: OrderRow, reason: CloseReason, moment: Moment): Phase<OrderRow> {
  assert(order.status === "processing", `order ${order.id} is final`);
  if (order.cancel_requested) return order;
  const parts = (yield* legsOfOrder(order.id)).map((leg) => ({
    leg,
    state: leg.state,
    heldSun: heldForLeg(leg, order),
    isPosted: leg.posted === 1,
    compensates: leg.compensates !== null,
  }));
  const { ends, refundSun } = closingOf(standingOf(order).heldSun, parts);
  for (const { leg } of ends) yield* endLeg(leg, reason, moment.at);
  yield* forgetRests(order.id);
  const closed: OrderRow = {
    ...order,
    cancel_requested: 1,
    cancel_reason: reason,
    given_up_at: isGivenUp(reason, { deadlineAt: order.deadline_at }, moment) ? moment.at : null,
    unplanned_amount: 0,
    bulk_waiting: 0,
  };
  if (refundSun > 0) {
    yield* giveBack(closed, `${order.id}:void:rest`, refundSun, moment.at);
    closed.refunded_sun += refundSun;
  }
  return yield* saveOrder(closed, moment);
}

/** Sellers whose stake is freed by closing an order, so that other orders can use it. */
export function* sellersFreedBy(orderId: OrderId): Phase<Address[]> {
  return (yield* legsOfOrder(orderId))
    .filter(({ state, seller_sun }) => state === "planned" && seller_sun !== null)
    .map(({ owner }) => owner);
}

/** Moves held money of an order back to its customer. */
export function* giveBack(
  order: OrderRow,
  transferId: string,
  amountSun: number,
  at: number,
): Phase<void> {
  yield* move(refundOf(order, transferId, amountSun, at));
}

export function refundOf(
  { customer_id }: OrderRow,
  id: string,
  amountSun: number,
  at: number,
): Transfer {
  return {
    id,
    from: heldOf(customer_id),
    to: availableOf(customer_id),
    amountSun: sun(amountSun),
    at,
  };
}

/** Ends a leg that never reached a block, and its reservation. */
export function* endLeg(leg: LegRow, reason: string, at: number): Phase<LegRow> {
  if (leg.reserving) yield* reserve(leg.owner, leg.resource, -leg.reserved_sun);
  return yield* advanceLeg(leg, "dead", { death_reason: reason, dead_at: at, reserving: 0 });
}

/** Writes an order with its status after this step. */
export function* saveOrder(order: OrderRow, { policy, at }: Moment): Phase<OrderRow> {
  const standing = standingOf(order);
  const asksForSolid = isSettled(standing) && policy.completion === "solidified";
  const status = statusAfter(standing, asksForSolid && (yield* hasOpenLegs(order.id)));
  if (status !== order.status) {
    order.status = status;
    order.finished_at = at;
  }
  yield* updateOrder(order);
  return order;
}

/** Commits a step that concerns these orders. */
export async function commitAndTell<T>(
  engine: Engine,
  orderIds: readonly OrderId[],
  step: () => Phase<T>,
): Promise<T> {
  const { result, finished } = await engine.database.commit(() => finishing(orderIds, step));
  if (finished.length > 0) engine.signals.emit("finished", finished);
  return result;
}

export function orderIdsOf(legs: readonly { readonly orderId: OrderId }[]): OrderId[] {
  return [...new Set(legs.map(({ orderId }) => orderId))];
}

function* finishing<T>(
  orderIds: readonly OrderId[],
  step: () => Phase<T>,
): Phase<{ result: T; finished: OrderId[] }> {
  const before = yield* openOrdersAmong(orderIds);
  const result = yield* step();
  const after = new Set(yield* openOrdersAmong(before));
  return { result, finished: before.filter((id) => !after.has(id)) };
}
