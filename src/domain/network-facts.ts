/**
 * What a network reports about itself: totals of stake and units, and parameters. Checked here before anything depends on them.
 */
import type { Sun } from "./money.js";
import { type PerResource, RESOURCES } from "./resource.js";
import type { StakeRatio } from "./stake.js";

export type StakeRatios = Readonly<PerResource<StakeRatio>>;

export interface NetworkParameters {
  /** `getMaxDelegateLockPeriod`, in blocks. */
  readonly maxLockPeriodBlocks: number;
  /** What the network burns for a unit without a rental, in SUN. */
  readonly burnPriceSun: Readonly<PerResource<number>>;
  /** The most that a transfer burns to create the account it goes to. */
  readonly activationSun: Sun;
}

/** A change of a total by more than this share must be read twice. */
const LARGE_CHANGE = 0.2;
/** Two readings of one change may differ by what happens in a few blocks. */
const SAME_CHANGE = 0.01;

/** Whether totals changed so much that one answer is not enough. */
export function changedMuch(before: StakeRatios, now: StakeRatios): boolean {
  return !areWithin(before, now, LARGE_CHANGE);
}

/** Whether two readings report the same totals. */
export function agree(one: StakeRatios, other: StakeRatios): boolean {
  return areWithin(one, other, SAME_CHANGE);
}

function areWithin(one: StakeRatios, other: StakeRatios, share: number): boolean {
  return RESOURCES.every((resource) => {
    const { totalLimit, totalWeight } = one[resource];
    const isNear = (a: number, b: number) => Math.abs(a - b) <= a * share;
    return (
      isNear(totalLimit, other[resource].totalLimit) &&
      isNear(totalWeight, other[resource].totalWeight)
    );
  });
}

export function areSameParameters(one: NetworkParameters, other: NetworkParameters): boolean {
  return (
    one.maxLockPeriodBlocks === other.maxLockPeriodBlocks &&
    one.activationSun === other.activationSun &&
    RESOURCES.every((resource) => one.burnPriceSun[resource] === other.burnPriceSun[resource])
  );
}
