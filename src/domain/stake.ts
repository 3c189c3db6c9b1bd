/**
 * Units against stake. A node gives `trunc((stakeSun / 1e6) * (totalLimit / totalWeight))` units, in IEEE doubles or, from
 * java-tron 4.8.2 on where the network has voted for it, in whole numbers. What is read is in doubles, and what is delegated
 * suffices in both, so what we promise is what the receiver sees.
 */
import { assert } from "./assert.js";
import { type Duration, durationSeconds } from "./duration.js";
import { SUN_PER_TRX, type Sun, sun } from "./money.js";

/** The network's totals of one resource: units handed out a day, and the whole TRX staked for it. */
export interface StakeRatio {
  readonly totalLimit: number;
  readonly totalWeight: number;
}

/** A node refuses delegations below 1 TRX. */
const MIN_STAKE_SUN = SUN_PER_TRX;

const BASIS_POINTS = 10_000;

/** Units that this stake yields. */
export function unitsOfStake(stakeSun: number, ratio: StakeRatio): number {
  if (ratio.totalWeight <= 0) return 0;
  return Math.trunc((stakeSun / 1e6) * (ratio.totalLimit / ratio.totalWeight));
}

/** The least stake that yields at least `units`, whatever the receiver holds already. */
export function stakeForUnits(units: number, ratio: StakeRatio): Sun {
  assert(ratio.totalLimit > 0 && ratio.totalWeight > 0, "the network has no stake ratio");
  const limit = BigInt(ratio.totalLimit);
  const exact = (BigInt(units) * 1_000_000n * BigInt(ratio.totalWeight) + limit - 1n) / limit;
  let stakeSun: number = sun(Math.max(Number(exact), MIN_STAKE_SUN));
  while (unitsOfStake(stakeSun, ratio) < units) stakeSun += 1;
  return sun(stakeSun);
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
  const leastSun = stakeForUnits(units, ratio);
  const extraSun = Math.ceil((leastSun / BASIS_POINTS) * headroomBps(duration, headroom));
  return sun(leastSun + extraSun);
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
  const bareSun = stakeSun / (1 + headroomBps(duration, headroom) / BASIS_POINTS);
  let units = unitsOfStake(bareSun, ratio) + 1;
  while (units > 0 && stakeWithHeadroom(units, ratio, duration, headroom) > stakeSun) units -= 1;
  return units;
}
