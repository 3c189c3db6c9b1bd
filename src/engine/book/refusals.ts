/** What the desk learns from refusals: which owners an order passes over for a while, and where an owner cannot lock. */
import { HOUR_MS } from "../../common/time.js";
import type { Address } from "../../domain/address.js";
import { refusedLately } from "../../domain/death.js";
import { deathsByOwner } from "../../store/leg-lists.js";
import type { LockedRecord } from "../../store/legs.js";
import { rememberLock } from "../../store/locks.js";
import type { OrderRow } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import type { Moment } from "../context.js";
import { lockModeFor } from "../known-locks.js";

/** Owners that were refused for an order lately: the cause may still be there, and two such owners must not take turns. */
export function* ownersToSkip(
  order: Pick<OrderRow, "id" | "duration" | "require_lock">,
  moment: Moment,
): Phase<ReadonlySet<Address>> {
  const deaths = yield* deathsByOwner(order.id);
  const mayUnlock = lockModeFor(order, moment) !== "always";
  const { retryOwnerAfterMs: retryAfterMs } = moment.policy;
  return refusedLately(deaths, { at: moment.at, mayUnlock, retryAfterMs });
}

/** How long one answer of a node counts: a lie must not put an owner out of work for a year. */
const BELIEVED_MS = HOUR_MS;

/** Stores a lock until `endsAt` that the chain reported; not one that is over. */
export function* learnLock(
  record: LockedRecord,
  endsAt: number,
  { headTimestampMs }: Moment,
): Phase<void> {
  if (endsAt <= headTimestampMs) return;
  yield* rememberLock(record, endsAt, Math.min(endsAt, headTimestampMs + BELIEVED_MS));
}
