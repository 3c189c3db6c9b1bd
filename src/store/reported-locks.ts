/** Locks that the chain reported: the end of an owner's lock for a receiver, and until when the report counts. */
import type { Address } from "../domain/address.js";
import type { LegRow, LockedRecord } from "./legs.js";
import { all, type Phase, run } from "./phase.js";

export function* rememberLock(
  { owner, receiver, resource }: LockedRecord,
  endsAt: number,
  believedUntil: number,
): Phase<void> {
  yield* run(
    `INSERT INTO told_lock (receiver, resource, owner, ends_at, believed_until)
     VALUES (?, ?, ?, ?, ?) ON CONFLICT (receiver, resource, owner) DO UPDATE
     SET ends_at = excluded.ends_at, believed_until = excluded.believed_until`,
    receiver,
    resource,
    owner,
    endsAt,
    believedUntil,
  );
}

/** The locks to a receiver that still count at that chain time. */
export function* reportedLocks(
  { receiver, resource }: Pick<LegRow, "receiver" | "resource">,
  headTimestampMs: number,
): Phase<{ owner: Address; ends_at: number }[]> {
  return yield* all(
    `SELECT owner, ends_at FROM told_lock
     WHERE receiver = ? AND resource = ? AND believed_until >= ?`,
    receiver,
    resource,
    headTimestampMs,
  );
}

export function* deleteReportedLocksBefore(headTimestampMs: number): Phase<void> {
  yield* run("DELETE FROM told_lock WHERE believed_until < ?", headTimestampMs);
}
