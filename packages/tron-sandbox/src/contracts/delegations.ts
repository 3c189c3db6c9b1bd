/**
 * The two delegation records of a pair: adding, taking, and moving expired locks to the unlocked
 * record.
 */
import {
  type Delegation,
  LOCKED,
  OWNERS,
  RECEIVERS,
  type ResourceName,
  UNLOCKED,
} from "../state/records.js";
import { get, type Layer, type View } from "../state/view.js";

export interface Pair {
  readonly from: string;
  readonly to: string;
}

function keyOf({ from, to }: Pair): string {
  return from + to;
}

export function unlockedOf(view: View, pair: Pair): Delegation | undefined {
  return get(view, UNLOCKED, keyOf(pair));
}

export function lockedOf(view: View, pair: Pair): Delegation | undefined {
  return get(view, LOCKED, keyOf(pair));
}

export function stakeIn(record: Delegation | undefined, resource: ResourceName): number {
  if (record === undefined) return 0;
  return resource === "energy" ? record.energySun : record.bandwidthSun;
}

export function expiryIn(record: Delegation, resource: ResourceName): number {
  return resource === "energy" ? record.energyExpiresAt : record.bandwidthExpiresAt;
}

/** The amount is added, and the expiry replaces the one of everything that is already there. */
export function added(
  record: Delegation | undefined,
  pair: Pair,
  resource: ResourceName,
  stakeSun: number,
  expiresAt: number,
): Delegation {
  const before = record ?? {
    ...pair,
    bandwidthSun: 0,
    energySun: 0,
    bandwidthExpiresAt: 0,
    energyExpiresAt: 0,
  };
  return resource === "energy"
    ? { ...before, energySun: before.energySun + stakeSun, energyExpiresAt: expiresAt }
    : { ...before, bandwidthSun: before.bandwidthSun + stakeSun, bandwidthExpiresAt: expiresAt };
}

function isEmpty(record: Delegation): boolean {
  return record.bandwidthSun === 0 && record.energySun === 0;
}

/** Happens at the next delegation or undelegation of the pair, not when the lock ends. */
export function unlockExpired(layer: Layer, pair: Pair, now: number): void {
  const locked = lockedOf(layer, pair);
  if (locked === undefined) return;
  if (locked.energyExpiresAt >= now && locked.bandwidthExpiresAt >= now) return;
  let rest = locked;
  let unlocked = unlockedOf(layer, pair);
  if (locked.energyExpiresAt < now) {
    unlocked = added(unlocked, pair, "energy", locked.energySun, 0);
    rest = { ...rest, energySun: 0, energyExpiresAt: 0 };
  }
  if (locked.bandwidthExpiresAt < now) {
    unlocked = added(unlocked, pair, "bandwidth", locked.bandwidthSun, 0);
    rest = { ...rest, bandwidthSun: 0, bandwidthExpiresAt: 0 };
  }
  if (isEmpty(rest)) layer.remove(LOCKED, keyOf(pair));
  else layer.put(LOCKED, keyOf(pair), rest);
  // Even when nothing was moved an unlocked record of 0 comes into being; reads leave it out.
  if (unlocked) layer.put(UNLOCKED, keyOf(pair), unlocked);
}

export function addDelegation(
  layer: Layer,
  pair: Pair,
  resource: ResourceName,
  stakeSun: number,
  lock: { readonly expiresAt: number } | undefined,
  now: number,
): void {
  const table = lock ? LOCKED : UNLOCKED;
  const before = get(layer, table, keyOf(pair));
  const record = added(before, pair, resource, stakeSun, lock?.expiresAt ?? 0);
  layer.put(table, keyOf(pair), record);
  layer.put(RECEIVERS, pair.from + pair.to, now);
  layer.put(OWNERS, pair.to + pair.from, now);
}

/** From the unlocked record; the index forgets the pair when nothing is left in either record. */
export function takeDelegation(
  layer: Layer,
  pair: Pair,
  resource: ResourceName,
  stakeSun: number,
): void {
  const rest = added(unlockedOf(layer, pair), pair, resource, -stakeSun, 0);
  if (!isEmpty(rest)) {
    layer.put(UNLOCKED, keyOf(pair), rest);
    return;
  }
  layer.remove(UNLOCKED, keyOf(pair));
  if (lockedOf(layer, pair) !== undefined) return;
  layer.remove(RECEIVERS, pair.from + pair.to);
  layer.remove(OWNERS, pair.to + pair.from);
}
