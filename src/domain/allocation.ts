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

/** The arithmetic of stake at the ratio of the moment; both directions include the headroom. */
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
  const wholeSun = stake.stakeFor(demand.units);
  const whole = usable.find((candidate) => candidate.freeSun >= wholeSun);
  if (whole) return [part(whole, demand.units, wholeSun, demand)];
  return split(demand, usable, stake);
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

/** Largest owners first; a part must not leave a rest that is too small for anybody. */
function split(
  demand: Demand,
  candidates: readonly Candidate[],
  stake: StakeArithmetic,
): Part[] | undefined {
  const parts: Part[] = [];
  let rest = demand.units;
  for (const candidate of [...candidates].sort((a, b) => b.freeSun - a.freeSun)) {
    let units = Math.min(rest, stake.unitsWithin(candidate.freeSun));
    if (units < rest && rest - units < demand.minChunk) units = rest - demand.minChunk;
    if (units < demand.minChunk) continue;
    parts.push(part(candidate, units, stake.stakeFor(units), demand));
    rest -= units;
    if (rest === 0) return parts;
  }
  return undefined;
}

/** An owner that can lock comes first: the contract says that a delegation is locked for its duration. */
function rank(candidate: Candidate, demand: Demand): number {
  return demand.lockMode !== "never" && candidate.mayLock ? 1 : 0;
}

function part(candidate: Candidate, units: number, reservedSun: Sun, demand: Demand): Part {
  assert(reservedSun <= candidate.freeSun, "an owner is given more than it has free");
  const locked = demand.lockMode !== "never" && candidate.mayLock;
  return { owner: candidate.owner, units, reservedSun, locked };
}
