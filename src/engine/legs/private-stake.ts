/**
 * Follows what owners delegate with their own keys, because the chain keeps one sum of it and ours. Noted where a leg of ours has
 * the same receiver. Until skipped blocks have been read, nothing is taken back from a seller.
 *
 * After a block that nobody can read, the chain's record tells the sum of theirs and ours. Stake of ours whose lock had ended by then may
 * have been taken back there, and the same delegated again: it counts as theirs, so that nothing of theirs is taken back, and they can
 * take back what is left of ours by themselves.
 */

import { BLOCK_SECONDS } from "../../domain/duration.js";
import { type BlockTransaction, unreadOf } from "../../domain/transaction-acts.js";
import { cursorBlock, findChainBlock } from "../../store/chain-blocks.js";
import { findLegByTxid, type StakeRecord, stakeOnRecord } from "../../store/legs.js";
import { blockRead, unreadBlocks } from "../../store/not-read.js";
import { findOwner } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import { findLegByReclaimTxid } from "../../store/reclaims.js";
import {
  firstUncertainBlock,
  forgetActsAfter,
  forgetAllActs,
  forgetRecord,
  insertAct,
  isAnySellerRented,
  isRented,
  missedBlocks,
  recordsOfSellers,
  setMissed,
  setPrivateStake,
  sumActs,
} from "../../store/stake-acts.js";
import type { SeenBlock } from "../chain-clock.js";
import type { Engine } from "../context.js";
import { notePassed, noteStakeNotRead } from "../not-read.js";

/** Acts added to the sums in one transaction: callers wait meanwhile. */
const SUMMED_AT_ONCE = 200;

export interface ActsOfBlock {
  readonly number: number;
  readonly transactions: readonly BlockTransaction[];
}

/** Notes what owners did with their own keys in a block; after missed blocks everything, because those may change its meaning. */
export function* noteActs({ number, transactions }: ActsOfBlock): Phase<void> {
  const takesAll = (yield* missedBlocks()) !== undefined;
  for (const [position, { txid, success, stake }] of transactions.entries()) {
    if (!success || !stake || !(yield* findOwner(stake.owner))) continue;
    if ((yield* findLegByTxid(txid)) || (yield* findLegByReclaimTxid(txid))) continue;
    if (takesAll || (yield* isRented(stake))) yield* insertAct(stake, number, position);
    else yield* forgetRecord(stake);
  }
}

/** Adds up what is final, apart from what comes after missed blocks. */
export function* sumFinalActs(solidBlock: number): Phase<void> {
  const missed = yield* missedBlocks();
  yield* sumActs(missed ? Math.min(solidBlock, missed.next - 1) : solidBlock, SUMMED_AT_ONCE);
}

/** The desk continues at this block without the blocks before it: those are missed, and this one too. */
export function* missUpTo(block: number): Phase<void> {
  const missed = yield* missedBlocks();
  const next = missed?.next ?? (yield* firstUncertainBlock());
  if (next === undefined) return;
  yield* forgetActsAfter(Math.min(next, block + 1) - 1);
  if (!(yield* isAnySellerRented())) yield* forgetAllActs();
  else yield* setMissed(next <= block ? { next, last: block } : null);
}

/**
 * Notes missed blocks that were read, in their order. Returns what is still missed. Without a living leg of a seller there is
 * nothing to protect, and nothing is missed.
 */
export function* missedRead(
  blocks: readonly ActsOfBlock[],
  at: number,
): Phase<{ readonly next: number; readonly last: number } | undefined> {
  if (!(yield* isAnySellerRented())) yield* forgetAllActs();
  let missed = yield* missedBlocks();
  for (const block of blocks) {
    if (block.number !== missed?.next) continue;
    yield* noteActs(block);
    const unread = { number: block.number, unread: unreadOf(block.transactions) };
    yield* noteStakeNotRead(unread, "stake", undefined, at);
    missed = missed.next < missed.last ? { ...missed, next: missed.next + 1 } : undefined;
    yield* setMissed(missed ?? null);
  }
  return missed;
}

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
