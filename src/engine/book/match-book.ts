/**
 * Matches resting orders: with an owner that has something new to offer, and bit by bit with everybody. Best price first, each
 * order by itself.
 */
import type { Address } from "../../domain/address.js";
import { must } from "../../domain/assert.js";
import type { OrderId } from "../../domain/ids.js";
import { giveUpReason, mayBeFilled } from "../../domain/order.js";
import { fastRateSun } from "../../domain/rates.js";
import { type PerResource, RESOURCES, type Resource } from "../../domain/resource.js";
import {
  findAsk,
  lowestAskSun,
  overdueOrders,
  type RestingPlace,
  restingOrders,
} from "../../store/book.js";
import { findOrder, type OrderRow } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import { closeOrder, sellersFreedBy } from "../close-order.js";
import { type Engine, type Moment, momentOf, settleAll, throwFirst } from "../context.js";
import { manualOptionsOf, standingOf } from "../order-of-row.js";
import { matchOrder } from "./match-order.js";

const ORDERS_AT_ONCE = 50;
/** The most orders matched for one owner; the round over all orders reaches the others. */
const ORDERS_FOR_OWNER = 1_000;

/** Where the round over all resting orders continues, per resource. */
export type SweepPlaces = Partial<PerResource<RestingPlace>>;

/**
 * Offers a seller's stake to the resting orders that pay their price. Returns how many of them got something. An order that fails
 * does not keep it from the others.
 */
export async function matchSeller(engine: Engine, seller: Address): Promise<number> {
  let filled = 0;
  const failures: unknown[] = [];
  for (const resource of RESOURCES) {
    let after: RestingPlace | undefined;
    for (let looked = 0; looked < ORDERS_FOR_OWNER; looked += ORDERS_AT_ONCE) {
      const moment = momentOf(engine);
      const ask = moment.mayMatch && (await engine.database.read(() => findAsk(seller, resource)));
      if (!ask) break;
      const step = await matchSome(
        engine,
        { resource, leastSun: ask.min_price_sun, after },
        moment,
      );
      filled += step.filled;
      failures.push(...step.failures);
      after = step.endedAt;
      if (!after) break;
    }
  }
  if (filled > 0) engine.signals.emit("planned");
  throwFirst(failures);
  return filled;
}

/**
 * Tries to fill some of the resting orders that pay the cheapest owner's price, because locks end and sellers recover without a
 * signal. Continues where the last round ended, and begins again at the best price after the last order. `places` move on even
 * when an order fails.
 */
export async function sweepBook(engine: Engine, places: SweepPlaces): Promise<void> {
  const failures: unknown[] = [];
  let filled = 0;
  for (const resource of RESOURCES) {
    const moment = momentOf(engine);
    const after = places[resource];
    delete places[resource];
    if (!moment.mayMatch) continue;
    const leastSun = await engine.database.read(() => cheapestSun(resource, moment));
    const step = await matchSome(engine, { resource, leastSun, after }, moment);
    filled += step.filled;
    failures.push(...step.failures);
    if (step.endedAt) places[resource] = step.endedAt;
  }
  if (filled > 0) engine.signals.emit("planned");
  throwFirst(failures);
}

interface Page {
  readonly resource: Resource;
  /** The lowest price of orders that may be filled. */
  readonly leastSun: number;
  readonly after: RestingPlace | undefined;
}

interface Step {
  readonly filled: number;
  readonly failures: readonly unknown[];
  /** The last order tried; undefined when there is none behind it. */
  readonly endedAt: RestingPlace | undefined;
}

async function matchSome(engine: Engine, page: Page, moment: Moment): Promise<Step> {
  const { resource, leastSun, after } = page;
  const orders = await engine.database.read(() =>
    restingOrders(resource, leastSun, after, ORDERS_AT_ONCE),
  );
  const { done, failures } = await settleAll(
    oneOfEachBulk(orders).map(({ id }) => engine.database.commit(() => matchResting(id, moment))),
  );
  return {
    filled: done.filter((gotSomething) => gotSomething).length,
    failures,
    endedAt: orders.length === ORDERS_AT_ONCE ? orders.at(-1) : undefined,
  };
}

/** One attempt decides for all orders of a bulk call. */
function oneOfEachBulk(orders: readonly OrderRow[]): OrderRow[] {
  const bulks = new Set<string>();
  return orders.filter(({ bulk_waiting, batch_id }) => {
    if (!bulk_waiting) return true;
    const isFirst = !bulks.has(batch_id);
    bulks.add(batch_id);
    return isFirst;
  });
}

/** Whether the order got something. */
function* matchResting(id: OrderId, moment: Moment): Phase<boolean> {
  const order = must(yield* findOrder(id), "an order that rests");
  const matched = yield* matchOrder(order, moment);
  return matched.unplanned_amount < order.unplanned_amount;
}

/** The lowest price at which anybody may sell: orders below it cannot be filled. */
function* cheapestSun(resource: Resource, { market }: Moment): Phase<number> {
  const poolSun = fastRateSun(market.rates, resource, market.utilisation[resource]);
  return Math.min(poolSun, (yield* lowestAskSun(resource)) ?? poolSun);
}

/** Closes some orders whose deadline has passed, like a cancel, each by itself. Returns how many. */
export async function closeOverdue(engine: Engine): Promise<number> {
  const moment = momentOf(engine);
  const overdue = await engine.database.read(() => overdueOrders(moment.dueAt, ORDERS_AT_ONCE));
  const { done, failures } = await settleAll(
    overdue.map(({ id }) => engine.database.commit(() => closeLate(id, moment))),
  );
  const closed = done.flatMap((one) => one ?? []);
  const finished = closed.filter(({ isFinal }) => isFinal).map(({ id }) => id);
  if (closed.length > 0) engine.signals.emit("released");
  if (finished.length > 0) engine.signals.emit("finished", finished);
  const freed = new Set(closed.flatMap(({ sellers }) => sellers));
  for (const seller of freed) engine.signals.emit("offered", seller);
  throwFirst(failures);
  return closed.length;
}

interface Closed {
  readonly id: OrderId;
  readonly isFinal: boolean;
  /** The sellers whose stake is free again. */
  readonly sellers: readonly Address[];
}

function* closeLate(id: OrderId, moment: Moment): Phase<Closed | undefined> {
  const order = yield* findOrder(id);
  if (!order || !mayBeFilled(standingOf(order))) return undefined;
  const sellers = yield* sellersFreedBy(id);
  const { atOnce } = manualOptionsOf(order);
  const reason = atOnce
    ? giveUpReason(moment.chainProblem === undefined)
    : "its deadline has passed";
  const closed = yield* closeOrder(order, reason, moment);
  return { id, isFinal: closed.status !== "processing", sellers };
}
