/**
 * The life of a leg (one delegation on chain):
 *
 *   planned → signed → sent → included → solidified → reclaim_signed → reclaim_sent → reclaimed
 *
 * A dead reclaim goes back to `solidified`; `released` when the owner took the stake back themselves; a fork takes `included`
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

/** On its way to a block. */
export function isInFlight(state: LegState): boolean {
  return state === "signed" || state === "sent";
}

/** Delivered: it was in a block, whatever came after. */
export function isDelivered(state: LegState): boolean {
  return state !== "planned" && state !== "dead" && !isInFlight(state);
}
