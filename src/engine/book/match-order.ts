/** Fills a Manual order from the order book: what can be delivered now is planned, the rest keeps resting. */
import type { Address } from "../../domain/address.js";
import { must } from "../../domain/assert.js";
import type { OrderId } from "../../domain/ids.js";
import type { Fill, Want } from "../../domain/matching.js";
import { isOverdue } from "../../domain/order.js";
import { mostForSellersSun } from "../../store/ledger.js";
import { changeLeg, type LegRow, legsWithRest, nextSequence } from "../../store/legs.js";
import {
  findOrder,
  type NewOrder,
  type OrderRow,
  ordersOfBatch,
  updateOrder,
} from "../../store/orders.js";
import { poolOwnersAmong } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import type { Moment } from "../context.js";
import { ownersToSkip } from "../known-locks.js";
import { manualOptionsOf } from "../order-of-row.js";
import { type Pool, readPool } from "../prices/pool.js";
import { askBook } from "./asks.js";
import { writeParts } from "./plan-legs.js";

export interface MatchOptions {
  /** Owners that have just failed to deliver it. */
  readonly exceptOwner?: Address | undefined;
  /** Orders that come into the book with this attempt: what they meet was there first. */
  readonly arriving?: readonly OrderId[];
}

/**
 * Fills what an order lacks, as far as its options allow. An order of a bulk call starts with all the others or not at all.
 * Returns the order as it is now.
 */
export function* matchOrder(
  order: OrderRow,
  moment: Moment,
  how: MatchOptions = {},
): Phase<OrderRow> {
  if (order.unplanned_amount === 0 || !moment.mayMatch) return order;
  if (isOverdue(order.deadline_at, moment.dueAt)) return order;
  const pool = yield* readPool(moment.policy, order.resource, order.duration);
  if (!pool) return order;
  // The receiver may have become a pool owner since the order.
  if ((yield* poolOwnersAmong([order.receiver])).length > 0) return order;
  if (order.bulk_waiting) return yield* startBulk(order, pool, moment, how);
  let now = order;
  for (const part of yield* restingParts(order)) {
    const filled = yield* lookForFill(part, pool, moment, how);
    if (filled.parts.length > 0) now = yield* plan({ ...part, order: now }, filled, pool, moment);
  }
  return now;
}

/** Units of an order that rest at one price. */
export interface RestingPart {
  readonly order: OrderRow;
  readonly units: number;
  readonly priceSun: number;
  /** The dead leg that they were in, when only its price is held for them. */
  readonly leg?: LegRow;
}

/** The cheapest first, for which the fewest offers come into question; what rests at the order's own price last. */
export function* restingParts(order: OrderRow): Phase<RestingPart[]> {
  const legs = order.first_death_at === null ? [] : yield* legsWithRest(order.id);
  const units = order.unplanned_amount - legs.reduce((sum, leg) => sum + leg.rest_units, 0);
  const capped = legs.map((leg) => ({
    ...{ order, units: leg.rest_units, priceSun: leg.price_sun, leg },
  }));
  return units === 0 ? capped : [...capped, { order, units, priceSun: order.price_sun }];
}

/** Fills the new orders of a Manual call as far as the order book can. Returns how many legs were planned. */
export function* enterBook(orders: readonly NewOrder[], moment: Moment): Phase<number> {
  const arriving = orders.map(({ id }) => id);
  for (const id of arriving) {
    const order = must(yield* findOrder(id), "an order just written");
    // One attempt decides for all orders of a bulk call.
    if ((yield* matchOrder(order, moment, { arriving })).bulk_waiting) return 0;
  }
  let legs = 0;
  for (const { id } of orders) legs += (yield* nextSequence(id)) - 1;
  return legs;
}

/** Fills all waiting orders of a bulk call, or none. Returns the given order as it is then. */
function* startBulk(
  order: OrderRow,
  pool: Pool,
  moment: Moment,
  how: MatchOptions,
): Phase<OrderRow> {
  const waiting = (yield* ordersOfBatch(order.batch_id)).filter((one) => one.bulk_waiting);
  const takenSun = new Map<Address, number>();
  let mostSun = yield* mostForSellersSun(order.customer_id);
  const fills: { part: RestingPart; filled: Fill }[] = [];
  for (const one of waiting) {
    const part = { order: one, units: one.unplanned_amount, priceSun: one.price_sun };
    const filled = yield* lookForFill(part, pool, moment, { ...how, takenSun, mostSun });
    if (filled.rest > 0) return order;
    mostSun = filled.mostForSellersSun;
    for (const { owner, reservedSun } of filled.parts) {
      takenSun.set(owner, (takenSun.get(owner) ?? 0) + reservedSun);
    }
    fills.push({ part, filled });
  }
  let mine = order;
  for (const { part, filled } of fills) {
    const one: OrderRow = { ...part.order, bulk_waiting: 0 };
    const started = yield* plan({ ...part, order: one }, filled, pool, moment);
    if (started.id === order.id) mine = started;
  }
  return mine;
}

function* plan(part: RestingPart, filled: Fill, pool: Pool, moment: Moment): Phase<OrderRow> {
  const { order, leg, units } = part;
  const sequence = yield* nextSequence(order.id);
  yield* writeParts(order, filled.parts, pool, { moment, sequence, capped: leg !== undefined });
  if (leg) yield* changeLeg(leg, { rest_units: filled.rest });
  const planned = { ...order, unplanned_amount: order.unplanned_amount - units + filled.rest };
  yield* updateOrder(planned);
  return planned;
}

export function wantOf({
  order,
  units,
}: RestingPart): Pick<Want, "units" | "allowPartial" | "partialMin"> {
  const { allowPartial, partialMin } = manualOptionsOf(order);
  return { units, allowPartial, partialMin };
}

/** What other orders leave in the same decision: the stake promised to them by owner, and what sellers may still be paid. */
interface Promised {
  readonly takenSun?: ReadonlyMap<Address, number>;
  readonly mostSun?: number;
}

/** What the order book would fill of it now; nothing is written. */
export function* lookForFill(
  part: RestingPart,
  pool: Pool,
  moment: Moment,
  how: MatchOptions & Promised = {},
): Phase<Fill> {
  const { order, priceSun } = part;
  const { exceptOwner, arriving = [], takenSun = new Map() } = how;
  const mostSun = how.mostSun ?? (yield* mostForSellersSun(order.customer_id));
  const hasDeaths = order.first_death_at !== null;
  const spared = hasDeaths ? yield* ownersToSkip(order, moment) : new Set<Address>();
  return yield* askBook(
    {
      order: { ...order, price_sun: priceSun },
      want: {
        ...wantOf(part),
        rests: part.leg !== undefined || !arriving.includes(order.id),
        mostForSellersSun: mostSun,
      },
      moment,
      except: exceptOwner === undefined ? spared : new Set([...spared, exceptOwner]),
      takenSun,
      poolFirst: false,
      isExact: part.leg !== undefined,
    },
    pool,
  );
}
