/**
 * Continues without a block that no node can give: the blocks around it tell its id. Our own transactions are asked for by their
 * ids once it is solid; what sellers did in it with their stake is read from the chain's records.
 */
import { appendChainBlock, cursorBlock } from "../../store/chain-blocks.js";
import { blockRead, unreadBlocks } from "../../store/passed-blocks.js";
import type { Phase } from "../../store/phase.js";
import { isAnySellerRented } from "../../store/stake-acts.js";
import type { Engine, Moment } from "../context.js";
import { notePassed, type PassedBlock } from "../passed-block.js";

/** Returns false and changes nothing when it does not continue what was followed. */
export function* passBlock(block: PassedBlock, reason: string, moment: Moment): Phase<boolean> {
  const cursor = yield* cursorBlock();
  if (cursor?.number !== block.number - 1 || cursor.id !== block.parentId) return false;
  const { number, id, timestampMs: timestamp_ms } = block;
  yield* appendChainBlock({ number, id, timestamp_ms });
  yield* notePassed(number, "follower", reason, moment.at);
  if (yield* isAnySellerRented()) yield* notePassed(number, "stake", reason, moment.at);
  return true;
}

/** A solid block that was not read and whose transactions of ours are still to be asked for. */
export async function readPassedToAsk({
  database,
  chainClock,
}: Engine): Promise<number | undefined> {
  const { solid } = chainClock;
  if (!solid) return undefined;
  const [block] = await database.read(() => unreadBlocks("follower", solid.number, 1));
  return block;
}

/** Call once all our transactions that it may hold were asked for. */
export function* passedAsked(block: number, at: number): Phase<void> {
  yield* blockRead("follower", block, at);
}
