/**
 * What sellers delegate by themselves, after a block that was not read: the chain's record tells the sum of theirs and ours. Stake
 * of ours whose lock had ended by then may have been taken back there, and the same delegated again: it counts as theirs, so that
 * nothing of theirs is taken back, and they can take back what is left of ours by themselves.
 */
import { BLOCK_SECONDS } from "../../domain/duration.js";
import { cursorBlock, findChainBlock } from "../../store/chain-blocks.js";
import { stakeOnRecord } from "../../store/legs.js";
import { blockRead, unreadBlocks } from "../../store/passed-blocks.js";
import type { Phase } from "../../store/phase.js";
import {
  missedBlocks,
  recordsOfSellers,
  type StakeRecord,
  setMissed,
  setPrivateStake,
} from "../../store/stake-acts.js";
import type { SeenBlock } from "../chain-clock.js";
import type { Engine } from "../context.js";
import { notePassed } from "../passed-block.js";

const BLOCK_MS = BLOCK_SECONDS * 1_000;
const ANY_BLOCK = Number.MAX_SAFE_INTEGER;

/** Continues without a missed block; returns false and changes nothing when another block is next. */
export function* passMissed(block: number, reason: string, at: number): Phase<boolean> {
  const missed = yield* missedBlocks();
  if (missed?.next !== block) return false;
  yield* notePassed(block, "stake", reason, at);
  yield* setMissed(block < missed.last ? { ...missed, next: block + 1 } : null);
  return true;
}

/** While sellers' own stake is not known, nothing may be taken back from them. */
export function readIsBlind({ database }: Engine): Promise<boolean> {
  return database.read(function* () {
    if (yield* missedBlocks()) return true;
    return (yield* unreadBlocks("stake", ANY_BLOCK, 1)).length > 0;
  });
}

export type SellersRecord = StakeRecord;

export interface RecordsToRead {
  /** The unread blocks; the last one counts for all. */
  readonly blocks: readonly number[];
  readonly last: number;
  readonly records: readonly StakeRecord[];
}

/** Undefined while there is nothing to read, or other blocks must be read, or asked for, before. */
export function readRecordsToRead({ database }: Engine): Promise<RecordsToRead | undefined> {
  return database.read(function* () {
    const blocks = yield* unreadBlocks("stake", ANY_BLOCK, 1_000);
    const last = blocks.at(-1);
    if (last === undefined || (yield* missedBlocks())) return undefined;
    if ((yield* unreadBlocks("follower", last, 1)).length > 0) return undefined;
    return { blocks, last, records: yield* recordsOfSellers(last) };
  });
}

/**
 * Sets the owner's own part of a record by the record at this solid block, which is at or after the last block that was not read.
 * False, and nothing is done, where the desk has not followed up to it.
 */
export function* recordRead(
  record: StakeRecord,
  recordSun: number,
  solid: SeenBlock,
  last: number,
): Phase<boolean> {
  const cursor = yield* cursorBlock();
  const followed = yield* findChainBlock(solid.number);
  if (!cursor || cursor.number < solid.number || followed?.id !== solid.id) return false;
  // The least time between blocks.
  const lastMs = solid.timestampMs - (solid.number - last) * BLOCK_MS;
  const ours = yield* stakeOnRecord(record, solid.number, lastMs);
  yield* setPrivateStake(record, Math.max(0, recordSun - ours), solid.number);
  return true;
}

/** All records were read since. */
export function* recordsRead({ blocks }: Pick<RecordsToRead, "blocks">, at: number): Phase<void> {
  for (const block of blocks) yield* blockRead("stake", block, at);
}
