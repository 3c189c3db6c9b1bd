/** The blocks the desk has followed; the highest one is the cursor and is committed with what the block settles. */
import { all, one, type Phase, run } from "./phase.js";

/** How many blocks are kept: more than any fork of unsolidified blocks is deep. */
const KEPT_BLOCKS = 1_000;

export type ChainBlockRow = { number: number; id: string; timestamp_ms: number };

export function* cursorBlock(): Phase<ChainBlockRow | undefined> {
  return yield* one<ChainBlockRow>(
    "SELECT number, id, timestamp_ms FROM chain_block ORDER BY number DESC LIMIT 1",
  );
}

/** The oldest that is kept. */
export function* firstBlock(): Phase<ChainBlockRow | undefined> {
  return yield* one<ChainBlockRow>(
    "SELECT number, id, timestamp_ms FROM chain_block ORDER BY number LIMIT 1",
  );
}

export function* findChainBlock(number: number): Phase<ChainBlockRow | undefined> {
  return yield* one<ChainBlockRow>(
    "SELECT number, id, timestamp_ms FROM chain_block WHERE number = ?",
    number,
  );
}

export function* appendChainBlock(block: ChainBlockRow): Phase<void> {
  yield* run(
    "INSERT INTO chain_block (number, id, timestamp_ms) VALUES (?, ?, ?)",
    block.number,
    block.id,
    block.timestamp_ms,
  );
  yield* run("DELETE FROM chain_block WHERE number < ?", block.number - KEPT_BLOCKS);
}

export function* dropChainBlocksAfter(number: number): Phase<void> {
  yield* run("DELETE FROM chain_block WHERE number > ?", number);
}

export function* listChainBlocksDescending(limit: number): Phase<ChainBlockRow[]> {
  return yield* all<ChainBlockRow>(
    "SELECT number, id, timestamp_ms FROM chain_block ORDER BY number DESC LIMIT ?",
    limit,
  );
}
