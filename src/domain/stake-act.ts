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
 * How much of a record is the owner's own delegation after these changes, in their order: what he takes back is his first, and
 * the rest was ours. Begun at 0 it may be too little, for what he delegated before is not known; that does no harm, because
 * until it is 0 in truth nothing of ours is gone, and from then on it is exact.
 */
export function privateStakeSun(knownSun: number, changesSun: readonly number[]): number {
  return changesSun.reduce((sum, change) => Math.max(0, sum + change), knownSun);
}
