/** Plans parts anew whose leg has died: a Fast order's until it is given up, a Manual one's go back into the book. */
import type { OrderId } from "../../domain/ids.js";
import { nextSequence } from "../../store/legs.js";
import {
  findOrder,
  listUnplannedOrders,
  listUnsignedOrders,
  type OrderRow,
  updateOrder,
} from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import { matchOrder } from "../book/match-order.js";
import type { Moment } from "../context.js";
import { type CloseReason, closeOrder } from "../orders/close-order.js";
import { readPool } from "../prices/pool.js";
import { type PlanOptions, planLegs } from "./plan-legs.js";

const ORDERS_AT_ONCE = 200;

/**
 * Plans what an order lacks. When nobody can deliver it now it stays unplanned until the next block; when it has been tried
 * for long enough, the order is given up.
 */
export function* replan(
  order: OrderRow,
  moment: Moment,
  how: Pick<PlanOptions, "lockMode" | "exceptOwner"> = {},
): Phase<OrderRow> {
  if (order.unplanned_amount === 0) return order;
  if (order.type === "Manual") return yield* matchOrder(order, moment);
  const tryUntil = (order.first_death_at ?? moment.at) + moment.policy.replanForMs;
  if (moment.dueAt >= tryUntil) return yield* closeOrder(order, givenUpFor(moment), moment);
  const pool = yield* readPool(moment.policy, order.resource, order.duration);
  if (!pool) return order;
  const planned = yield* planLegs(order, order.unplanned_amount, pool, {
    moment,
    ...how,
    sequence: yield* nextSequence(order.id),
  });
  if (planned === undefined) return order;
  const replanned = { ...order, unplanned_amount: 0 };
  yield* updateOrder(replanned);
  return replanned;
}

/** Why an order that nobody delivered in time is closed. */
function givenUpFor({ chainProblem }: Moment): CloseReason {
  return chainProblem ? "TRON could not be read in time" : "no owner could deliver in time";
}

/** Fast orders with parts that wait to be signed for longer than an order is tried: nobody can say any more when they would be. */
export function* ordersToGiveUp({ dueAt, policy }: Moment): Phase<OrderId[]> {
  return yield* listUnsignedOrders(dueAt - policy.replanForMs, ORDERS_AT_ONCE);
}

/** Gives back what of such an order is not signed. Nothing when it has moved on meanwhile. */
export function* giveUp(orderId: OrderId, moment: Moment): Phase<void> {
  const order = yield* findOrder(orderId);
  if (order?.status === "processing") yield* closeOrder(order, givenUpFor(moment), moment);
}

/**
 * Goes over Fast orders with unplanned parts, from after the one where the last round ended: those that nobody can deliver must
 * not keep out the ones behind them.
 */
export function* replanAll(moment: Moment, after = ""): Phase<OrderRow[]> {
  const touched: OrderRow[] = [];
  for (const order of yield* listUnplannedOrders(ORDERS_AT_ONCE, after)) {
    touched.push(yield* replan(order, moment));
  }
  return touched;
}
