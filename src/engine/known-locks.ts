/** What our own books say about locked stake: the chain keeps one end for all of an owner's to a receiver. */
import type { LegId } from "../domain/ids.js";
import { isDelivered, type KnownLock, NO_LOCK } from "../domain/leg.js";
import { openLocks } from "../store/legs.js";
import type { OrderRow } from "../store/orders.js";
import type { Phase } from "../store/phase.js";

/** Locks from each owner to the receiver, one leg left aside. */
export function* knownLocks(
  order: Pick<OrderRow, "receiver" | "resource">,
  except?: LegId,
): Phase<Map<string, KnownLock>> {
  const known = new Map<string, KnownLock>();
  for (const row of yield* openLocks(order.receiver, order.resource)) {
    if (row.id === except) continue;
    const before = known.get(row.owner) ?? NO_LOCK;
    known.set(row.owner, {
      undecided: before.undecided || !isDelivered(row.state),
      expiresAt: Math.max(before.expiresAt, row.expires_at ?? 0),
    });
  }
  return known;
}
