/**
 * Ends an order early, for a cancel, a deadline or giving up: all that no signed bytes bind goes back in one transfer, the
 * rest runs to its end. Also decides when an order is final.
 */
import type { Address } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import type { OrderId } from "../domain/ids.js";
import { isInFlight } from "../domain/leg.js";
import { sun } from "../domain/money.js";
import { availableOf, heldOf, move } from "../store/ledger.js";
import { legsOfOrder } from "../store/leg-lists.js";
import { advanceLeg, hasOpenLegs, type LegRow } from "../store/legs.js";
import { type OrderRow, updateOrder } from "../store/orders.js";
import { reserve } from "../store/owners.js";
import type { Phase } from "../store/phase.js";
import type { Moment } from "./context.js";

export type CloseReason =
  | "cancelled by the customer"
  | "the receiver is not activated"
  | "the receiver is a contract"
  | "no owner could deliver in time"
  | "TRON could not be read in time"
  | "its deadline has passed"
  | "the desk was restored from a backup";

/** Closes a processing order; the second time it changes nothing. */
export function* closeOrder(order: OrderRow, reason: CloseReason, moment: Moment): Phase<OrderRow> {
  assert(order.status === "processing", `order ${order.id} is final`);
  if (order.cancel_requested) return order;
  let bindingSun = 0;
  for (const leg of yield* legsOfOrder(order.id)) {
    // What makes a shortfall good holds none of the order's money, and goes on.
    if (leg.makes_good) continue;
    if (leg.state === "planned") yield* endLeg(leg, reason, moment.at);
    else if (isInFlight(leg.state) && !leg.posted) bindingSun += leg.amount_sun;
  }
  const restSun = order.paid_sun - order.posted_sun - order.refunded_sun - bindingSun;
  const closed: OrderRow = {
    ...order,
    cancel_requested: 1,
    cancel_reason: reason,
    unplanned_amount: 0,
    bulk_waiting: 0,
  };
  if (restSun > 0) {
    yield* giveBack(closed, `${order.id}:void:rest`, restSun, moment.at);
    closed.refunded_sun += restSun;
  }
  return yield* saveOrder(closed, moment);
}

/** Sellers whose stake is free again once an order is closed: others in the book may want it. */
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
  yield* move({
    id: transferId,
    from: heldOf(order.customer_id),
    to: availableOf(order.customer_id),
    amountSun: sun(amountSun),
    at,
  });
}

/** Kills a leg that never reached a block and ends its reservation. */
export function* endLeg(leg: LegRow, reason: string, at: number): Phase<LegRow> {
  if (leg.reserving) yield* reserve(leg.owner, leg.resource, -leg.reserved_sun);
  return yield* advanceLeg(leg, "dead", { death_reason: reason, dead_at: at, reserving: 0 });
}

/** Writes an order, made final when all its money is posted or refunded (and solidified, where the desk waits for that). */
export function* saveOrder(order: OrderRow, { policy, at }: Moment): Phase<OrderRow> {
  const settled = order.posted_sun + order.refunded_sun === order.paid_sun;
  if (order.status === "processing" && settled) {
    if (policy.completion === "included" || !(yield* hasOpenLegs(order.id))) {
      order.status = order.filled_amount === order.amount ? "completed" : "cancelled";
      order.finished_at = at;
    }
  }
  yield* updateOrder(order);
  return order;
}
