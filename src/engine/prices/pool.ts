/** What the pool can deliver now: the last snapshots less reservations. */
import type { Address } from "../../domain/address.js";
import type { StakeArithmetic } from "../../domain/allocation.js";
import type { Duration } from "../../domain/duration.js";
import type { Policy } from "../../domain/policy.js";
import type { Resource } from "../../domain/resource.js";
import {
  type StakeRatio,
  stakeForUnits,
  stakeWithHeadroom,
  unitsWithinStake,
} from "../../domain/stake.js";
import { sellableCapacity } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";

export interface FreeStake {
  readonly owner: Address;
  freeSun: number;
}

/** Undefined until the network's totals are read. */
export interface Pool {
  readonly owners: FreeStake[];
  readonly stake: StakeArithmetic;
}

export function* readPool(
  policy: Policy,
  resource: Resource,
  duration: Duration,
): Phase<Pool | undefined> {
  const sellable = yield* sellableCapacity(resource);
  if (!sellable) return undefined;
  const { ratio, rows } = sellable;
  const keptSun = resource === "bandwidth" ? reserveSun(policy, ratio) : 0;
  return {
    owners: rows.map((row) => ({
      owner: row.owner,
      freeSun: Math.max(0, row.snapshot_sun - row.reserved_sun - keptSun),
    })),
    stake: {
      stakeFor: (units) => stakeWithHeadroom(units, ratio, duration, policy.headroom),
      unitsWithin: (stakeSun) => unitsWithinStake(stakeSun, ratio, duration, policy.headroom),
    },
  };
}

/** The stake for so many units; if it is beyond the safe integers, more than anybody has. */
export function leastStakeSun(stake: StakeArithmetic, units: number): number {
  const most = stake.unitsWithin(Number.MAX_SAFE_INTEGER / 2);
  return units > most ? Number.MAX_SAFE_INTEGER : stake.stakeFor(units);
}

/** The stake for the bandwidth that an owner keeps for its own fees. */
function reserveSun(policy: Policy, ratio: StakeRatio): number {
  return policy.bandwidthReserveUnits > 0 ? stakeForUnits(policy.bandwidthReserveUnits, ratio) : 0;
}
