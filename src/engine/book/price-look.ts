/**
 * What a Manual order would meet at a price: the public order book, and what would be delivered at once. The calculation is
 * that of a real order; nothing is reserved or written.
 */
import { DAY_MS } from "../../common/time.js";
import type { Address } from "../../domain/address.js";
import type { Duration } from "../../domain/duration.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Fill } from "../../domain/matching.js";
import type { ManualOptions, OrderRequest } from "../../domain/order-request.js";
import { costSun, totalCostSun } from "../../domain/price.js";
import { MIN_CHUNK, type Resource } from "../../domain/resource.js";
import type { RestReason } from "../../domain/rest-reasons.js";
import { mostForSellersSun } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";
import { type Engine, type Moment, momentOf } from "../context.js";
import { lockedOut, NOBODY } from "../known-locks.js";
import { fastPriceAt, floorNow } from "../prices/market.js";
import { type Pool, readPool } from "../prices/pool.js";
import { askBook } from "./asks.js";
import { type Depth, type OrderBook, readAsks } from "./order-book.js";
import { whyItWouldWait } from "./resting.js";

/** What matters here of a Manual order; without a receiver, nobody counts as having a lock. */
export interface Bid {
  /** Whose gifts do not pay sellers. */
  readonly customerId: CustomerId;
  readonly resource: Resource;
  readonly duration: Duration;
  /** Units for each receiver, in order; of one when none is known yet. */
  readonly amounts: readonly number[];
  readonly receivers: readonly Address[];
  readonly options: ManualOptions;
  readonly requireLock: true | undefined;
}

export interface PriceLook {
  readonly floorSun: number;
  /** What a Fast order costs, in SUN per unit. */
  readonly fastSun: number;
  /** What can be bought, the lowest price first. */
  readonly asks: readonly Depth[];
  /** What rests, the highest price first. */
  readonly bids: readonly Depth[];
  /** Sellers have offers, but none of them for these wallets before then: their earlier rentals are locked longer. */
  readonly noSeller?: LockedUntil | undefined;
  /** Some prices worth bidding, the highest first, and what each would fill at once. */
  readonly choices: readonly PriceChoice[];
}

export interface LockedUntil {
  readonly untilMs: number;
  readonly isWithinDay: boolean;
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

/** `book` is the public one, which may be a second old; what a price fills is calculated again. */
export async function lookAtPrices(engine: Engine, bid: Bid, book: OrderBook): Promise<PriceLook> {
  const { resource, duration } = bid;
  const floorSun = floorNow(engine.market, resource, duration);
  const wanted = bid.amounts.reduce((sum, units) => sum + units, 0);
  const moment = momentOf(engine);
  return engine.database.read(function* (): Phase<PriceLook> {
    const { asks, noSeller } = yield* asksOf(bid, book, moment);
    const tried: PriceChoice[] = [];
    for (const priceSun of pricesWorthTrying(asks, floorSun, wanted)) {
      tried.push({ priceSun, fillsUnits: (yield* fillsAt(bid, priceSun, moment)).units });
    }
    return {
      ...{ floorSun, fastSun: fastPriceAt(engine.market, resource, duration) },
      ...{ asks: asks.slice(0, LEVELS_SHOWN), bids: book.bids.slice(0, LEVELS_SHOWN) },
      ...{ noSeller, choices: choicesShown(tried, wanted) },
    };
  });
}

/** What these wallets can have: all there is but for sellers whose locks keep them from any of it. */
function* asksOf(
  { resource, duration, receivers }: Bid,
  book: OrderBook,
  moment: Moment,
): Phase<Pick<PriceLook, "asks" | "noSeller">> {
  const out = yield* lockedOut({ resource, duration }, receivers, moment);
  if (out.size === 0) return book;
  const { asks, passedOver, hasSeller } = yield* readAsks(moment, resource, duration, out);
  return { asks, noSeller: hasSeller ? undefined : lockedUntil(passedOver, out, moment) };
}

/** When the first of the sellers can sell to the wallets again. */
function lockedUntil(
  sellers: readonly Address[],
  out: ReadonlyMap<string, number | undefined>,
  { headTimestampMs }: Moment,
): LockedUntil | undefined {
  const ends = sellers.flatMap((seller) => out.get(seller) ?? []);
  if (ends.length === 0) return undefined;
  const untilMs = Math.min(...ends);
  return { untilMs, isWithinDay: untilMs < headTimestampMs + DAY_MS };
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

/** What a new order would be delivered at once, for all receivers together, and what that costs by the offers' own prices. */
export interface FilledNow {
  readonly units: number;
  readonly costSun: number;
  /** The highest price that is paid for a unit; 0 when nothing is filled. */
  readonly highestSun: number;
  /** Of the first receiver that is not filled wholly; undefined where all are. */
  readonly short?: { readonly at: number; readonly filled: Fill } | undefined;
}

const NOTHING: FilledNow = { units: 0, costSun: 0, highestSun: 0 };

export interface BookInstead {
  /** The price of the Manual order that is filled wholly and at once. */
  readonly priceSun: number;
  /** For all receivers together. */
  readonly units: number;
  readonly costSun: number;
}

/** The price of an order that sellers fill together, all of it at once. */
function atOnce(resource: Resource, receivers: number): ManualOptions {
  const [partialMin, bulkOrder] = [MIN_CHUNK[resource], receivers > 1];
  return { allowPartial: true, partialMin, bulkOrder, atOnce: true };
}

/** The Manual order by which the book delivers at once, at most at this price, what a Fast order asks for. */
export function atOnceRequest(request: OrderRequest, priceSun: number): OrderRequest {
  const { resource, receivers, amounts, duration, quoteId, requireLock } = request;
  const options = atOnce(resource, receivers.length);
  const asked = { resource, receivers, amounts, duration, quoteId, priceSun, options };
  return { type: "Manual", ...asked, ...(requireLock && { requireLock }) };
}

/** What the book asks for what a Fast order would buy; undefined unless it fills all of it now, for less. */
export function* bookInstead(
  terms: Omit<Bid, "options">,
  moment: Moment,
): Phase<BookInstead | undefined> {
  const { resource, duration, amounts } = terms;
  if (amounts.length === 0) return undefined;
  const fastSun = fastPriceAt(moment.market, resource, duration);
  const options = { ...atOnce(resource, amounts.length), bulkOrder: true };
  const now = yield* fillsAt({ ...terms, options }, fastSun, moment);
  const isLess = now.costSun < totalCostSun(amounts, fastSun, duration);
  if (now.units === 0 || !isLess) return undefined;
  const priceSun = Math.max(now.highestSun, floorNow(moment.market, resource, duration));
  return { priceSun, units: now.units, costSun: now.costSun };
}

/** The most that sellers may come to together, where that is less than what the desk asks. */
export function mostOfSellersSun(
  book: BookInstead | undefined,
  { amounts, duration }: Pick<Bid, "amounts" | "duration">,
  deskSun: number,
): number | undefined {
  const mostSun = book && totalCostSun(amounts, book.priceSun, duration);
  return mostSun !== undefined && mostSun < deskSun ? mostSun : undefined;
}

export interface OfferedToOthers {
  readonly priceSun: number;
  /** Before then not to these wallets; undefined while that is not known. */
  readonly locked?: LockedUntil | undefined;
}

/** At which price sellers would deliver as much at once to other wallets, for less: their earlier rentals to these are locked longer. */
export async function readOfferedToOthers(
  engine: Engine,
  terms: Omit<Bid, "options">,
  belowSun: number,
): Promise<OfferedToOthers | undefined> {
  const { resource, duration, receivers } = terms;
  const moment = momentOf(engine);
  return engine.database.read(function* (): Phase<OfferedToOthers | undefined> {
    const out = yield* lockedOut({ resource, duration }, receivers, moment);
    if (out.size === 0) return undefined;
    const book = yield* bookInstead({ ...terms, receivers: [] }, moment);
    if (!book || mostOfSellersSun(book, terms, belowSun) === undefined) return undefined;
    const { passedOver } = yield* readAsks(moment, resource, duration, out);
    return { priceSun: book.priceSun, locked: lockedUntil(passedOver, out, moment) };
  });
}

/** What an order at a price would be filled with now, and why the rest of it would wait. */
export async function filledNow(
  engine: Engine,
  bid: Bid,
  priceSun: number,
): Promise<FilledNow & { readonly waits: readonly RestReason[] }> {
  const moment = momentOf(engine);
  return engine.database.read(function* () {
    const filled = yield* fillsAt(bid, priceSun, moment);
    return { ...filled, waits: yield* whyRestWaits(bid, priceSun, filled, moment) };
  });
}

function* whyRestWaits(
  { resource, duration, amounts, receivers, options }: Bid,
  priceSun: number,
  { short }: FilledNow,
  moment: Moment,
): Phase<readonly RestReason[]> {
  const pool = moment.mayMatch ? yield* readPool(moment.policy, resource, duration) : undefined;
  if (!pool) return [{ why: "heldUp" }];
  if (!short) return [];
  const { at, filled } = short;
  const order = { receiver: receivers[at] ?? NOBODY, resource, duration };
  const want = { units: amounts[at] ?? 0, ...options };
  return yield* whyItWouldWait({ order, want, priceSun, filled, spared: new Set() }, pool, moment);
}

function* fillsAt(bid: Bid, priceSun: number, moment: Moment): Phase<FilledNow> {
  const { resource, duration, amounts, options } = bid;
  const pool = moment.mayMatch ? yield* readPool(moment.policy, resource, duration) : undefined;
  if (!pool) return NOTHING;
  const takenSun = new Map<Address, number>();
  const look: Look = {
    ...{ moment, pool, takenSun, soldTo: new Map() },
    mostForSellersSun: yield* mostForSellersSun(bid.customerId),
  };
  let all = NOTHING;
  for (const [at, amount] of amounts.entries()) {
    const wallet = { receiver: bid.receivers[at] ?? NOBODY, amount };
    const filled = yield* fillFor(wallet, bid, priceSun, look);
    const { parts, rest } = filled;
    const short = all.short ?? (rest > 0 ? { at, filled } : undefined);
    // Of a bulk call all orders are filled wholly, or none is started.
    if (options.bulkOrder && rest > 0) return { ...NOTHING, short };
    all = {
      short,
      units: all.units + amount - rest,
      costSun: parts.reduce(
        (sum, one) => sum + costSun(one.units, one.priceSun, duration),
        all.costSun,
      ),
      highestSun: Math.max(all.highestSun, ...parts.map((one) => one.priceSun)),
    };
  }
  return all;
}

interface Look {
  readonly moment: Moment;
  readonly pool: Pool;
  /** What earlier receivers have been given. */
  readonly takenSun: Map<Address, number>;
  /** By receiver, sellers that have given it something: their lock is on its way, so they give it no more. */
  readonly soldTo: Map<Address, Set<Address>>;
  /** What earlier receivers have left of it. */
  mostForSellersSun: number;
}

function* fillFor(
  { receiver, amount }: { readonly receiver: Address; readonly amount: number },
  bid: Bid,
  priceSun: number,
  look: Look,
): Phase<Fill> {
  const { resource, duration, options, requireLock } = bid;
  const require_lock = requireLock ? 1 : 0;
  const { moment, pool, takenSun, soldTo } = look;
  const sellers = soldTo.get(receiver) ?? new Set();
  const filled = yield* askBook(
    {
      order: { id: "", receiver, resource, duration, price_sun: priceSun, require_lock },
      want: {
        units: amount,
        allowPartial: options.allowPartial,
        partialMin: options.partialMin,
        rests: false,
        mostForSellersSun: look.mostForSellersSun,
      },
      moment,
      except: sellers,
      takenSun,
      poolFirst: false,
    },
    pool,
  );
  look.mostForSellersSun = filled.mostForSellersSun;
  for (const { owner, reservedSun } of filled.parts) {
    takenSun.set(owner, (takenSun.get(owner) ?? 0) + reservedSun);
    if (!pool.owners.some((one) => one.owner === owner)) sellers.add(owner);
  }
  if (receiver !== NOBODY) soldTo.set(receiver, sellers);
  return filled;
}
