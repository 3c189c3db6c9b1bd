/** How much of the pool is taken: prices rise with it. */
import { followsPool, utilisationOf } from "../domain/rates.js";
import { type PerResource, RESOURCES } from "../domain/resource.js";
import { legsOpenStake } from "../store/legs.js";
import { listCapacity, readStakeRatio } from "../store/owners.js";
import type { Phase } from "../store/phase.js";
import type { Engine } from "./context.js";

/** Prices follow the pool: call after snapshots. A flat curve, the default, needs no look at all open legs. */
export async function refreshMarket(engine: Engine): Promise<void> {
  if (!followsPool(engine.market.rates)) return;
  const isNewest = engine.marketReads.begin();
  const utilisation = await engine.database.read(readUtilisation);
  if (isNewest()) engine.market.utilisation = utilisation;
}

/** How much of the pool is taken, per resource; 0 when nothing is known of it yet. */
export function* readUtilisation(): Phase<PerResource<number>> {
  const { energy, bandwidth } = yield* readPoolStake();
  const share = (stake: PoolStake | undefined) =>
    stake ? utilisationOf(stake.freeSun, stake.totalSun) : 0;
  return { energy: share(energy), bandwidth: share(bandwidth) };
}

interface PoolStake {
  readonly freeSun: number;
  /** With what is delegated. */
  readonly totalSun: number;
}

export type PoolStakes = Readonly<PerResource<PoolStake | undefined>>;

/** What the pool has for sale, sold or not, per resource; undefined when nothing is known of it yet. */
export function* readPoolStake(): Phase<PoolStakes> {
  const capacity = yield* listCapacity("pool");
  const stakes: PerResource<PoolStake | undefined> = { energy: undefined, bandwidth: undefined };
  for (const resource of RESOURCES) {
    const rows = capacity.filter((row) => row.resource === resource);
    const freeSun = rows.reduce((sum, row) => sum + row.snapshot_sun - row.reserved_sun, 0);
    const takenSun = yield* legsOpenStake(resource);
    if (!(yield* readStakeRatio(resource))) continue;
    stakes[resource] = { freeSun, totalSun: freeSun + takenSun };
  }
  return stakes;
}
