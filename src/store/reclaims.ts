/**
 * Undelegations. One takes back all legs of a record that have ended by then: each step is one statement for all of them, so nothing
 * can part them. The first of them (`reclaim_part` 0) has the bytes.
 */
import type { LegId } from "../domain/ids.js";
import { type LegRow, legsWhere } from "./legs.js";
import { countChanged, didChange, type Phase, run } from "./phase.js";

const RECLAIMING = "state IN ('reclaim_signed','reclaim_sent')";
/** Of a transaction: the `+` has its legs found by its id, and not among all that are on their way. */
const RECLAIMING_OF = "+state IN ('reclaim_signed','reclaim_sent')";
const IN_NO_BLOCK = "reclaim_block IS NULL AND reclaim_failed_block IS NULL";
/** They wait to be taken back with other bytes. */
const WAITING = `state = 'solidified', reclaim_txid = NULL, reclaim_part = 0, reclaim_hex = NULL,
  reclaim_expires_at = NULL, reclaim_attempts = 0, reclaim_block = NULL, reclaim_failed_block = NULL`;

export interface SignedReclaim {
  readonly txid: string;
  readonly hex: string;
  readonly expiresAt: number;
}

/** Of a transaction that takes legs back the first of them. */
export function* findLegByReclaimTxid(txid: string): Phase<LegRow | undefined> {
  return (yield* legsWhere("reclaim_txid = ? AND reclaim_part = 0", txid))[0];
}

/** Undelegations that were sent and are in no block, each as its first leg. */
export const reclaimsInFlight = () =>
  legsWhere(`${RECLAIMING} AND reclaim_block IS NULL AND reclaim_part = 0 ORDER BY id`);

/**
 * The `+` has each found by its id, and not among all rentals that run. Returns how many were still waiting. The bytes of the delegation,
 * which is solid, are sent no more: these take their place, so the row stays as long as it was.
 */
export const setReclaimSigned = (
  ids: readonly LegId[],
  { txid, hex, expiresAt }: SignedReclaim,
): Phase<number> =>
  countChanged(
    `UPDATE leg SET state = 'reclaim_signed', reclaim_txid = ?, reclaim_part = wanted.key,
       transaction_hex = '', reclaim_hex = iif(wanted.key = 0, ?, NULL), reclaim_expires_at = ?,
       reclaim_attempts = 1, reclaim_block = NULL
     FROM json_each(?) AS wanted WHERE leg.id = wanted.value AND +leg.state = 'solidified'`,
    txid,
    hex,
    expiresAt,
    JSON.stringify(ids),
  );

export const setReclaimsSent = (txids: readonly string[]) =>
  run(
    `UPDATE leg SET state = 'reclaim_sent'
     WHERE reclaim_txid IN (SELECT value FROM json_each(?)) AND +state = 'reclaim_signed'`,
    JSON.stringify(txids),
  );

/** Counts an attempt; false when the bytes are in a block, failed in one, or are not to be sent any more. */
export const countReclaimAttempt = (txid: string) =>
  didChange(
    `UPDATE leg SET reclaim_attempts = reclaim_attempts + 1
     WHERE reclaim_txid = ? AND ${RECLAIMING_OF} AND ${IN_NO_BLOCK}`,
    txid,
  );

/** False, and nothing is done, unless nobody has sent the bytes but once and no block has them. */
export const undoOnlyAttempt = (txid: string) =>
  didChange(
    `UPDATE leg SET ${WAITING}
     WHERE reclaim_txid = ? AND +state = 'reclaim_signed' AND reclaim_attempts = 1 AND ${IN_NO_BLOCK}`,
    txid,
  );

/** False, and nothing is done, when a block has them. */
export const undoReclaim = (txid: string) =>
  didChange(
    `UPDATE leg SET ${WAITING} WHERE reclaim_txid = ? AND ${RECLAIMING_OF} AND reclaim_block IS NULL`,
    txid,
  );

export const setReclaimBlock = (txid: string, block: number) =>
  run(
    `UPDATE leg SET reclaim_block = ?, reclaim_failed_block = NULL
     WHERE reclaim_txid = ? AND ${RECLAIMING_OF}`,
    block,
    txid,
  );

export const setReclaimFailed = (txid: string, block: number) =>
  run(
    `UPDATE leg SET reclaim_failed_block = coalesce(reclaim_failed_block, ?)
     WHERE reclaim_txid = ? AND ${RECLAIMING_OF} AND reclaim_block IS NULL`,
    block,
    txid,
  );

/** What blocks up to this one took back is final, but for some transactions. */
export const endReclaims = (block: number, except: ReadonlySet<string>) =>
  run(
    `UPDATE leg SET state = 'reclaimed' WHERE ${RECLAIMING} AND reclaim_block <= ?
       AND reclaim_txid NOT IN (SELECT value FROM json_each(?))`,
    block,
    JSON.stringify([...except]),
  );

/** Blocks after this one are gone. */
export const forgetReclaimsAfter = (block: number) =>
  run(`UPDATE leg SET reclaim_block = NULL WHERE ${RECLAIMING} AND reclaim_block > ?`, block);
