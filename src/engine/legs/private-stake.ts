/**
 * Follows what owners delegate with their own keys, because the chain keeps one sum of it and ours. Noted where a leg of ours has
 * the same receiver. Until skipped blocks have been read, nothing is taken back from a seller.
 */
import { type BlockTransaction, unreadOf } from "../../domain/transaction-acts.js";
import { findLegByReclaimTxid, findLegByTxid } from "../../store/legs.js";
import { findOwner } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import {
  firstUncertainBlock,
  forgetActsAfter,
  forgetAllActs,
  forgetRecord,
  insertAct,
  isAnySellerRented,
  isRented,
  missedBlocks,
  setMissed,
  sumActs,
} from "../../store/stake-acts.js";
import { noteStakeNotRead } from "../not-read.js";

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
