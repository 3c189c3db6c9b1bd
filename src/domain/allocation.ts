/**
 * Which pool owners deliver an entry: one owner if any can take all of it, else a split over several. Pure, and counted in
 * stake (SUN), because that is what an owner runs out of.
 */
import type { Address } from "./address.js";
import { assert } from "./assert.js";
import type { LockMode } from "./leg.js";
import type { Sun } from "./money.js";

export interface Candidate {
  readonly owner: Address;
  /** Stake this owner can still delegate. */
  readonly freeSun: number;
  /** A lock is allowed for this receiver (see `mayLock`). */
  readonly mayLock: boolean;
}

export interface Part {
  readonly owner: Address;
  readonly units: number;
  readonly reservedSun: Sun;
  readonly locked: boolean;
}

export interface Demand {
  readonly units: number;
  /** Smallest part one owner may deliver. */
  readonly minChunk: number;
  readonly lockMode: LockMode;
}

/** Converts between stake and units at the current ratio; both directions include the headroom. */
export interface StakeArithmetic {
  stakeFor(units: number): Sun;
  /** Most units whose stake fits into `stakeSun`. */
  unitsWithin(stakeSun: number): number;
}

/** The parts of one entry, or undefined when the candidates cannot deliver all of it. */
export function allocate(
  demand: Demand,
  candidates: readonly Candidate[],
  stake: StakeArithmetic,
): Part[] | undefined {
  const usable = candidates
    .filter((candidate) => demand.lockMode !== "always" || candidate.mayLock)
    .sort((a, b) => rank(b, demand) - rank(a, demand) || b.freeSun - a.freeSun);
  const largestSun = Math.max(0, ...usable.map(({ freeSun }) => freeSun));
  // Not converted: the stake for an amount that nobody has may be beyond the safe integers.
  if (stake.unitsWithin(largestSun) >= demand.units) {
    const wholeSun = stake.stakeFor(demand.units);
    const whole = usable.find((candidate) => candidate.freeSun >= wholeSun);
    if (whole) return [part(whole, demand.units, wholeSun, demand)];
  }
  const lockable = usable.filter((candidate) => rank(candidate, demand) > 0);
  return split(demand, lockable, stake) ?? split(demand, usable, stake);
}

/** Most units that the candidates can deliver together, in parts of at least `minChunk`. */
export function deliverable(
  candidates: readonly Candidate[],
  minChunk: number,
  stake: StakeArithmetic,
): number {
  let units = 0;
  for (const { freeSun } of candidates) {
    const within = stake.unitsWithin(freeSun);
    if (within >= minChunk) units += within;
  }
  return units;
}

/**
 * The fewest owners that can deliver all of it together, the largest first. When even these are too many for parts of at least
 * `minChunk`, no split exists. Each gets a smallest part first; then the larger owners are filled.
 */
function split(
  demand: Demand,
  candidates: readonly Candidate[],
  stake: StakeArithmetic,
): Part[] | undefined {
  const chosen: { candidate: Candidate; within: number }[] = [];
  let together = 0;
  for (const candidate of [...candidates].sort((a, b) => b.freeSun - a.freeSun)) {
    if (together >= demand.units) break;
    const within = stake.unitsWithin(candidate.freeSun);
    if (within < demand.minChunk) break;
    chosen.push({ candidate, within });
    together += within;
  }
  let rest = demand.units - chosen.length * demand.minChunk;
  if (together < demand.units || rest < 0) return undefined;
  return chosen.map(({ candidate, within }) => {
    const more = Math.min(rest, within - demand.minChunk);
    rest -= more;
    const units = demand.minChunk + more;
    return part(candidate, units, stake.stakeFor(units), demand);
  });
}

/** Owners that can lock come first: the contract says that a delegation is locked for its duration. */
function rank(candidate: Candidate, demand: Demand): number {
  return demand.lockMode !== "never" && candidate.mayLock ? 1 : 0;
}

function part(candidate: Candidate, units: number, reservedSun: Sun, demand: Demand): Part {
  assert(reservedSun <= candidate.freeSun, "an owner is given more than it has free");
  const locked = demand.lockMode !== "never" && candidate.mayLock;
  return { owner: candidate.owner, units, reservedSun, locked };
}
