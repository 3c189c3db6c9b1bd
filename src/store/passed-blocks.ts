/** Whole blocks that no node could give, without which some reader continued. */
import type { NotReadBy } from "./not-read.js";
import { all, one, type Phase, run } from "./phase.js";

const OF_READER = "reader = ? AND txid IS NULL";

/** The follower continued without it. */
export function* isPassed(block: number): Phase<boolean> {
  const sql = `SELECT 1 FROM not_read WHERE ${OF_READER} AND block_number = ?`;
  return (yield* one(sql, "follower", block)) !== undefined;
}

/** Notes that some reader continued without it. */
export function* isPassedByAny(block: number): Phase<boolean> {
  const sql = "SELECT 1 FROM not_read WHERE txid IS NULL AND block_number = ? LIMIT 1";
  return (yield* one(sql, block)) !== undefined;
}

/** Those up to a block of which nobody knows yet what they held, the oldest first. */
export function* unreadBlocks(reader: NotReadBy, upTo: number, limit: number): Phase<number[]> {
  const rows = yield* all<{ block_number: number }>(
    `SELECT block_number FROM not_read WHERE read_at IS NULL AND ${OF_READER}
       AND block_number <= ? ORDER BY block_number LIMIT ?`,
    reader,
    upTo,
    limit,
  );
  return rows.map(({ block_number }) => block_number);
}

/** Notes that the block's content is known now. */
export function* blockRead(reader: NotReadBy, block: number, at: number): Phase<void> {
  yield* run(
    `UPDATE not_read SET read_at = ? WHERE read_at IS NULL AND ${OF_READER} AND block_number = ?`,
    at,
    reader,
    block,
  );
}
