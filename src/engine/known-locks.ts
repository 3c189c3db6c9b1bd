/** What our own books say about locked stake: the chain keeps one end for all of an owner's to a receiver. */
import type { LegId } from "../domain/ids.js";
import type { KnownLock } from "../domain/leg.js";
import { openLocks } from "../store/legs.js";
import type { OrderRow } from "../store/orders.js";
import type { Phase } from "../store/phase.js";

/** Locks from each owner to the receiver, one leg left aside. */
export function* knownLocks(
  order: Pick<OrderRow, "receiver" | "resource">,
  except?: LegId,
): Phase<Map<string, KnownLock>> {
  const known = new Map<string, KnownLock>();
  for (const { owner, undecided, expires_at } of yield* openLocks(order, except)) {
    known.set(owner, { undecided: undecided === 1, expiresAt: expires_at });
  }
  return known;
}
