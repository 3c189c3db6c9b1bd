/**
 * Which pool owners deliver an entry: one owner that can lock all of it, else several that can together, else one or several
 * without. Pure, and counted in stake (SUN), because that is what an owner runs out of.
 */
import type { Address } from "./address.js";
import { assert } from "./assert.js";
import type { LockMode } from "./lock.js";
import type { Sun } from "./money.js";

export interface Candidate {
  readonly owner: Address;
  /** Stake this owner can still delegate. */
  readonly freeSun: number;
  readonly lock: LockChance;
}

/** What an owner may lock for the receiver (see lock.ts). */
export interface LockChance {
  /** It already has a lock for this receiver that a new one would join. */
  readonly joins: boolean;
  /** How many of the given units it may lock. */
  readonly lockable: (units: number) => number;
}

export function mayLock({ lockable }: LockChance, units: number): boolean {
  return lockable(units) === units;
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
  const { units, lockMode } = demand;
  const largestSun = Math.max(0, ...candidates.map(({ freeSun }) => freeSun));
  // Compared in units: the stake for an amount that nobody has may exceed the safe integers.
  const wholeSun = stake.unitsWithin(largestSun) >= units ? stake.stakeFor(units) : undefined;
  const able = candidates.filter(({ freeSun }) => wholeSun !== undefined && freeSun >= wholeSun);
  const [first] = ranked(able, units);
  const whole = first && part(first, units, stake.stakeFor(units), demand);
  if (lockMode === "never") return whole ? [whole] : split(demand, candidates, stake);
  if (whole?.locked) return [whole];
  const locked = splitLocked(demand, candidates, stake);
  if (locked || lockMode === "always") return locked;
  return whole ? [whole] : split(demand, candidates, stake);
}

/**
 * Owners whose locks a further one joins come first, so that the others can still open one; those that cannot lock, last. Among
 * equals the one with the most free stake.
 */
export function ranked<C extends Pick<Candidate, "freeSun" | "lock">>(
  candidates: readonly C[],
  units: number,
): C[] {
  return candidates
    .map((candidate) => ({ candidate, rank: lockRank(candidate.lock, units) }))
    .sort((a, b) => b.rank - a.rank || b.candidate.freeSun - a.candidate.freeSun)
    .map(({ candidate }) => candidate);
}

function lockRank(lock: LockChance, units: number): number {
  if (!mayLock(lock, units)) return 0;
  return lock.joins ? 2 : 1;
}

/** A split of which every part is locked: an owner gives what it may lock, and is left out where its part would not be locked. */
function splitLocked(
  demand: Demand,
  candidates: readonly Candidate[],
  stake: StakeArithmetic,
): Part[] | undefined {
  let able = candidates.map((candidate) => ({
    candidate,
    within: candidate.lock.lockable(Math.min(demand.units, stake.unitsWithin(candidate.freeSun))),
  }));
  while (true) {
    const parts = splitOver(demand, able, stake);
    const unlocked = new Set(parts?.flatMap(({ owner, locked }) => (locked ? [] : owner)));
    if (unlocked.size === 0) return parts;
    able = able.filter(({ candidate }) => !unlocked.has(candidate.owner));
  }
}

/** Most units that the candidates can deliver together, in parts of at least `minChunk`; locked, where `lock` is given. */
export function deliverable(
  candidates: readonly (Pick<Candidate, "freeSun"> & Partial<Candidate>)[],
  minChunk: number,
  stake: StakeArithmetic,
): number {
  let units = 0;
  for (const { freeSun, lock } of candidates) {
    const free = stake.unitsWithin(freeSun);
    const within = lock ? lock.lockable(free) : free;
    if (within >= minChunk) units += within;
  }
  return units;
}

function split(
  demand: Demand,
  candidates: readonly Candidate[],
  stake: StakeArithmetic,
): Part[] | undefined {
  const able = candidates.map((candidate) => ({
    candidate,
    within: stake.unitsWithin(candidate.freeSun),
  }));
  return splitOver(demand, able, stake);
}

/** A candidate with the units it may give. */
interface Able {
  readonly candidate: Candidate;
  readonly within: number;
}

/**
 * The fewest owners that can deliver all of it together, the largest first. When even these are too many for parts of at least
 * `minChunk`, no split exists. Each gets a smallest part first; then the larger owners are filled.
 */
function splitOver(
  demand: Demand,
  able: readonly Able[],
  stake: StakeArithmetic,
): Part[] | undefined {
  const chosen: Able[] = [];
  let together = 0;
  const freest = (a: Able, b: Able) => b.candidate.freeSun - a.candidate.freeSun;
  for (const one of [...able].sort((a, b) => b.within - a.within || freest(a, b))) {
    if (together >= demand.units || one.within < demand.minChunk) break;
    chosen.push(one);
    together += one.within;
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

function part(candidate: Candidate, units: number, reservedSun: Sun, demand: Demand): Part {
  assert(reservedSun <= candidate.freeSun, "an owner is given more than it has free");
  const locked = demand.lockMode !== "never" && mayLock(candidate.lock, units);
  return { owner: candidate.owner, units, reservedSun, locked };
}
