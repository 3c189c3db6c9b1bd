/** Plans the parts of dead legs again: of a Fast order until it is given up; those of a Manual order rest again. */
import type { Address } from "../../domain/address.js";
import type { OrderId } from "../../domain/ids.js";
import { giveUpReason, restStep } from "../../domain/order.js";
import { changeLeg, nextSequence } from "../../store/legs.js";
import {
  findOrder,
  listUnplannedOrders,
  listUnsignedOrders,
  type OrderRow,
  updateOrder,
} from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import { matchOrder, restingParts } from "../book/match-order.js";
import { type PlanOptions, planLegs } from "../book/plan-legs.js";
import { closeOrder, commitAndTell } from "../close-order.js";
import { type Engine, type Moment, settleAll, throwFirst } from "../context.js";
import { ownersToSkip } from "../known-locks.js";
import { readPool } from "../prices/pool.js";

const ORDERS_AT_ONCE = 200;

/**
 * Plans what an order lacks. When nobody can deliver it now, it stays unplanned until the next block; after too long the order
 * is given up.
 */
export function* replan(
  order: OrderRow,
  moment: Moment,
  how: Pick<PlanOptions, "lockMode"> & { readonly exceptOwner?: Address } = {},
): Phase<OrderRow> {
  const { type, unplanned_amount: restingUnits, first_death_at: firstDeathAt } = order;
  const { at, dueAt, policy } = moment;
  const now = { at, dueAt, tryForMs: policy.replanForMs };
  const step = restStep({ type, restingUnits, firstDeathAt }, now);
  if (step === "nothing") return order;
  if (step === "match") return yield* matchOrder(order, moment, { exceptOwner: how.exceptOwner });
  if (step === "giveUp") return yield* giveUp(order, moment);
  const pool = yield* readPool(policy, order.resource, order.duration);
  if (!pool) return order;
  const { exceptOwner, ...lock } = how;
  const spared = yield* ownersToSkip(order, moment);
  const except = exceptOwner === undefined ? spared : new Set([...spared, exceptOwner]);
  const replanned = { ...order };
  for (const { units, priceSun, leg } of yield* restingParts(order)) {
    const sequence = yield* nextSequence(order.id);
    const part = { ...order, price_sun: priceSun };
    const capped = leg !== undefined;
    const options = { moment, ...lock, except, sequence, capped };
    const planned = yield* planLegs(part, units, pool, options);
    if (planned === undefined) continue;
    if (leg) yield* changeLeg(leg, { rest_units: 0 });
    replanned.unplanned_amount -= units;
  }
  if (replanned.unplanned_amount < restingUnits) yield* updateOrder(replanned);
  return replanned;
}

function* giveUp(order: OrderRow, moment: Moment): Phase<OrderRow> {
  return yield* closeOrder(order, giveUpReason(moment.chainProblem === undefined), moment);
}

/**
 * Refunds what has waited for a signature longer than an order is tried, each order by itself: nobody can say any more when it
 * would be delivered. Returns how many.
 */
export async function giveUpUnsigned(engine: Engine, moment: Moment): Promise<number> {
  const createdUpTo = moment.dueAt - moment.policy.replanForMs;
  const late = await engine.database.read(() => listUnsignedOrders(createdUpTo, ORDERS_AT_ONCE));
  const { failures } = await settleAll(
    late.map((id) => commitAndTell(engine, [id], () => giveUpOpen(id, moment))),
  );
  throwFirst(failures);
  return late.length;
}

function* giveUpOpen(id: OrderId, moment: Moment): Phase<void> {
  const order = yield* findOrder(id);
  if (order?.status === "processing") yield* giveUp(order, moment);
}

/**
 * Goes through Fast orders with unplanned parts, from after the last round's end: orders that nobody can deliver, or that fail,
 * must not hold up the ones behind them. Returns how many.
 */
export async function replanAll(
  engine: Engine,
  place: ReplanPlace,
  moment: Moment,
): Promise<number> {
  const orders = await engine.database.read(() => listUnplannedOrders(ORDERS_AT_ONCE, place.after));
  place.after = orders.at(-1)?.id ?? place.after;
  const { failures } = await settleAll(
    orders.map(({ id }) => commitAndTell(engine, [id], () => replanOpen(id, moment))),
  );
  throwFirst(failures);
  return orders.length;
}

/** The id after which the next round continues, even when this one failed. */
export interface ReplanPlace {
  after: string;
}

function* replanOpen(id: OrderId, moment: Moment): Phase<void> {
  const order = yield* findOrder(id);
  if (order?.status === "processing") yield* replan(order, moment);
}
