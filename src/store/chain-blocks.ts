/** The blocks the desk has followed; the highest one is the cursor and is committed with what the block settles. */
import { OPEN_PAYOUT } from "./conditions.js";
import { exists, type Phase, run, type SqlValue } from "./phase.js";
import { readSetting } from "./settings.js";
import { integer, type RowOf, table, text } from "./table.js";

/** How many blocks are kept: more than any fork of unsolidified blocks is deep. */
const KEPT_BLOCKS = 1_000;

/** The blocks followed last; the highest one is the cursor. */
export const CHAIN_BLOCKS = table("chain_block", {
  number: integer().key,
  id: text(),
  timestamp_ms: integer(),
});

export type ChainBlockRow = RowOf<typeof CHAIN_BLOCKS>;

export const cursorBlock = () => CHAIN_BLOCKS.one("ORDER BY number DESC LIMIT 1");

/** The oldest block that is kept. */
export const firstBlock = () => CHAIN_BLOCKS.one("ORDER BY number LIMIT 1");

export const findChainBlock = (number: number) => CHAIN_BLOCKS.one("WHERE number = ?", number);

export function* appendChainBlock(block: ChainBlockRow): Phase<void> {
  yield* CHAIN_BLOCKS.add(block);
  yield* run("DELETE FROM chain_block WHERE number < ?", block.number - KEPT_BLOCKS);
}

export const dropChainBlocksAfter = (number: number) =>
  run("DELETE FROM chain_block WHERE number > ?", number);

export const listChainBlocksDescending = (limit: number) =>
  CHAIN_BLOCKS.all("ORDER BY number DESC LIMIT ?", limit);

/**
 * Whether anything waits for blocks to become final; each question reads one partial index. What is in a block that is not
 * final, failed in one, or has expired by this chain time; blocks that must still be read, or what they held; a fork that has not ended.
 */
export function* waitsForSolid(headTimestampMs: number): Phase<boolean> {
  return (
    (yield* has("leg WHERE state = 'included'")) ||
    (yield* has(
      `leg WHERE state IN ('signed','sent')
         AND (failed_block IS NOT NULL OR transaction_expires_at <= ?)`,
      headTimestampMs,
    )) ||
    (yield* has(
      `leg WHERE state IN ('reclaim_signed','reclaim_sent')
         AND (reclaim_block IS NOT NULL OR reclaim_failed_block IS NOT NULL OR reclaim_expires_at <= ?)`,
      headTimestampMs,
    )) ||
    (yield* has("leg WHERE late_block IS NOT NULL")) ||
    (yield* has(
      `payout WHERE ${OPEN_PAYOUT}
         AND (block_number IS NOT NULL OR failed_block IS NOT NULL OR transaction_expires_at <= ?)`,
      headTimestampMs,
    )) ||
    (yield* has("payout WHERE late_block IS NOT NULL")) ||
    (yield* has("act_cursor WHERE next_missed IS NOT NULL")) ||
    (yield* has("not_read WHERE read_at IS NULL AND txid IS NULL AND reader <> 'deposits'")) ||
    (yield* readSetting("fork")) !== undefined
  );
}

const has = (rows: string, ...params: SqlValue[]) => exists(`${rows}`, ...params);
