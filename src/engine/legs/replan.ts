/** Plans parts anew whose leg has died: a Fast order's until it is given up, a Manual one's go back into the book. */
import type { Address } from "../../domain/address.js";
import type { OrderId } from "../../domain/ids.js";
import type { CloseReason } from "../../domain/order.js";
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
import { type PlanOptions, planLegs } from "../book/plan-legs.js";
import { ownersToSpare } from "../book/refusals.js";
import { closeOrder } from "../close-order.js";
import type { Engine, Moment } from "../context.js";
import { eachDone, throwFirst } from "../each-done.js";
import { commitAndTell } from "../finishing.js";
import { readPool } from "../prices/pool.js";

const ORDERS_AT_ONCE = 200;

/**
 * Plans what an order lacks. When nobody can deliver it now it stays unplanned until the next block; when it has been tried
 * for long enough, the order is given up.
 */
export function* replan(
  order: OrderRow,
  moment: Moment,
  how: Pick<PlanOptions, "lockMode"> & { readonly exceptOwner?: Address } = {},
): Phase<OrderRow> {
  if (order.unplanned_amount === 0) return order;
  if (order.type === "Manual") return yield* matchOrder(order, moment, how.exceptOwner);
  const tryUntil = (order.first_death_at ?? moment.at) + moment.policy.replanForMs;
  if (moment.dueAt >= tryUntil) return yield* closeOrder(order, givenUpFor(moment), moment);
  const pool = yield* readPool(moment.policy, order.resource, order.duration);
  if (!pool) return order;
  const { exceptOwner, ...lock } = how;
  const spared = yield* ownersToSpare(order, moment);
  const planned = yield* planLegs(order, order.unplanned_amount, pool, {
    moment,
    ...lock,
    except: exceptOwner === undefined ? spared : new Set([...spared, exceptOwner]),
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

/**
 * Gives back what waits to be signed for longer than an order is tried, each order by itself: nobody can say any more when it would
 * be delivered. Returns how many.
 */
export async function giveUpUnsigned(engine: Engine, moment: Moment): Promise<number> {
  const createdUpTo = moment.dueAt - moment.policy.replanForMs;
  const late = await engine.database.read(() => listUnsignedOrders(createdUpTo, ORDERS_AT_ONCE));
  const { failures } = await eachDone(
    late.map((id) => commitAndTell(engine, [id], () => giveUp(id, moment))),
  );
  throwFirst(failures);
  return late.length;
}

function* giveUp(orderId: OrderId, moment: Moment): Phase<void> {
  const order = yield* findOrder(orderId);
  if (order?.status === "processing") yield* closeOrder(order, givenUpFor(moment), moment);
}

/**
 * Goes over Fast orders with unplanned parts, from after the one where the last round ended: those that nobody can deliver must
 * not keep out the ones behind them, nor does one that fails. Returns how many.
 */
export async function replanAll(
  engine: Engine,
  place: ReplanPlace,
  moment: Moment,
): Promise<number> {
  const orders = await engine.database.read(() => listUnplannedOrders(ORDERS_AT_ONCE, place.after));
  place.after = orders.at(-1)?.id ?? place.after;
  const { failures } = await eachDone(
    orders.map(({ id }) => commitAndTell(engine, [id], () => replanOpen(id, moment))),
  );
  throwFirst(failures);
  return orders.length;
}

/** Where the next round goes on, whatever becomes of this one. */
export interface ReplanPlace {
  after: string;
}

function* replanOpen(id: OrderId, moment: Moment): Phase<void> {
  const order = yield* findOrder(id);
  if (order?.status === "processing") yield* replan(order, moment);
}
