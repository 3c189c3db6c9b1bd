/** How much can be sold now: by the pool, and by sellers up to a price. */
import type { Address } from "../../domain/address.js";
import {
  deliverable,
  type LockChance,
  mayLock,
  type StakeArithmetic,
} from "../../domain/allocation.js";
import { type Duration, durationSeconds } from "../../domain/duration.js";
import type { CustomerId } from "../../domain/ids.js";
import { effectiveLockMode } from "../../domain/lock.js";
import { costSun } from "../../domain/price.js";
import { MIN_CHUNK, type Resource } from "../../domain/resource.js";
import { openAsks } from "../../store/book.js";
import { mostForSellersSun } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";
import { type Engine, type Moment, momentOf } from "../context.js";
import { type Chances, chancesOf, NOBODY } from "../known-locks.js";
import { fastPriceAt, highestTradeSun } from "./market.js";
import { type Pool, readPool } from "./pool.js";

/** More offers than one order can use; further ones are not counted. */
const OFFERS_COUNTED = 500;

/** What is asked for, and up to which price. */
export interface Sought {
  readonly resource: Resource;
  readonly duration: Duration;
  readonly upToPriceSun: number;
  /** Only what could be locked for these wallets, of which each gets so many units; for one that has no lock where there are none. */
  readonly lockedFor?: readonly Wanted[] | undefined;
}

interface Wanted {
  readonly receiver: Address;
  readonly units: number;
}

/** Units that the pool could deliver to a receiver; locked ones where `lockOf` is given. */
export function readyOfPool(
  resource: Resource,
  pool: Pool,
  receiver?: Address,
  lockOf?: (owner: Address) => LockChance,
): number {
  const candidates = pool.owners
    .filter(({ owner }) => owner !== receiver)
    .map(({ owner, freeSun }) => ({ freeSun, ...(lockOf && { lock: lockOf(owner) }) }));
  return deliverable(candidates, MIN_CHUNK[resource], pool.stake);
}

/** What a seller could deliver at once. */
export interface ReadySeller {
  readonly seller: Address;
  readonly units: number;
  readonly minPriceSun: number;
  readonly chunkUnits: number;
}

export function* readySellers(
  sought: Sought,
  stake: StakeArithmetic,
  moment: SaleTerms,
): Phase<ReadySeller[]> {
  if (!sellersMayLock(sought.duration, moment)) return [];
  const highestSun = highestTradeSun(moment, sought.resource, sought.duration);
  const asks = yield* openAsks(
    {
      resource: sought.resource,
      durationSeconds: durationSeconds(sought.duration),
      abovePriceSun: 0,
      upToPriceSun: Math.min(sought.upToPriceSun, highestSun),
      leastFreeSun: 0,
    },
    undefined,
    OFFERS_COUNTED,
  );
  return asks
    .map(({ seller, free_sun, chunk_units: chunkUnits, min_price_sun: minPriceSun }) => {
      const within = stake.unitsWithin(free_sun);
      return { seller, units: within < chunkUnits ? 0 : within, minPriceSun, chunkUnits };
    })
    .filter(({ units }) => units > 0);
}

/** Those that can lock for a receiver now. */
export function lockableSellers(
  sellers: readonly ReadySeller[],
  receiver: Address,
  chances: Chances,
): ReadySeller[] {
  return sellers.filter(
    ({ seller, units }) => seller !== receiver && mayLock(chances(seller, "seller"), units),
  );
}

type LockTerms = Pick<Moment, "policy" | "maxLockPeriodBlocks">;
type SaleTerms = LockTerms & Pick<Moment, "market">;

/** A seller's delegations are locked, or not made. */
export function sellersMayLock(
  duration: Duration,
  { policy, maxLockPeriodBlocks }: LockTerms,
): boolean {
  return effectiveLockMode(policy.lockMode, duration, maxLockPeriodBlocks) !== "never";
}

/** Who asks, and for which type of order: a Fast one pays sellers the Fast price, another what they ask. */
export interface Asking {
  readonly customerId: CustomerId;
  readonly isFast: boolean;
}

/** Units that can be delivered to a customer now at a price: sellers up to it, and the pool if it sells for no more. */
export async function readyUnits(engine: Engine, sought: Sought, asking: Asking): Promise<number> {
  const moment = momentOf(engine);
  return engine.database.read(() => countReady(sought, moment, asking));
}

/** For anybody, unless it is said who asks. */
export function* countReady(sought: Sought, moment: Moment, asking?: Asking): Phase<number> {
  const { resource, duration, upToPriceSun, lockedFor } = sought;
  const pool = yield* readPool(moment.policy, resource, duration);
  if (!pool) return 0;
  const poolSells = fastPriceAt(moment.market, resource, duration) <= upToPriceSun;
  const sellers = yield* readySellers(sought, pool.stake, moment);
  const mostSun = asking ? yield* mostForSellersSun(asking.customerId) : Number.POSITIVE_INFINITY;
  const paidSun = asking?.isFast ? upToPriceSun : undefined;
  const sale = { resource, duration, pool: poolSells ? pool : undefined, sellers };
  const locks = lockedFor && (yield* locksFor(lockedFor, sought, moment));
  return unitsOnSale(sale, { mostSun, paidSun }, locks);
}

/** Who sells now; the pool, unless it asks more. */
interface Sale {
  readonly resource: Resource;
  readonly duration: Duration;
  readonly pool: Pool | undefined;
  readonly sellers: readonly ReadySeller[];
}

/** For each wallet who may lock for it, and the units that it is to get. */
export type Locks = readonly (Wanted & { readonly chances: Chances })[];

export function* locksFor(
  wanted: readonly Wanted[],
  { resource, duration }: Pick<Sale, "resource" | "duration">,
  moment: Moment,
): Phase<Locks> {
  const all = new Map<Address, number>();
  for (const { receiver, units } of wanted.length > 0 ? wanted : [{ receiver: NOBODY, units: 1 }]) {
    all.set(receiver, (all.get(receiver) ?? 0) + units);
  }
  const seekers = [...all].map(([receiver, units]) => ({ receiver, units, resource, duration }));
  const chances = yield* chancesOf(seekers, moment);
  return seekers.map((one) => ({ ...one, chances: chances(one) }));
}

/** With locks, what could be locked for all wallets together: whoever can get least limits what all get, each by its share. */
export function unitsOnSale(
  { resource, duration, pool, sellers }: Sale,
  paying: Paying,
  locks: Locks = [],
): number {
  const ofSellers = (able: readonly ReadySeller[]) => payableUnits(able, duration, paying);
  const allUnits = locks.reduce((sum, { units }) => sum + units, 0);
  let ready = (pool ? readyOfPool(resource, pool) : 0) + ofSellers(sellers);
  for (const { receiver, units, chances } of locks) {
    const lockOf = (owner: Address) => chances(owner, "pool");
    const ofPool = pool ? readyOfPool(resource, pool, receiver, lockOf) : 0;
    const locked = ofPool + ofSellers(lockableSellers(sellers, receiver, chances));
    ready = Math.min(ready, Math.floor((locked * allUnits) / units));
  }
  return ready;
}

interface Paying {
  /** The most that sellers may be paid. */
  readonly mostSun: number;
  /** What each is paid; what they ask without it. */
  readonly paidSun?: number | undefined;
}

/** What sellers, the cheapest first, can deliver for `mostSun` together; each at the price they ask, unless all are paid the same. */
export function payableUnits(
  sellers: readonly ReadySeller[],
  duration: Duration,
  { mostSun, paidSun }: Paying,
): number {
  let [units, leftSun] = [0, mostSun];
  for (const one of sellers) {
    const eachSun = costSun(1, paidSun ?? one.minPriceSun, duration);
    const some = Math.min(one.units, Math.floor(leftSun / eachSun));
    if (some < one.chunkUnits) continue;
    units += some;
    leftSun -= some * eachSun;
  }
  return units;
}
