/** Who would sell to an order, in price-time order, and what each would take. */
import type { Address } from "../../domain/address.js";
import { ranked, type StakeArithmetic } from "../../domain/allocation.js";
import { billedDays, durationSeconds } from "../../domain/duration.js";
import type { LockMode } from "../../domain/lock.js";
import { type Ask, type Fill, fill, type Want } from "../../domain/matching.js";
import { MIN_CHUNK, type Resource } from "../../domain/resource.js";
import {
  type AskFilter,
  type AskRow,
  firstAsks,
  largeAsks,
  lowestPriceOfSize,
  openAsks,
} from "../../store/book.js";
import type { OrderRow } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import type { Moment } from "../context.js";
import { type Chances, lockChances, lockModeFor } from "../known-locks.js";
import { fastPriceAt, highestTradeSun } from "../prices/market.js";
import { leastStakeSun, type Pool } from "../prices/pool.js";

export type SoughtOrder = Pick<
  OrderRow,
  "id" | "receiver" | "resource" | "duration" | "price_sun" | "require_lock"
>;

/** What the order book is asked for one order. */
export interface Question {
  readonly order: SoughtOrder;
  readonly want: Omit<Want, "lockMode" | "priceSun" | "days">;
  /** Otherwise as the order and the desk want. */
  readonly lockMode?: LockMode | undefined;
  readonly moment: Moment;
  /** Owners that are not asked. */
  readonly except: ReadonlySet<Address>;
  /** Stake promised in this decision and not reserved yet, by owner. */
  readonly takenSun: ReadonlyMap<Address, number>;
  /** A Fast order asks the pool first. For a Manual order the pool offers at its Fast price, behind sellers at that price. */
  readonly poolFirst: boolean;
  /** The whole price is paid, since no difference is held for it: sellers who may not be paid that much are not asked. */
  readonly isExact?: boolean;
}

/** Asks sellers and pool up to the order's price. Nothing is reserved or written. */
export function* askBook(question: Question, pool: Pool): Phase<Fill> {
  const { order, want } = question;
  const views = viewsOf(question, yield* lockChances(order, question.moment));
  const lockMode = question.lockMode ?? lockModeFor(order, question.moment);
  const dealSun = dealPrice(question);
  const days = billedDays(order.duration);
  let { units, mostForSellersSun } = want;
  const parts: Fill["parts"][number][] = [];
  const passedOver: Fill["passedOver"][number][] = [];
  const offer = (asks: Iterable<Ask>, priceSun: number) => {
    const left = { ...want, units, mostForSellersSun };
    const filled = fill({ ...left, lockMode, priceSun, days }, asks, pool.stake);
    parts.push(...filled.parts);
    passedOver.push(...filled.passedOver);
    ({ rest: units, mostForSellersSun } = filled);
  };
  /** Later offers are dearer, so none of them can be paid either. */
  const isSpent = (last: AskRow | undefined) => {
    const priceSun = want.rests ? dealSun : (last?.min_price_sun ?? 0);
    return mostForSellersSun < leastUnits({ ...want, units }) * priceSun * days;
  };
  for (const segment of segmentsOf(question, dealSun)) {
    if (units === 0) break;
    if (segment === "pool") {
      offer(views.ofPool(pool), question.isExact ? order.price_sun : dealSun);
      continue;
    }
    const filter = {
      resource: order.resource,
      durationSeconds: durationSeconds(order.duration),
      abovePriceSun: segment.aboveSun,
      upToPriceSun: segment.upToSun,
      leastFreeSun: leastFreeSunFor({ ...want, units }, pool.stake),
    };
    const ask = needsMuch({ ...want, units }, order.resource) ? askLarge : askEach;
    yield* ask(filter, (rows) => {
      offer(views.ofSellers(rows), dealSun);
      return units === 0 || isSpent(rows.at(-1));
    });
  }
  return { parts, rest: units, mostForSellersSun, passedOver };
}

export type LeastWant = Pick<Want, "units" | "allowPartial" | "partialMin">;

/** The stake of the smallest part that an owner might take: owners with less are not asked. */
export function leastFreeSunFor(want: LeastWant, stake: StakeArithmetic): number {
  return leastStakeSun(stake, leastUnits(want));
}

/** True when many open offers may have too little for it. */
function needsMuch(want: LeastWant, resource: Resource): boolean {
  return leastUnits(want) > 2 * MIN_CHUNK[resource];
}

function leastUnits({ allowPartial, partialMin, units }: LeastWant): number {
  return allowPartial ? Math.min(partialMin, units) : units;
}

type Segment = "pool" | { readonly aboveSun: number; readonly upToSun: number };

/** The most that is paid of the order's price; 0: sellers are not asked. */
function dealPrice({ order, moment, isExact = false }: Question): number {
  const mostSun = highestTradeSun(moment, order.resource, order.duration);
  if (order.price_sun <= mostSun) return order.price_sun;
  return isExact ? 0 : mostSun;
}

function segmentsOf({ order, moment, poolFirst }: Question, upToSun: number): Segment[] {
  if (poolFirst) return ["pool", { aboveSun: 0, upToSun }];
  const poolSun = fastPriceAt(moment.market, order.resource, order.duration);
  if (poolSun > order.price_sun) return [{ aboveSun: 0, upToSun }];
  return [{ aboveSun: 0, upToSun: poolSun }, "pool", { aboveSun: poolSun, upToSun }];
}

/** The owners as this order sees them: whether they can lock for it, and what they have left in this decision. */
function viewsOf(question: Question, chances: Chances) {
  const { order, except, takenSun, moment } = question;
  const poolSun = fastPriceAt(moment.market, order.resource, order.duration);
  const isAsked = (owner: Address) => owner !== order.receiver && !except.has(owner);
  const left = (owner: Address, freeSun: number) => freeSun - (takenSun.get(owner) ?? 0);
  return {
    ofPool: (pool: Pool): Ask[] => {
      const { units } = question.want;
      const asked = pool.owners
        .filter(({ owner }) => isAsked(owner))
        .map(({ owner, freeSun }) => ({
          owner,
          priceSun: poolSun,
          freeSun: left(owner, freeSun),
          chunkUnits: Math.min(MIN_CHUNK[order.resource], units),
          lock: chances(owner, "pool"),
          isSeller: false,
        }));
      return ranked(asked, units);
    },
    ofSellers: (rows: readonly AskRow[]): Ask[] =>
      rows
        .filter(({ seller }) => isAsked(seller))
        .map((row) => ({
          owner: row.seller,
          priceSun: row.min_price_sun,
          freeSun: left(row.seller, row.free_sun),
          chunkUnits: row.chunk_units,
          lock: chances(row.seller, "seller"),
          isSeller: true,
        })),
  };
}

/** Offers read first: most orders are filled by one or two. */
const FIRST_PAGE = 8;
/** Offers in each further read. */
const PAGE = 32;
/** The most offers of one price that are sorted here; when more are large enough, reading by age finds one soon. */
const FEW = 64;

/** Receives some more sellers; true when the order needs no more. */
type TakeAsks = (rows: readonly AskRow[]) => boolean;

/**
 * Reads sellers in price-time order, as many as an order needs: the cost must depend on what is sold, not on the size of the
 * order book. For an order that nearly every open offer can serve.
 */
function* askEach(filter: AskFilter, take: TakeAsks): Phase<boolean> {
  let after: AskRow | undefined;
  let size = FIRST_PAGE;
  while (true) {
    const page: AskRow[] = yield* openAsks(filter, after, size);
    if (take(page)) return true;
    if (page.length < size) return false;
    after = page.at(-1);
    size = PAGE;
  }
}

/** For an order that needs much from one seller: skips sellers with too little. */
function* askLarge(filter: AskFilter, take: TakeAsks): Phase<boolean> {
  const asked = new Set<string>();
  const takeNew = (rows: readonly AskRow[]) => {
    const fresh = rows.filter(({ seller }) => !asked.has(seller));
    for (const { seller } of fresh) asked.add(seller);
    return take(fresh);
  };
  if (takeNew(yield* firstAsks(filter, FIRST_PAGE))) return true;
  let priceSun = yield* lowestPriceOfSize(filter);
  while (priceSun !== undefined) {
    const few = yield* largeAsks(filter, priceSun, FEW + 1);
    const isDone =
      few.length <= FEW
        ? takeNew(few.sort(byAge))
        : yield* askEach(
            { ...filter, abovePriceSun: priceSun - 1, upToPriceSun: priceSun },
            takeNew,
          );
    if (isDone) return true;
    priceSun = yield* lowestPriceOfSize({ ...filter, abovePriceSun: priceSun });
  }
  return false;
}

function byAge(a: AskRow, b: AskRow): number {
  return a.since - b.since || (a.seller < b.seller ? -1 : 1);
}
