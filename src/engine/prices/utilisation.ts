/** How much of the pool is taken, because prices rise with it. */
import { followsPool, utilisationOf } from "../../domain/rates.js";
import { type PerResource, RESOURCES } from "../../domain/resource.js";
import { legsOpenStake } from "../../store/legs.js";
import { listCapacity, readStakeRatio } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";

/** Call after snapshots. With a flat curve, the default, open legs are not read. */
export async function refreshMarket(engine: Engine): Promise<void> {
  if (!followsPool(engine.market.rates)) return;
  const isNewest = engine.marketReads.begin();
  const utilisation = await engine.database.read(readUtilisation);
  if (isNewest()) engine.market.utilisation = utilisation;
}

/** How much of the pool is taken, per resource; 0 while that is not known. */
export function* readUtilisation(): Phase<PerResource<number>> {
  const { energy, bandwidth } = yield* readPoolStake();
  const share = (stake: PoolStake | undefined) =>
    stake ? utilisationOf(stake.freeSun, stake.totalSun) : 0;
  return { energy: share(energy), bandwidth: share(bandwidth) };
}

interface PoolStake {
  readonly freeSun: number;
  /** Including what is delegated. */
  readonly totalSun: number;
}

export type PoolStakes = Readonly<PerResource<PoolStake | undefined>>;

/** The pool's stake for sale, sold or not, per resource; undefined while that is not known. */
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
