/**
 * Stake to units and back: limits of an account and what an owner can still delegate, in
 * java-tron's doubles.
 */
import type { Account, ResourceName, Totals } from "../state/records.js";
import { increase } from "./recovery.js";

const SUN_PER_TRX = 1_000_000;
/**
 * Bytes of a delegation of 1 TRX, which getcandelegatedmaxsize reserves as bandwidth
 * (DELEGATE_COST_BASE_SIZE).
 */
const DELEGATE_COST_BASE_SIZE = 275;
export const MAX_LOCK_PERIOD_BLOCKS = 864_000;

function totalLimit(totals: Totals, resource: ResourceName): number {
  return resource === "energy" ? totals.energyLimit : totals.bandwidthLimit;
}

function totalWeight(totals: Totals, resource: ResourceName): number {
  return resource === "energy" ? totals.energyWeight : totals.bandwidthWeight;
}

/** Units that a stake gives. */
export function unitsOf(stakeSun: number, totals: Totals, resource: ResourceName): number {
  const weight = totalWeight(totals, resource);
  if (weight === 0) return 0;
  return Math.trunc((stakeSun / SUN_PER_TRX) * (totalLimit(totals, resource) / weight));
}

/** The smallest stake that gives at least this many units. */
export function stakeFor(units: number, totals: Totals, resource: ResourceName): number {
  const weight = BigInt(totalWeight(totals, resource)) * BigInt(SUN_PER_TRX);
  const limit = BigInt(totalLimit(totals, resource));
  let stake = Number((BigInt(units) * weight) / limit);
  while (unitsOf(stake, totals, resource) < units) stake += 1;
  return stake;
}

/** Own stake that is not delegated, and stake acquired from others. */
export function stakeOf(account: Account, resource: ResourceName): number {
  return account[resource].frozenSun + account[resource].acquiredSun;
}

export function limitOf(account: Account, totals: Totals, resource: ResourceName): number {
  return unitsOf(stakeOf(account, resource), totals, resource);
}

/**
 * Stake the owner can delegate at `slot`: its own, less what its usage needs beyond the acquired
 * stake.
 */
export function delegatableSun(
  account: Account,
  totals: Totals,
  resource: ResourceName,
  slot: number,
  extraUsedUnits = 0,
): number {
  const holding = account[resource];
  const usedUnits = increase(holding, 0, slot).usedUnits + extraUsedUnits;
  const ratio = totalWeight(totals, resource) / totalLimit(totals, resource);
  const usedSun = Math.trunc(usedUnits * SUN_PER_TRX * ratio);
  return holding.frozenSun - Math.max(0, usedSun - holding.acquiredSun);
}

/**
 * What getcandelegatedmaxsize answers: below 1 TRX is nothing, and bandwidth for the delegation
 * itself is reserved.
 */
export function maxDelegatableSun(
  account: Account,
  totals: Totals,
  resource: ResourceName,
  slot: number,
): number {
  const reserved = resource === "bandwidth" ? delegationBytes(account.bandwidth.frozenSun) : 0;
  const available = Math.max(0, delegatableSun(account, totals, resource, slot, reserved));
  return available < SUN_PER_TRX ? 0 : available;
}

/**
 * The base size, plus the lock flag, its period and the longer amount that a real delegation may
 * have.
 */
function delegationBytes(balanceSun: number): number {
  const amountBytes = balanceSun === 0 ? 0 : 1 + varintSize(balanceSun);
  const lockBytes = 2 + 1 + varintSize(MAX_LOCK_PERIOD_BLOCKS);
  return (
    DELEGATE_COST_BASE_SIZE + Math.max(0, amountBytes + lockBytes - 1 - varintSize(SUN_PER_TRX))
  );
}

function varintSize(value: number): number {
  return Math.max(1, Math.ceil(Math.log2(value + 1) / 7));
}
