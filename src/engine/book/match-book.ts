/**
 * Passes over the resting orders: for an owner who has something new to offer, and bit by bit over all that somebody might
 * fill. A pass takes the best price first and a bounded number of orders in each transaction.
 */
import type { Address } from "../../domain/address.js";
import type { OrderId } from "../../domain/ids.js";
import { fastRateSun } from "../../domain/rates.js";
import { type PerResource, RESOURCES, type Resource } from "../../domain/resource.js";
import {
  findAsk,
  lowestAskSun,
  overdueOrders,
  type RestingPlace,
  restingOrders,
} from "../../store/book.js";
import type { Phase } from "../../store/phase.js";
import { type Engine, type Moment, momentOf } from "../context.js";
import { closeOrder, sellersFreedBy } from "../orders/close-order.js";
import { matchOrder } from "./match-order.js";

const ORDERS_AT_ONCE = 50;
/** An owner's pass ends here; what lies behind is reached by the look at all orders. */
const ORDERS_FOR_OWNER = 1_000;

/** Where the look at all resting orders goes on, per resource. */
export type SweepPlaces = Partial<PerResource<RestingPlace>>;

/** Offers what a seller has to the resting orders that pay his price. Returns how many of them got something. */
export async function matchSeller(engine: Engine, seller: Address): Promise<number> {
  let filled = 0;
  for (const resource of RESOURCES) {
    let after: RestingPlace | undefined;
    for (let looked = 0; looked < ORDERS_FOR_OWNER; looked += ORDERS_AT_ONCE) {
      const moment = momentOf(engine);
      const from = after;
      const step = await engine.database.commit(function* (): Phase<Step> {
        const ask = moment.mayMatch ? yield* findAsk(seller, resource) : undefined;
        if (!ask) return NOTHING;
        return yield* matchSome(resource, ask.min_price_sun, from, moment);
      });
      filled += step.filled;
      after = step.endedAt;
      if (!after) break;
    }
  }
  if (filled > 0) engine.signals.emit("planned");
  return filled;
}

/**
 * Looks at some of the resting orders that the cheapest owner could fill: locks end and sellers recover without anybody
 * telling. Goes on where the last look ended, and from the best price again after the last order.
 */
export async function sweepBook(engine: Engine, places: SweepPlaces): Promise<SweepPlaces> {
  const next: SweepPlaces = {};
  let filled = 0;
  for (const resource of RESOURCES) {
    const moment = momentOf(engine);
    const step = await engine.database.commit(function* (): Phase<Step> {
      if (!moment.mayMatch) return NOTHING;
      return yield* matchSome(
        resource,
        yield* cheapestSun(resource, moment),
        places[resource],
        moment,
      );
    });
    filled += step.filled;
    if (step.endedAt) next[resource] = step.endedAt;
  }
  if (filled > 0) engine.signals.emit("planned");
  return next;
}

interface Step {
  readonly filled: number;
  /** The last order looked at; undefined when there is none behind it. */
  readonly endedAt: RestingPlace | undefined;
}

const NOTHING: Step = { filled: 0, endedAt: undefined };

function* matchSome(
  resource: Resource,
  leastPriceSun: number,
  after: RestingPlace | undefined,
  moment: Moment,
): Phase<Step> {
  const orders = yield* restingOrders(resource, leastPriceSun, after, ORDERS_AT_ONCE);
  const bulksTried = new Set<string>();
  let filled = 0;
  for (const order of orders) {
    if (order.bulk_waiting && bulksTried.has(order.batch_id)) continue;
    if (order.bulk_waiting) bulksTried.add(order.batch_id);
    const matched = yield* matchOrder(order, moment);
    if (matched.unplanned_amount < order.unplanned_amount) filled += 1;
  }
  return { filled, endedAt: orders.length === ORDERS_AT_ONCE ? orders.at(-1) : undefined };
}

/** The lowest price at which anybody may sell: below it no order needs a look. */
function* cheapestSun(resource: Resource, { market }: Moment): Phase<number> {
  const poolSun = fastRateSun(market.rates, resource, market.utilisation[resource]);
  return Math.min(poolSun, (yield* lowestAskSun(resource)) ?? poolSun);
}

interface Closed {
  readonly finished: readonly OrderId[];
  readonly freed: ReadonlySet<Address>;
  readonly closed: number;
}

/** Ends some orders whose deadline has passed, like a cancel. Returns how many. */
export async function closeOverdue(engine: Engine): Promise<number> {
  const moment = momentOf(engine);
  const { finished, freed, closed } = await engine.database.commit(function* (): Phase<Closed> {
    const finished: OrderId[] = [];
    const freed = new Set<Address>();
    const overdue = yield* overdueOrders(moment.dueAt, ORDERS_AT_ONCE);
    for (const order of overdue) {
      for (const seller of yield* sellersFreedBy(order.id)) freed.add(seller);
      const closed = yield* closeOrder(order, "its deadline has passed", moment);
      if (closed.status !== "processing") finished.push(closed.id);
    }
    return { finished, freed, closed: overdue.length };
  });
  if (closed > 0) engine.signals.emit("released");
  if (finished.length > 0) engine.signals.emit("finished", finished);
  for (const seller of freed) engine.signals.emit("offered", seller);
  return closed;
}
