/** How much can be sold at once: by the pool, and by sellers up to a price. */
import type { Address } from "../domain/address.js";
import { deliverable, type StakeArithmetic } from "../domain/allocation.js";
import { type Duration, durationSeconds } from "../domain/duration.js";
import { MIN_CHUNK, type Resource } from "../domain/resource.js";
import { openAsks } from "../store/book.js";
import type { Phase } from "../store/phase.js";
import type { Moment } from "./context.js";
import { fastPriceAt } from "./market.js";
import { type Pool, readPool } from "./pool.js";

/** More offers than one order can use; what lies behind them is not counted. */
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

export function* readyOfSellers(sought: Sought, stake: StakeArithmetic): Phase<number> {
  const asks = yield* openAsks({
    resource: sought.resource,
    durationSeconds: durationSeconds(sought.duration),
    abovePriceSun: 0,
    upToPriceSun: sought.upToPriceSun,
    leastFreeSun: 0,
    after: undefined,
    limit: OFFERS_COUNTED,
  });
  let units = 0;
  for (const { free_sun, chunk_units } of asks) {
    const within = stake.unitsWithin(free_sun);
    if (within >= chunk_units) units += within;
  }
  return units;
}

/** Units that can be delivered now at a price: sellers up to it, and the pool if it sells for no more. */
export function* readyUnits(
  sought: Sought,
  moment: Pick<Moment, "market" | "policy">,
): Phase<number> {
  const { resource, duration, upToPriceSun } = sought;
  const pool = yield* readPool(moment.policy, resource, duration);
  if (!pool) return 0;
  const poolSells = fastPriceAt(moment.market, resource, duration) <= upToPriceSun;
  const ofPool = poolSells ? readyOfPool(resource, pool) : 0;
  return ofPool + (yield* readyOfSellers(sought, pool.stake));
}
