/** Locked stake: legs that are locked or are to be, the ends of their locks, and locks that the chain reported. */

import type { Address } from "../domain/address.js";
import { DURATIONS, durationMs } from "../domain/duration.js";
import type { LockedLeg } from "../domain/lock.js";
import { RESOURCES, type Resource } from "../domain/resource.js";
import { LIVING } from "./conditions.js";
import type { LegRow, StakeRecord } from "./legs.js";
import { all, count, marks, type Phase, run, together } from "./phase.js";
import { integer, oneOf, table, text } from "./table.js";

/**
 * Locks that the chain has told of and the books do not know: whoever was refused for one is not asked to lock until it is
 * over. All times are the chain's.
 */
export const TOLD_LOCKS = table(
  "told_lock",
  {
    receiver: text<Address>(),
    resource: oneOf(RESOURCES),
    owner: text<Address>(),
    ends_at: integer(),
    believed_until: integer().check("believed_until <= ends_at"),
  },
  {
    key: "receiver, resource, owner",
    sql: `
-- Locks that are no longer believed: forgotten.
CREATE INDEX told_lock_by_end ON told_lock (believed_until);`,
  },
);

/** When a leg's rental ends, were it alone on its record. */
const OWN_END = `delegated_at + CASE duration ${DURATIONS.map((one) => `WHEN '${one}' THEN ${durationMs(one)}`).join(" ")} END`;

export type LockRow = Pick<
  LegRow,
  | "id"
  | "owner"
  | "receiver"
  | "units"
  | "duration"
  | "delegated_at"
  | "expires_at"
  | "transaction_expires_at"
>;

export interface LocksTo {
  /** The living locked legs, from planned to reclaim. */
  readonly legs: readonly LockRow[];
  /** What the chain reported and still counts. */
  readonly reported: readonly {
    readonly receiver: Address;
    readonly owner: Address;
    readonly ends_at: number;
  }[];
}

/** The locks to these receivers at that chain time. Two statements cost less than one with both. */
export function* locksTo(
  receivers: readonly Address[],
  resource: Resource,
  headTimestampMs: number,
): Phase<LocksTo> {
  const wanted = [...new Set(receivers)];
  const among = `receiver IN (${marks(wanted)}) AND resource = ?`;
  const [legs, reported] = yield* together(
    all<LockRow>(
      `SELECT id, owner, receiver, units, duration, delegated_at, expires_at, transaction_expires_at
       FROM leg WHERE ${among} AND ${LIVING} AND locked = 1`,
      ...wanted,
      resource,
    ),
    all<LocksTo["reported"][number]>(
      `SELECT receiver, owner, ends_at FROM told_lock WHERE ${among} AND believed_until >= ?`,
      ...wanted,
      resource,
      headTimestampMs,
    ),
  );
  return { legs, reported };
}

/** The delivered locked legs of a leg's record whose locks were still live at that chain time, without the leg itself. */
export function* locksBeside(
  { id, owner, receiver, resource }: StakeRecord & Pick<LegRow, "id">,
  liveAtMs: number,
): Phase<Required<Pick<LockedLeg, "units" | "durationMs" | "endsAt" | "lockedUntil">>[]> {
  const rows = yield* all<Pick<LegRow, "units" | "duration"> & Delivered>(
    `SELECT units, duration, delegated_at, expires_at FROM leg
     WHERE receiver = ? AND resource = ? AND owner = ? AND id <> ? AND ${LIVING} AND locked = 1 AND expires_at >= ?`,
    ...[receiver, resource, owner, id, liveAtMs],
  );
  return rows.map(({ units, duration, delegated_at, expires_at: lockedUntil }) => {
    const ms = durationMs(duration);
    return { units, durationMs: ms, endsAt: delegated_at + ms, lockedUntil };
  });
}

type Delivered = { delegated_at: number; expires_at: number };

/**
 * All locked stake of a record shares one end: sets it for every delivered leg of the record whose lock was still live at that
 * chain time. Locks that had ended by then were over before. No rental ends before its own time.
 */
export const setLockEnd = (
  { owner, receiver, resource }: StakeRecord,
  liveAtMs: number,
  expiresAt: number,
) =>
  run(
    `UPDATE leg SET expires_at = max(?, ${OWN_END}) WHERE receiver = ? AND resource = ? AND owner = ?
       AND ${LIVING} AND locked = 1
       AND state IN ('included','solidified','reclaim_signed','reclaim_sent')
       AND expires_at >= ?`,
    expiresAt,
    receiver,
    resource,
    owner,
    liveAtMs,
  );

/** The delegations that run now, by whose they are and whether they are locked. Reads all of them. */
export const countRunning = (): Phase<{ of_pool: 0 | 1; locked: 0 | 1; count: number }[]> =>
  all(
    ["leg_included WHERE state = 'included'", "leg_to_reclaim WHERE state = 'solidified'"]
      .map(
        (which) => `SELECT seller_sun IS NULL AS of_pool, locked, count(*) AS count
          FROM leg INDEXED BY ${which} GROUP BY of_pool, locked`,
      )
      .join(" UNION ALL "),
  );

export const countOverruns = () => count("leg WHERE overran = 1");

/** A lock that the chain reported: the end of an owner's lock for a receiver, and until when the report counts. */
export const rememberLock = (
  { owner, receiver, resource }: StakeRecord,
  endsAt: number,
  believedUntil: number,
) =>
  TOLD_LOCKS.put({
    ...{ receiver, resource, owner, ends_at: endsAt, believed_until: believedUntil },
  });

export const deleteReportedLocksBefore = (headTimestampMs: number) =>
  run("DELETE FROM told_lock WHERE believed_until < ?", headTimestampMs);
