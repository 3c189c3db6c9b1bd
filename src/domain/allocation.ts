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
  /** It has a lock that a further one would join. */
  readonly joins: boolean;
  readonly mayLock: (units: number) => boolean;
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
  // Not converted: the stake for an amount that nobody has may be beyond the safe integers.
  const wholeSun = stake.unitsWithin(largestSun) >= units ? stake.stakeFor(units) : undefined;
  const whole = candidates
    .filter(({ freeSun }) => wholeSun !== undefined && freeSun >= wholeSun)
    .sort((a, b) => lockRank(b.lock, units) - lockRank(a.lock, units) || b.freeSun - a.freeSun)
    .map((candidate) => part(candidate, units, stake.stakeFor(units), demand))[0];
  if (lockMode === "never") return whole ? [whole] : split(demand, candidates, stake);
  if (whole?.locked) return [whole];
  const locked = splitLocked(demand, candidates, stake);
  if (locked || lockMode === "always") return locked;
  return whole ? [whole] : split(demand, candidates, stake);
}

/** Owners whose locks a further one joins come first, so that the others can still open one; those that cannot lock, last. */
export function lockRank({ joins, mayLock }: LockChance, units: number): number {
  if (!mayLock(units)) return 0;
  return joins ? 2 : 1;
}

/** A split of which every part is locked: an owner that may not lock what would be its part is left out. */
function splitLocked(
  demand: Demand,
  candidates: readonly Candidate[],
  stake: StakeArithmetic,
): Part[] | undefined {
  let able = candidates.filter(({ freeSun, lock }) =>
    lock.mayLock(Math.min(demand.units, stake.unitsWithin(freeSun))),
  );
  while (true) {
    const parts = split(demand, able, stake);
    const unlocked = new Set(parts?.flatMap(({ owner, locked }) => (locked ? [] : owner)));
    if (unlocked.size === 0) return parts;
    able = able.filter(({ owner }) => !unlocked.has(owner));
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
    const within = stake.unitsWithin(freeSun);
    if (within >= minChunk && (lock?.mayLock(within) ?? true)) units += within;
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

function part(candidate: Candidate, units: number, reservedSun: Sun, demand: Demand): Part {
  assert(reservedSun <= candidate.freeSun, "an owner is given more than it has free");
  const locked = demand.lockMode !== "never" && candidate.lock.mayLock(units);
  return { owner: candidate.owner, units, reservedSun, locked };
}
