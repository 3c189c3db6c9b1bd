/**
 * Units from stake. A node yields `trunc((stakeSun / 1e6) * (totalLimit / totalWeight))` units, in IEEE doubles or, from
 * java-tron 4.8.2 on where the network has voted for it, in whole numbers. We calculate in doubles and delegate enough for
 * both, so a receiver sees what we promised. What a network reports about itself is checked before anything depends on it.
 */
import type { Address } from "./address.js";
import { assert } from "./assert.js";
import { type Duration, durationSeconds } from "./duration.js";
import { SUN_PER_TRX, type Sun, sun } from "./money.js";
import { type PerResource, RESOURCES } from "./resource.js";

/** The network's totals of one resource: units handed out a day, and the whole TRX staked for it. */
export interface StakeRatio {
  readonly totalLimit: number;
  readonly totalWeight: number;
}

/** What an owner could delegate at a block. */
export interface OwnerSnapshot {
  readonly owner: Address;
  readonly block: number;
  readonly delegatableSun: Readonly<PerResource<number>>;
}

/** Nodes refuse delegations below 1 TRX. */
const MIN_STAKE_SUN = SUN_PER_TRX;

const BASIS_POINTS = 10_000;

/** Units that this stake yields. */
export function unitsOfStake(stakeSun: number, ratio: StakeRatio): number {
  if (ratio.totalWeight <= 0) return 0;
  return Math.trunc((stakeSun / 1e6) * (ratio.totalLimit / ratio.totalWeight));
}

/** The least stake that yields at least `units`, whatever the receiver holds already. */
export function stakeForUnits(units: number, ratio: StakeRatio): Sun {
  return sun(leastStake(units, ratio));
}

/** May exceed the safe integers, and is then inexact. */
function leastStake(units: number, ratio: StakeRatio): number {
  assert(ratio.totalLimit > 0 && ratio.totalWeight > 0, "the network has no stake ratio");
  const limit = BigInt(ratio.totalLimit);
  const exact = (BigInt(units) * 1_000_000n * BigInt(ratio.totalWeight) + limit - 1n) / limit;
  let stakeSun = Math.max(Number(exact), MIN_STAKE_SUN);
  // Three roundings take less than 2^-51 of a stake below 2^53, so these are four steps at most.
  while (Number.isSafeInteger(stakeSun) && unitsOfStake(stakeSun, ratio) < units) stakeSun += 1;
  return stakeSun;
}

/** Room for the ratio to drift: a little until the block, more when the rental is long. In basis points. */
export interface Headroom {
  readonly shortBps: number;
  readonly longBps: number;
}

const LONG_SECONDS = 259_200;

/** The stake to delegate for `units`, with the headroom of the duration. */
export function stakeWithHeadroom(
  units: number,
  ratio: StakeRatio,
  duration: Duration,
  headroom: Headroom,
): Sun {
  return sun(withHeadroom(leastStake(units, ratio), headroomBps(duration, headroom)));
}

function withHeadroom(leastSun: number, bps: number): number {
  return leastSun + Math.ceil((leastSun / BASIS_POINTS) * bps);
}

function headroomBps(duration: Duration, headroom: Headroom): number {
  return durationSeconds(duration) >= LONG_SECONDS ? headroom.longBps : headroom.shortBps;
}

/** Most units whose stake, headroom included, fits into `stakeSun`. */
export function unitsWithinStake(
  stakeSun: number,
  ratio: StakeRatio,
  duration: Duration,
  headroom: Headroom,
): number {
  const bps = headroomBps(duration, headroom);
  const fits = (units: number) => withHeadroom(leastStake(units, ratio), bps) <= stakeSun;
  const bareSun = stakeSun / (1 + bps / BASIS_POINTS);
  // The answer is one of these or between them, most often the last but one.
  let least = 0;
  let tooMany = Math.min(unitsOfStake(bareSun, ratio) + 2, Number.MAX_SAFE_INTEGER);
  for (let units = tooMany - 2; tooMany - least > 1; units = middle(least, tooMany)) {
    if (fits(units)) least = units;
    else tooMany = units;
  }
  return least;
}

function middle(least: number, most: number): number {
  return least + Math.floor((most - least) / 2);
}

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
