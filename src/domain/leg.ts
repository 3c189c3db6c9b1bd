/**
 * The life of a leg (one delegation on chain):
 *
 *   planned → signed → sent → included → solidified → reclaim_signed → reclaim_sent → reclaimed
 *
 * A dead reclaim goes back to `solidified`; `released` when the owner took the stake back himself; a fork takes `included`
 * back to `sent` (and a reclaim in a dropped block stays `reclaim_sent`). `dead` is reached from planned, signed or sent only.
 */
import { assert } from "./assert.js";

export const LEG_STATES = [
  "planned",
  "signed",
  "sent",
  "included",
  "solidified",
  "reclaim_signed",
  "reclaim_sent",
  "reclaimed",
  "released",
  "dead",
] as const;

export type LegState = (typeof LEG_STATES)[number];

const NEXT: Record<LegState, readonly LegState[]> = {
  planned: ["signed", "dead"],
  signed: ["sent", "included", "dead"],
  sent: ["included", "dead"],
  included: ["solidified", "sent"],
  solidified: ["reclaim_signed", "released"],
  reclaim_signed: ["reclaim_sent", "reclaimed", "solidified"],
  reclaim_sent: ["reclaimed", "solidified"],
  reclaimed: [],
  released: [],
  dead: [],
};

/** Asserts that a leg may go from one state to the other. */
export function assertTransition(from: LegState, to: LegState): void {
  assert(NEXT[from].includes(to), `a leg cannot go from ${from} to ${to}`);
}

/** On its way to a block: the result is open. */
export function isInFlight(state: LegState): boolean {
  return state === "signed" || state === "sent";
}

/** Delivered: it was in a block, whatever came after. */
export function isDelivered(state: LegState): boolean {
  return state !== "planned" && state !== "dead" && !isInFlight(state);
}

/** How a delegation is locked on chain; `never` departs from the order contract, and the start says so. */
export const LOCK_MODES = ["auto", "always", "never"] as const;
export type LockMode = (typeof LOCK_MODES)[number];

/** The lock that a node uses when it does not know the period: 3 days, in blocks. */
const FIXED_LOCK_BLOCKS = 86_400;

/** Whether a network locks for exactly this period; `maxBlocks` is its `getMaxDelegateLockPeriod`. */
function locksFor(periodBlocks: number, maxBlocks: number): boolean {
  return maxBlocks > FIXED_LOCK_BLOCKS
    ? periodBlocks <= maxBlocks
    : maxBlocks === FIXED_LOCK_BLOCKS && periodBlocks === FIXED_LOCK_BLOCKS;
}

/**
 * The lock mode for a duration on a network: `auto` becomes `never` if the network cannot lock for so long. It stays `auto`
 * while the network's limit is not known.
 */
export function effectiveLockMode(
  mode: LockMode,
  periodBlocks: number,
  maxBlocks: number | undefined,
): LockMode {
  if (mode !== "auto" || maxBlocks === undefined) return mode;
  return locksFor(periodBlocks, maxBlocks) ? mode : "never";
}

/** A live lock may be joined only when the new end is not earlier and at most this much later. */
const JOIN_WINDOW_MS = 60_000;

/** What is known of the locked stake of one owner for one receiver and resource. */
export interface KnownLock {
  /** A locked leg is planned, signed or sent: its effect on the record is open. */
  readonly undecided: boolean;
  /** The end of the live lock in chain time, 0 when there is none. */
  readonly expiresAt: number;
}

export const NO_LOCK: KnownLock = { undecided: false, expiresAt: 0 };

/**
 * Whether a new lock that ends at `newExpiresAt` is allowed. All locked stake of one owner, receiver and resource shares one
 * end, so a new lock moves the older ones: it must not shorten them, and may lengthen them by a minute only.
 */
export function mayLock(known: KnownLock, newExpiresAt: number, headTimestampMs: number): boolean {
  if (known.undecided) return false;
  if (known.expiresAt < headTimestampMs) return true;
  const laterMs = newExpiresAt - known.expiresAt;
  return laterMs >= 0 && laterMs <= JOIN_WINDOW_MS;
}
