/** Fills a Manual order from the order book: what can be delivered now is planned, the rest keeps resting. */
import type { Address } from "../../domain/address.js";
import { present } from "../../domain/assert.js";
import type { Fill, Want } from "../../domain/matching.js";
import { isOverdue } from "../../domain/order.js";
import { nextSequence } from "../../store/legs.js";
import {
  findOrder,
  type NewOrder,
  type OrderRow,
  ordersOfBatch,
  updateOrder,
} from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import type { Moment } from "../context.js";
import { manualOptionsOf } from "../order-of-row.js";
import { type Pool, readPool } from "../prices/pool.js";
import { askBook } from "./asks.js";
import { writeParts } from "./plan-legs.js";
import { ownersToSpare } from "./refusals.js";

/**
 * Fills what an order lacks, as far as its options allow. An order of a bulk call starts with all the others or not at all.
 * Returns the order as it is now. `exceptOwner` has just failed to deliver it.
 */
export function* matchOrder(
  order: OrderRow,
  moment: Moment,
  exceptOwner?: Address,
): Phase<OrderRow> {
  if (order.unplanned_amount === 0 || !moment.mayMatch) return order;
  if (isOverdue(order.deadline_at, moment.dueAt)) return order;
  const pool = yield* readPool(moment.policy, order.resource, order.duration);
  if (!pool) return order;
  if (order.bulk_waiting) return yield* startBulk(order, pool, moment);
  const filled = yield* lookForFill(order, pool, moment, new Map(), exceptOwner);
  if (filled.parts.length === 0) return order;
  return yield* plan(order, filled, pool, moment);
}

/** Fills the new orders of a Manual call as far as the order book can. Returns how many legs were planned. */
export function* enterBook(orders: readonly NewOrder[], moment: Moment): Phase<number> {
  for (const { id } of orders) {
    const order = present(yield* findOrder(id), "an order just written");
    // One attempt decides for all orders of a bulk call.
    if ((yield* matchOrder(order, moment)).bulk_waiting) return 0;
  }
  let legs = 0;
  for (const { id } of orders) legs += (yield* nextSequence(id)) - 1;
  return legs;
}

/** Fills all waiting orders of a bulk call, or none. Returns the given order as it is then. */
function* startBulk(order: OrderRow, pool: Pool, moment: Moment): Phase<OrderRow> {
  const waiting = (yield* ordersOfBatch(order.batch_id)).filter((one) => one.bulk_waiting);
  const takenSun = new Map<Address, number>();
  const fills: { order: OrderRow; filled: Fill }[] = [];
  for (const one of waiting) {
    const filled = yield* lookForFill(one, pool, moment, takenSun);
    if (filled.rest > 0) return order;
    for (const { owner, reservedSun } of filled.parts) {
      takenSun.set(owner, (takenSun.get(owner) ?? 0) + reservedSun);
    }
    fills.push({ order: one, filled });
  }
  let mine = order;
  for (const { order: one, filled } of fills) {
    const started = yield* plan({ ...one, bulk_waiting: 0 }, filled, pool, moment);
    if (started.id === order.id) mine = started;
  }
  return mine;
}

function* plan(order: OrderRow, filled: Fill, pool: Pool, moment: Moment): Phase<OrderRow> {
  const sequence = yield* nextSequence(order.id);
  yield* writeParts(order, filled.parts, pool, { moment, sequence });
  const planned = { ...order, unplanned_amount: filled.rest };
  yield* updateOrder(planned);
  return planned;
}

export function wantOf(order: OrderRow): Omit<Want, "lockMode"> {
  const { allowPartial, partialMin } = manualOptionsOf(order);
  return { units: order.unplanned_amount, allowPartial, partialMin };
}

/** What the order book would fill of an order now; nothing is written. */
export function* lookForFill(
  order: OrderRow,
  pool: Pool,
  moment: Moment,
  takenSun: ReadonlyMap<Address, number>,
  exceptOwner?: Address,
): Phase<Fill> {
  const hasDeaths = order.first_death_at !== null;
  const spared = hasDeaths ? yield* ownersToSpare(order, moment) : new Set<Address>();
  return yield* askBook(
    {
      order,
      want: wantOf(order),
      lockMode: moment.policy.lockMode,
      moment,
      except: exceptOwner === undefined ? spared : new Set([...spared, exceptOwner]),
      takenSun,
      poolFirst: false,
    },
    pool,
  );
}
