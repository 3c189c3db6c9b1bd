/**
 * What a Manual order would meet at a price: the public order book, and what would be delivered at once. The calculation is
 * that of a real order; nothing is reserved or written.
 */
import type { Address } from "../../domain/address.js";
import type { Duration } from "../../domain/duration.js";
import type { ManualOptions } from "../../domain/order-request.js";
import type { Resource } from "../../domain/resource.js";
import type { Phase } from "../../store/phase.js";
import { type Engine, type Moment, momentOf } from "../context.js";
import { fastPriceAt, floorNow } from "../prices/market.js";
import { type Pool, readPool } from "../prices/pool.js";
import { askBook } from "./asks.js";
import type { Depth, OrderBook } from "./order-book.js";

/** The part of a Manual order that matters here; without a receiver, nobody is taken to have a lock. */
export interface Bid {
  readonly resource: Resource;
  readonly duration: Duration;
  /** Units per receiver. */
  readonly amount: number;
  readonly receivers: readonly Address[];
  readonly options: ManualOptions;
}

export interface PriceLook {
  readonly floorSun: number;
  /** What a Fast order costs, in SUN per unit. */
  readonly fastSun: number;
  /** What can be bought, the lowest price first. */
  readonly asks: readonly Depth[];
  /** What rests, the highest price first. */
  readonly bids: readonly Depth[];
  /** Some prices worth bidding, the highest first, and what each would fill at once. */
  readonly choices: readonly PriceChoice[];
}

export interface PriceChoice {
  readonly priceSun: number;
  /** Units for all receivers together. */
  readonly fillsUnits: number;
}

/** Levels shown of each side. */
const LEVELS_SHOWN = 3;
/** The most prices tried: each is calculated for every receiver. */
const PRICES_TRIED = 3;

/** `book` is the public one, which may be a second old; what a price fills is calculated anew. */
export async function lookAtPrices(engine: Engine, bid: Bid, book: OrderBook): Promise<PriceLook> {
  const { resource, duration, amount } = bid;
  const floorSun = floorNow(engine.market, resource, duration);
  const { asks, bids } = book;
  const wanted = amount * Math.max(1, bid.receivers.length);
  const prices = pricesWorthTrying(asks, floorSun, wanted);
  const moment = momentOf(engine);
  const choices = await engine.database.read(function* (): Phase<PriceChoice[]> {
    const tried: PriceChoice[] = [];
    for (const priceSun of prices) {
      tried.push({ priceSun, fillsUnits: yield* fillsAt(bid, priceSun, moment) });
    }
    return tried;
  });
  return {
    floorSun,
    fastSun: fastPriceAt(engine.market, resource, duration),
    asks: asks.slice(0, LEVELS_SHOWN),
    bids: bids.slice(0, LEVELS_SHOWN),
    choices: choicesShown(choices, wanted),
  };
}

/** The floor, the first price level with enough for all, the level below it, and a few above, because of locks. */
function pricesWorthTrying(asks: readonly Depth[], floorSun: number, wanted: number): number[] {
  let units = 0;
  let enough = asks.findIndex((level) => {
    units += level.units;
    return units >= wanted;
  });
  if (enough < 0) enough = asks.length - 1;
  const near = asks.slice(Math.max(0, enough - 1), Math.max(0, enough) + PRICES_TRIED);
  const prices = new Set([floorSun, ...near.map(({ priceSun }) => Math.max(priceSun, floorSun))]);
  return [...prices].sort((a, b) => a - b);
}

/** The lowest price that fills all, or the one that fills most; the next lower price that fills less; the floor. */
function choicesShown(tried: readonly PriceChoice[], wanted: number): PriceChoice[] {
  const most = Math.max(...tried.map(({ fillsUnits }) => fillsUnits));
  const best = tried.find(({ fillsUnits }) => fillsUnits >= Math.min(most, wanted));
  const lower = tried.filter(({ priceSun }) => best !== undefined && priceSun < best.priceSun);
  const shown = [best, lower.at(-1), tried[0]].filter((choice) => choice !== undefined);
  return [...new Set(shown)];
}

/** Units that would be delivered at once at a price, for all receivers together. */
export async function unitsFilledAt(engine: Engine, bid: Bid, priceSun: number): Promise<number> {
  const moment = momentOf(engine);
  return engine.database.read(() => fillsAt(bid, priceSun, moment));
}

function* fillsAt(bid: Bid, priceSun: number, moment: Moment): Phase<number> {
  const { resource, duration, amount, options } = bid;
  const pool = moment.mayMatch ? yield* readPool(moment.policy, resource, duration) : undefined;
  if (!pool) return 0;
  const takenSun = new Map<Address, number>();
  let filled = 0;
  for (const receiver of bid.receivers.length > 0 ? bid.receivers : [NOBODY]) {
    const units = yield* fillFor(receiver, bid, priceSun, { moment, pool, takenSun });
    // Of a bulk call all orders are filled wholly, or none is started.
    if (options.bulkOrder && units < amount) return 0;
    filled += units;
  }
  return filled;
}

/** An address without an account: nobody has a lock to it. */
const NOBODY = "" as Address;

interface Look {
  readonly moment: Moment;
  readonly pool: Pool;
  /** What the receivers before have been given. */
  readonly takenSun: Map<Address, number>;
}

function* fillFor(receiver: Address, bid: Bid, priceSun: number, look: Look): Phase<number> {
  const { resource, duration, amount, options } = bid;
  const { moment, pool, takenSun } = look;
  const filled = yield* askBook(
    {
      order: { id: "", receiver, resource, duration, price_sun: priceSun },
      want: {
        units: amount,
        allowPartial: options.allowPartial,
        partialMin: options.partialMin,
        rests: false,
      },
      lockMode: moment.policy.lockMode,
      moment,
      except: new Set(),
      takenSun,
      poolFirst: false,
    },
    pool,
  );
  for (const { owner, reservedSun } of filled.parts) {
    takenSun.set(owner, (takenSun.get(owner) ?? 0) + reservedSun);
  }
  return amount - filled.rest;
}
