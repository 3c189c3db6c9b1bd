/** The public order book: resting orders and offers, by price. */
import { RecentReadings } from "../../common/recent-readings.js";
import type { Address } from "../../domain/address.js";
import { type Duration, durationSeconds } from "../../domain/duration.js";
import type { Resource } from "../../domain/resource.js";
import { bidLevels, openAsks } from "../../store/book.js";
import type { Phase } from "../../store/phase.js";
import { type Engine, type Moment, momentOf } from "../context.js";
import { fastPriceAt, highestTradeSun } from "../prices/market.js";
import { type Pool, readPool } from "../prices/pool.js";
import { readyOfPool, sellersMayLock } from "../prices/ready-units.js";

/** The answer is kept for a second: anybody may ask, and counting a large order book takes a while. */
const REMEMBERED_MS = 1_000;
const LEVELS = 100;
const OFFERS_COUNTED = 10_000;

/** Units at one price, in SUN per unit. */
export interface Depth {
  readonly priceSun: number;
  readonly units: number;
}

export interface OrderBook {
  readonly resource: Resource;
  readonly duration: Duration;
  /** Resting orders, the highest price first. */
  readonly bids: readonly (Depth & { readonly orders: number })[];
  /** What can be bought, the lowest price first; the desk's own pool is one offer at its Fast price. */
  readonly asks: readonly (Depth & { readonly offers: number })[];
  readonly at: number;
}

export class OrderBooks {
  readonly #recent: RecentReadings<OrderBook>;

  constructor(private readonly engine: Engine) {
    this.#recent = new RecentReadings(REMEMBERED_MS, engine.now);
  }

  /** At most a second old. */
  read(resource: Resource, duration: Duration): Promise<OrderBook> {
    return this.#recent.read(`${resource} ${duration}`, (at) => {
      const moment = momentOf(this.engine);
      return this.engine.database.read(() => readBook(moment, resource, duration, at));
    });
  }
}

function* readBook(
  moment: Moment,
  resource: Resource,
  duration: Duration,
  at: number,
): Phase<OrderBook> {
  const bids = yield* bidLevels(resource, duration, LEVELS);
  return {
    resource,
    duration,
    bids: bids.map(({ price_sun, units, orders }) => ({ priceSun: price_sun, units, orders })),
    asks: (yield* readAsks(moment, resource, duration)).asks,
    at,
  };
}

interface Asks extends Pick<OrderBook, "asks"> {
  /** Of those that were not to be counted, the sellers that have an offer. */
  readonly passedOver: readonly Address[];
  /** Other sellers have one, too. */
  readonly hasSeller: boolean;
}

/** What can be bought, without the sellers of `except`. */
export function* readAsks(
  moment: Moment,
  resource: Resource,
  duration: Duration,
  except: { has(seller: Address): boolean } = new Set(),
): Phase<Asks> {
  const levels = new Map<number, Level>();
  const passedOver: Address[] = [];
  const pool = yield* readPool(moment.policy, resource, duration);
  if (pool && sellersMayLock(duration, moment)) {
    for (const { seller, priceSun, units } of yield* sellersAsks(
      pool,
      resource,
      duration,
      moment,
    )) {
      if (except.has(seller)) passedOver.push(seller);
      else add(levels, priceSun, units);
    }
  }
  const hasSeller = levels.size > 0;
  const ofPool = pool ? readyOfPool(resource, pool) : 0;
  if (ofPool > 0) add(levels, fastPriceAt(moment.market, resource, duration), ofPool);
  const asks = [...levels]
    .sort(([a], [b]) => a - b)
    .slice(0, LEVELS)
    .map(([priceSun, level]) => ({ priceSun, ...level }));
  return { asks, passedOver, hasSeller };
}

interface Level {
  units: number;
  offers: number;
}

function* sellersAsks(
  pool: Pool,
  resource: Resource,
  duration: Duration,
  moment: Moment,
): Phase<(Depth & { readonly seller: Address })[]> {
  const asks = yield* openAsks(
    {
      resource,
      durationSeconds: durationSeconds(duration),
      abovePriceSun: 0,
      upToPriceSun: highestTradeSun(moment, resource, duration),
      leastFreeSun: 0,
    },
    undefined,
    OFFERS_COUNTED,
  );
  return asks.flatMap(({ seller, min_price_sun: priceSun, free_sun, chunk_units }) => {
    const units = pool.stake.unitsWithin(free_sun);
    return units >= chunk_units ? [{ seller, priceSun, units }] : [];
  });
}

function add(levels: Map<number, Level>, priceSun: number, units: number): void {
  const level = levels.get(priceSun) ?? { units: 0, offers: 0 };
  levels.set(priceSun, { units: level.units + units, offers: level.offers + 1 });
}
