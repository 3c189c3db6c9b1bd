/** How much can be sold now: by the pool, and by sellers up to a price. */
import type { Address } from "../../domain/address.js";
import { deliverable, type StakeArithmetic } from "../../domain/allocation.js";
import { type Duration, durationSeconds, lockPeriodBlocks } from "../../domain/duration.js";
import { effectiveLockMode } from "../../domain/leg.js";
import { MIN_CHUNK, type Resource } from "../../domain/resource.js";
import { openAsks } from "../../store/book.js";
import type { Phase } from "../../store/phase.js";
import { type Engine, type Moment, momentOf } from "../context.js";
import { fastPriceAt, highestTradeSun } from "./market.js";
import { type Pool, readPool } from "./pool.js";

/** More offers than one order can use; further ones are not counted. */
const OFFERS_COUNTED = 500;

/** What is asked for, and up to which price. */
export interface Sought {
  readonly resource: Resource;
  readonly duration: Duration;
  readonly upToPriceSun: number;
}

export function readyOfPool(resource: Resource, pool: Pool, receiver?: Address): number {
  const candidates = pool.owners
    .filter(({ owner }) => owner !== receiver)
    .map(({ owner, freeSun }) => ({ owner, freeSun, mayLock: false }));
  return deliverable(candidates, MIN_CHUNK[resource], pool.stake);
}

/** What a seller could deliver at once. */
export interface ReadySeller {
  readonly seller: Address;
  readonly units: number;
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
    .map(({ seller, free_sun, chunk_units }) => {
      const within = stake.unitsWithin(free_sun);
      return { seller, units: within < chunk_units ? 0 : within };
    })
    .filter(({ units }) => units > 0);
}

type LockTerms = Pick<Moment, "policy" | "maxLockPeriodBlocks">;
type SaleTerms = LockTerms & Pick<Moment, "market">;

/** A seller's delegations are locked, or not made. */
export function sellersMayLock(
  duration: Duration,
  { policy, maxLockPeriodBlocks }: LockTerms,
): boolean {
  const period = lockPeriodBlocks(duration);
  return effectiveLockMode(policy.lockMode, period, maxLockPeriodBlocks) !== "never";
}

/** Units that can be delivered now at a price: sellers up to it, and the pool if it sells for no more. */
export async function readyUnits(engine: Engine, sought: Sought): Promise<number> {
  const moment = momentOf(engine);
  return engine.database.read(() => countReady(sought, moment));
}

export function* countReady(sought: Sought, moment: Moment): Phase<number> {
  const { resource, duration, upToPriceSun } = sought;
  const pool = yield* readPool(moment.policy, resource, duration);
  if (!pool) return 0;
  const poolSells = fastPriceAt(moment.market, resource, duration) <= upToPriceSun;
  const ofPool = poolSells ? readyOfPool(resource, pool) : 0;
  return ofPool + sumUnits(yield* readySellers(sought, pool.stake, moment));
}

export function sumUnits(sellers: readonly ReadySeller[]): number {
  return sellers.reduce((sum, { units }) => sum + units, 0);
}
