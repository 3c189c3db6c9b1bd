/**
 * Solid blocks that no node can give: reading continues without them, and what they brought is booked once one is read after all.
 * That reading is late is an incident while it lasts.
 */
import type { Address } from "../../domain/address.js";
import { assert } from "../../domain/assert.js";
import type { DepositTerms } from "../../domain/deposit.js";
import { DeskError } from "../../domain/errors.js";
import { findChainBlock } from "../../store/chain-blocks.js";
import { depositAddressesAmong, depositCursor, moveDepositCursor } from "../../store/deposits.js";
import { beginIncident, endIncident } from "../../store/incidents.js";
import { blockRead, settleReadIn, unreadBlocks } from "../../store/not-read.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { notePassed, type PassedBlock } from "../not-read.js";
import {
  bookBlock,
  cursorAt,
  FOREIGN,
  foreignIncident,
  isForeign,
  type ScannedBlock,
} from "./scan.js";

/** Blocks tried at once; the others wait for the next round. */
const AT_ONCE = 10;

/**
 * Continues without this block; returns false and changes nothing when it does not follow what was read, or is not the one
 * followed there.
 */
export function* passScanned(block: PassedBlock, reason: string, at: number): Phase<boolean> {
  const cursor = yield* depositCursor();
  if (cursor?.block_number !== block.number - 1 || (yield* isForeign(block, cursor))) return false;
  yield* notePassed(block.number, "deposits", reason, at);
  yield* moveDepositCursor(cursorAt(block));
  return true;
}

/** Whether one of these, which are to be read next, would not be booked. */
export function readIsForeign(
  { database }: Engine,
  blocks: readonly PassedBlock[],
): Promise<boolean> {
  return database.read(function* () {
    let last = yield* depositCursor();
    for (const block of blocks) {
      if (!last || (yield* isForeign(block, last))) return true;
      last = cursorAt(block);
    }
    return false;
  });
}

/** Solid blocks of which nobody knows yet what they brought. */
export function readUnreadBlocks({ database }: Engine): Promise<number[]> {
  return database.read(() => unreadBlocks("deposits", Number.MAX_SAFE_INTEGER, AT_ONCE));
}

/** Which of these are customers'. */
export async function readOursAmong(
  { database }: Engine,
  addresses: readonly Address[],
): Promise<ReadonlySet<Address>> {
  return new Set((await database.read(() => depositAddressesAmong(addresses))).keys());
}

/** Whether this is the block that was followed at that height, where the desk still knows it. */
export async function readIsFollowed({ database }: Engine, block: ScannedBlock): Promise<boolean> {
  const followed = await database.read(() => findChainBlock(block.number));
  return followed === undefined || followed.id === block.id;
}

/** Books what a block brought that was passed before, each deposit once; how many were credited. */
export function* scanAgain(block: ScannedBlock, terms: DepositTerms, at: number): Phase<number> {
  if (yield* foreignIncident()) throw new DeskError("CHAIN_UNAVAILABLE", FOREIGN);
  const cursor = yield* depositCursor();
  assert(cursor && block.number <= cursor.block_number, `block ${block.number} is still to come`);
  const { credited } = yield* bookBlock(block, terms, at);
  if (block.notRead !== undefined) return credited;
  yield* blockRead("deposits", block.number, at);
  const unread = block.unread.map(({ txid }) => txid);
  yield* settleReadIn({ reader: "deposits" }, block.number, unread, at);
  const { usdtContract: account } = terms;
  if (account !== undefined && block.withEvents) {
    // Its events say what calls of it did, also those that cannot be read.
    yield* settleReadIn({ reader: "follower", account }, block.number, [], at);
  }
  return credited;
}

export function* depositsLate(lagBlocks: number, reason: string, at: number): Phase<void> {
  yield* beginIncident(
    "deposits-late",
    `Deposits are ${lagBlocks} blocks late, and have been late for ten minutes: ${reason}.`,
    at,
  );
}

export function* depositsInTime(at: number): Phase<void> {
  yield* endIncident("deposits-late", "they are read in time again.", at);
}
