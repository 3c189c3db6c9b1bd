/** What an owner does with stake beside the desk: he delegates to the same receivers, and takes back. */
import type { Address } from "./address.js";
import type { Resource } from "./resource.js";

/** One transaction that moves stake between an owner and a receiver. */
export interface StakeAct {
  readonly kind: "delegate" | "undelegate";
  readonly owner: Address;
  readonly receiver: Address;
  readonly resource: Resource;
  readonly stakeSun: number;
}

/**
 * How much of a record is the owner's own delegation after these changes, in their order. What he takes back counts first
 * against his own; the rest was ours. Counted from 0 it may be too low, because his earlier delegations are not known. That
 * does no harm: nothing of ours is gone before it is really 0, and from then on it is exact.
 */
export function privateStakeSun(knownSun: number, changesSun: readonly number[]): number {
  return changesSun.reduce((sum, change) => Math.max(0, sum + change), knownSun);
}
