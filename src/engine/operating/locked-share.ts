/** How many of the delegations that run now are locked: for `desk status`, and the metrics. */
import { countOverruns, countRunning } from "../../store/locks.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";

export interface LockedShare {
  readonly pool: LockCounts;
  /** The pool's and the sellers' together. */
  readonly all: LockCounts;
  /** Locks, ever, that hold others of their record longer than the bounds allow. */
  readonly overran: number;
}

interface LockCounts {
  readonly locked: number;
  readonly unlocked: number;
}

/** Reads all that runs. */
export function* lockedShare(): Phase<LockedShare> {
  const rows = yield* countRunning();
  const countsOf = (counted: typeof rows): LockCounts => {
    const sum = (locked: 0 | 1) =>
      counted.reduce((total, row) => total + (row.locked === locked ? row.count : 0), 0);
    return { locked: sum(1), unlocked: sum(0) };
  };
  return {
    pool: countsOf(rows.filter(({ of_pool }) => of_pool === 1)),
    all: countsOf(rows),
    overran: yield* countOverruns(),
  };
}

export function readLockedShare({ database }: Engine): Promise<LockedShare> {
  return database.read(lockedShare);
}
