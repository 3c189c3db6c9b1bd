/**
 * Locked stake, from our own books and from what the chain reported: it keeps one end for all locks of an owner to a receiver.
 */
import type { Address } from "../../domain/address.js";
import { durationMs } from "../../domain/duration.js";
import type { LegId } from "../../domain/ids.js";
import { isDelivered, type KnownLock, mayLock, NO_LOCK } from "../../domain/leg.js";
import { openLocks, reportedLocks } from "../../store/legs.js";
import type { OrderRow } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import type { Moment } from "../context.js";

/** Locks from each owner to the receiver, ignoring one leg. */
export function* knownLocks(
  order: Pick<OrderRow, "receiver" | "resource">,
  { headTimestampMs }: Pick<Moment, "headTimestampMs">,
  except?: LegId,
): Phase<Map<string, KnownLock>> {
  const known = new Map<string, KnownLock>();
  for (const { owner, state, expires_at } of yield* openLocks(order, except)) {
    const { undecided, expiresAt } = known.get(owner) ?? NO_LOCK;
    known.set(owner, {
      undecided: undecided || !isDelivered(state),
      expiresAt: Math.max(expiresAt, expires_at ?? 0),
    });
  }
  for (const { owner, ends_at } of yield* reportedLocks(order, headTimestampMs)) {
    const { undecided, expiresAt } = known.get(owner) ?? NO_LOCK;
    known.set(owner, { undecided, expiresAt: Math.max(expiresAt, ends_at) });
  }
  return known;
}

/** Who may lock for an order now. */
export function* lockableFor(
  order: Pick<OrderRow, "receiver" | "resource" | "duration">,
  { headTimestampMs }: Pick<Moment, "headTimestampMs">,
): Phase<(owner: Address) => boolean> {
  const locks = yield* knownLocks(order, { headTimestampMs });
  const newExpiresAt = headTimestampMs + durationMs(order.duration);
  return (owner) => mayLock(locks.get(owner) ?? NO_LOCK, newExpiresAt, headTimestampMs);
}
