/** What orders would cost if they were paid now, to choose between them: a look at prices, which binds and writes nothing. */
import { RecentReadings } from "../../common/recent-readings.js";
import type { CustomerId } from "../../domain/ids.js";
import { totalCostSun } from "../../domain/price.js";
import { type Phase, readingOnce } from "../../store/phase.js";
import { type Bid, bookInstead, mostOfSellersSun } from "../book/price-look.js";
import { type Engine, type Moment, momentOf } from "../context.js";
import { fastPriceAt } from "../prices/market.js";
import { countReady } from "../prices/ready-units.js";

/** A Fast order; without receivers, as for wallets to which nobody has a lock. */
export type Considered = Pick<
  Bid,
  "resource" | "duration" | "amounts" | "receivers" | "requireLock"
>;

/** A card is drawn more than once for a tap, and the book is asked for each duration and wallet. */
const REMEMBERED_MS = 10_000;

type Costs = readonly (number | undefined)[];

export class OrderCosts {
  readonly #recent: RecentReadings<Costs>;

  constructor(private readonly engine: Engine) {
    this.#recent = new RecentReadings(REMEMBERED_MS, engine.now);
  }

  /**
   * The best price of each that delivers all of it at once, from the desk or from sellers; undefined of what cannot be had now. One
   * read for all of them, which asks what is the same of several once; it is at most ten seconds old.
   */
  async read(customerId: CustomerId, orders: readonly Considered[]): Promise<Costs> {
    const { engine } = this;
    const moment = momentOf(engine);
    if (!moment.mayMatch || engine.gates.obstacle()) return orders.map(() => undefined);
    return this.#recent.read(JSON.stringify([customerId, orders]), () =>
      engine.database.read(() => readingOnce(costsNow(customerId, orders, moment))),
    );
  }
}

function* costsNow(
  customerId: CustomerId,
  orders: readonly Considered[],
  moment: Moment,
): Phase<(number | undefined)[]> {
  const costs: (number | undefined)[] = [];
  for (const order of orders) costs.push(yield* costNow(customerId, order, moment));
  return costs;
}

function* costNow(
  customerId: CustomerId,
  order: Considered,
  moment: Moment,
): Phase<number | undefined> {
  const { resource, duration, amounts, receivers, requireLock } = order;
  const priceSun = fastPriceAt(moment.market, resource, duration);
  const deskSun = totalCostSun(amounts, priceSun, duration);
  const book = yield* bookInstead({ ...order, customerId }, moment);
  const ofSellersSun = mostOfSellersSun(book, order, deskSun);
  if (ofSellersSun !== undefined) return ofSellersSun;
  const lockedFor =
    requireLock && receivers.map((receiver, at) => ({ receiver, units: amounts[at] ?? 0 }));
  const sought = { resource, duration, upToPriceSun: priceSun, lockedFor };
  const ready = yield* countReady(sought, moment, { customerId, isFast: true });
  return ready < amounts.reduce((sum, units) => sum + units, 0) ? undefined : deskSun;
}
