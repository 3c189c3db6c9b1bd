/** Whether anything waits for blocks to become final; each question reads one partial index. */
import { one, type Phase, type SqlValue } from "./phase.js";
import { readSetting } from "./settings.js";

const OPEN_PAYOUT = "state <> 'paid' AND state <> 'dead'";

/**
 * What is in a block that is not final, failed in one, or has expired by this chain time; blocks that must still be read; a
 * fork that has not ended.
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
    (yield* readSetting("fork")) !== undefined
  );
}

function* has(rows: string, ...params: SqlValue[]): Phase<boolean> {
  return (yield* one(`SELECT 1 FROM ${rows} LIMIT 1`, ...params)) !== undefined;
}
