/**
 * Follows the chain block by block. What a block settles is committed together with the cursor, so a crash can neither skip
 * a block nor settle one twice. A block that no node can give is passed: the blocks around it tell its id. What it holds of ours is
 * asked for by its id once the block is solid; what sellers did in it with their stake is read from the chain's records.
 */
import { assert, must } from "../../domain/assert.js";
import type { OrderId } from "../../domain/ids.js";
import { isInFlight } from "../../domain/leg.js";
import { type BlockTransaction, unreadOf } from "../../domain/transaction-acts.js";
import {
  appendChainBlock,
  type ChainBlockRow,
  cursorBlock,
  dropChainBlocksAfter,
  findChainBlock,
  firstBlock,
} from "../../store/chain-blocks.js";
import { forgetSeenAfter } from "../../store/deposits.js";
import { raiseIncident } from "../../store/incidents.js";
import { move, type Transfer } from "../../store/ledger.js";
import {
  forgetFailuresAfter,
  forgetLateAfter,
  lateLegsUpTo,
  legsIncludedAfter,
  legsIncludedUpTo,
  legTxidsAmong,
} from "../../store/leg-lists.js";
import { advanceLeg, changeLeg, findLeg, type LegRow, legsByTxids } from "../../store/legs.js";
import { blockRead, forgetNotReadAfter, unreadBlocks } from "../../store/not-read.js";
import { findOrders, type OrderRow } from "../../store/orders.js";
import { reserve } from "../../store/owners.js";
import {
  findPayoutByTxid,
  forgetLatePayoutsAfter,
  forgetPayoutFailuresAfter,
  payoutsIncludedAfter,
  payoutTxidsAmong,
} from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import {
  endReclaims,
  findLegByReclaimTxid,
  forgetReclaimsAfter,
  setReclaimBlock,
  setReclaimFailed,
} from "../../store/reclaims.js";
import { forgetActsAfter, isAnySellerRented } from "../../store/stake-acts.js";
import type { Engine, Moment } from "../context.js";
import { noteSeen } from "../deposits/scan.js";
import { notePassed, noteStakeNotRead, type PassedBlock } from "../not-read.js";
import { payoutBackToSent, settlePayout } from "../payouts/payouts.js";
import { missUpTo, noteActs, sumFinalActs } from "./private-stake.js";
import { endFork, type Fork, noteFork } from "./repair-after-forks.js";
import { type InclusionBlock, legIncluded, legsSolidified } from "./settle-leg.js";

/** Legs finalised in one transaction: few, because callers wait meanwhile. */
export const SOLIDIFIED_AT_ONCE = 100;
const NONE: ReadonlySet<string> = new Set();

/** The part of a block that the desk reads. */
export interface FollowedBlock {
  readonly number: number;
  readonly id: string;
  readonly parentId: string;
  readonly timestampMs: number;
  readonly transactions: readonly BlockTransaction[];
}

export interface BlockEffect {
  /** Legs that reached a block with success. */
  readonly legs: number;
  readonly finishedOrders: readonly string[];
  /** Our transactions in this block whose result it does not say: they must be asked for. */
  readonly toAsk: readonly string[];
}

/**
 * Starts to follow at this block: at the first start, or after a gap too long to read block by block. What was included before
 * must then be asked for by its id, because its blocks may be gone. Blocks above are gone too: the fork may be lower than what
 * it replaces, and its own blocks are still to be read.
 */
export function* startAt(block: FollowedBlock): Phase<void> {
  yield* restartAt(block);
}

/** Follows a fork that replaced all followed blocks, and raises an incident as for any fork. */
export function* startInFork(block: FollowedBlock, moment: Moment): Phase<void> {
  const [first, cursor] = [yield* firstBlock(), yield* cursorBlock()];
  const lost = yield* restartAt(block);
  if (!first || !cursor) return;
  yield* noteFork({ ...lost, ancestor: first.number - 1, upTo: cursor.number }, moment.at);
}

function* restartAt(block: FollowedBlock): Phase<Pick<Fork, "legs" | "payouts">> {
  const lost = yield* takeBackAfter(block.number);
  yield* forgetReclaimsAfter(-1);
  yield* forgetFailuresAfter(-1);
  yield* forgetPayoutFailuresAfter(-1);
  yield* forgetLateAfter(block.number);
  yield* forgetLatePayoutsAfter(block.number);
  yield* forgetSeenAfter(-1);
  yield* forgetNotReadAfter("follower", block.number);
  yield* forgetNotReadAfter("stake", block.number);
  yield* missUpTo(block.number);
  yield* dropChainBlocksAfter(-1);
  yield* appendChainBlock(rowOf(block));
  return lost;
}

/** What was included after this block is sent again. */
function* takeBackAfter(block: number): Phase<Pick<Fork, "legs" | "payouts">> {
  const legs = yield* legsIncludedAfter(block);
  for (const leg of legs) yield* backToSent(leg);
  const payouts = yield* payoutsIncludedAfter(block);
  for (const payout of payouts) yield* payoutBackToSent(payout);
  return { legs: legs.length, payouts: payouts.length };
}

/**
 * Settles what a block holds and moves the cursor to it. Returns undefined, and changes nothing, when the block does not
 * continue the cursor's: the chain has forked (see `dropFork`).
 */
export function* applyBlock(block: FollowedBlock, moment: Moment): Phase<BlockEffect | undefined> {
  const cursor = yield* cursorBlock();
  assert(cursor && block.number === cursor.number + 1, `block ${block.number} is out of order`);
  if (block.parentId !== cursor.id) return undefined;
  const inclusion: InclusionBlock = {
    number: block.number,
    timestampMs: block.timestampMs,
    parentTimestampMs: cursor.timestamp_ms,
  };
  let legs = 0;
  const finished: string[] = [];
  const toAsk: string[] = [];
  const foreign: BlockTransaction[] = [];
  const ours = yield* oursAmong(block.transactions);
  const concerned = yield* concernedBy([...ours]);
  for (const transaction of block.transactions) {
    const { txid, success, endUnknown, unreadable } = transaction;
    const isOurs = ours.has(txid);
    if ((endUnknown || unreadable) && !isOurs) foreign.push(transaction);
    else if (endUnknown) toAsk.push(txid);
    if (endUnknown || !isOurs) continue;
    const settled = yield* settleTransaction(
      { txid, success, block: inclusion, concerned },
      moment,
    );
    if (!settled) continue;
    if (success) legs += 1;
    if (settled.finishes) finished.push(settled.orderId);
  }
  yield* move(...concerned.transfers);
  yield* noteActs(block);
  const unread = { number: block.number, unread: unreadOf(foreign) };
  yield* noteStakeNotRead(unread, "follower", moment.deposits?.usdtContract, moment.at);
  if (moment.deposits) yield* noteSeen(block, moment.deposits, moment.at);
  yield* appendChainBlock(rowOf(block));
  return { legs, finishedOrders: finished, toAsk };
}

/** The transactions that the desk has signed: of hundreds in a block mostly none. */
function* oursAmong(transactions: readonly BlockTransaction[]): Phase<ReadonlySet<string>> {
  const txids = transactions.map(({ txid }) => txid);
  return new Set([...(yield* legTxidsAmong(txids)), ...(yield* payoutTxidsAmong(txids))]);
}

export interface Settled {
  readonly orderId: OrderId;
  /** The order became final with it. */
  readonly finishes: boolean;
}

/** The block in which a transaction was found when it was asked for by its id. */
export interface FoundBlock extends InclusionBlock {
  /** Undefined at a height that the desk has not followed. */
  readonly id: string | undefined;
}

/**
 * Settles a transaction that was found by its id in a block that the desk skipped. Does nothing when the desk has followed
 * another block at that height: the node is on a fork, and what is settled by it would never be undone, because the desk's own
 * blocks go on. Heights below the followed ones cannot be compared.
 */
export function* settleFound(
  txid: string,
  success: boolean,
  block: FoundBlock,
  moment: Moment,
): Phase<Settled | undefined> {
  const cursor = yield* cursorBlock();
  if (!cursor || cursor.number < block.number) return undefined;
  const followed = yield* findChainBlock(block.number);
  if (followed && followed.id !== block.id) return undefined;
  const concerned = yield* concernedBy([txid]);
  const settled = yield* settleTransaction({ txid, success, block, concerned }, moment);
  yield* move(...concerned.transfers);
  return settled;
}

/** The legs that transactions delegate, and their orders, read once; and the money that moves with them, in one step at the end. */
interface Concerned {
  readonly legs: ReadonlyMap<string | null, LegRow>;
  readonly orders: ReadonlyMap<OrderId, OrderRow>;
  readonly transfers: Transfer[];
}

function* concernedBy(txids: readonly string[]): Phase<Concerned> {
  const legs = txids.length > 0 ? yield* legsByTxids(txids) : [];
  const orders = legs.length > 0 ? yield* findOrders(legs.map((leg) => leg.order_id)) : [];
  return {
    legs: new Map(legs.map((leg) => [leg.txid, leg])),
    orders: new Map(orders.map((order) => [order.id, order])),
    transfers: [],
  };
}

interface Settling {
  readonly txid: string;
  readonly success: boolean;
  readonly block: InclusionBlock;
  readonly concerned: Concerned;
}

/**
 * Settles one transaction of a block; undefined when it is no delegation of ours that succeeded. A failure, or a transaction
 * that counted as dead, is only noted: money moves when the block is solid.
 */
function* settleTransaction(
  { txid, success, block, concerned }: Settling,
  moment: Moment,
): Phase<Settled | undefined> {
  const leg = concerned.legs.get(txid);
  if (leg && isInFlight(leg.state) && !success) {
    yield* changeLeg(leg, { failed_block: leg.failed_block ?? block.number });
  }
  if (leg && isInFlight(leg.state) && success) {
    // Only legs that a fork dropped, and their replacements, can belong to an order that was final before.
    const isLate = leg.posted === 1 || leg.replaces !== null;
    const order = must(concerned.orders.get(leg.order_id), `no order of leg ${leg.id}`);
    const wasFinal = isLate && order.status !== "processing";
    concerned.transfers.push(...(yield* legIncluded(leg, order, block, moment)));
    return { orderId: order.id, finishes: order.status !== "processing" && !wasFinal };
  }
  if (leg?.state === "dead" && success) yield* changeLeg(leg, { late_block: block.number });
  const reclaimed = leg ? undefined : yield* findLegByReclaimTxid(txid);
  // A failure waits until it is final, and nothing is sent meanwhile.
  if (reclaimed) yield* (success ? setReclaimBlock : setReclaimFailed)(txid, block.number);
  const payout = leg || reclaimed ? undefined : yield* findPayoutByTxid(txid);
  if (payout) yield* settlePayout(payout, success, block.number);
  return undefined;
}

/** A final block holds a transaction that counted as dead. */
function* deadAfterAll(leg: LegRow, at: number): Phase<void> {
  const { id, late_block, stake_sun, receiver } = leg;
  yield* changeLeg(leg, { late_block: null });
  yield* raiseIncident(
    "dead-included",
    `Block ${late_block} holds delegation ${id}, which was taken for dead: its stake of ${stake_sun} SUN is with ${receiver} and is not taken back by itself.`,
    at,
  );
}

/**
 * Finalises what a solidified block allows; returns how many legs, and the maximum may mean that more are left. Does nothing
 * (undefined) when the desk has followed another block at that number: the fork must be dropped first. Does nothing either when
 * the desk is not that far: the blocks it has followed may be a fork that the solidified chain has left. Of transactions that are
 * `unclear` nothing becomes final. Payouts take a proof of their own (`payoutFinal`).
 */
export function* applySolid(
  solid: { readonly number: number; readonly id: string },
  moment: Moment,
  unclear: ReadonlySet<string> = NONE,
): Phase<number | undefined> {
  const followed = yield* findChainBlock(solid.number);
  if (followed && followed.id !== solid.id) return undefined;
  const cursor = yield* cursorBlock();
  if (!cursor || cursor.number < solid.number) return 0;
  const { number } = solid;
  const isClear = ({ txid }: { readonly txid: string | null }) => !unclear.has(txid ?? "");
  const included = yield* legsIncludedUpTo(number, SOLIDIFIED_AT_ONCE + unclear.size);
  const legs = included.filter(isClear).slice(0, SOLIDIFIED_AT_ONCE);
  yield* legsSolidified(legs, moment);
  yield* endReclaims(number, unclear);
  for (const leg of (yield* lateLegsUpTo(number)).filter(isClear)) {
    yield* deadAfterAll(leg, moment.at);
  }
  yield* sumFinalActs(solid.number);
  if (followed) yield* endFork(solid.number, moment.at);
  return legs.length;
}

/** Undoes what the desk followed after `ancestor`: those blocks are no longer on the chain. */
export function* dropFork(ancestor: number, moment: Moment): Phase<number> {
  const cursor = yield* cursorBlock();
  // The node shows the desk's own block: nothing was replaced.
  if (!cursor || cursor.number <= ancestor) return 0;
  const lost = yield* takeBackAfter(ancestor);
  yield* forgetReclaimsAfter(ancestor);
  yield* forgetFailuresAfter(ancestor);
  yield* forgetPayoutFailuresAfter(ancestor);
  yield* forgetLateAfter(ancestor);
  yield* forgetLatePayoutsAfter(ancestor);
  yield* forgetActsAfter(ancestor);
  yield* forgetSeenAfter(ancestor);
  yield* forgetNotReadAfter("follower", ancestor);
  yield* forgetNotReadAfter("stake", ancestor);
  yield* dropChainBlocksAfter(ancestor);
  yield* noteFork({ ...lost, ancestor, upTo: cursor.number }, moment.at);
  return lost.legs;
}

/** A leg whose block is gone: the same bytes go out again, its money stays cleared, its stake is reserved again. */
export function* backToSent({ id }: Pick<LegRow, "id">): Phase<void> {
  const leg = yield* findLeg(id);
  if (leg?.state !== "included") return;
  if (!leg.reserving) yield* reserve(leg.owner, leg.resource, leg.reserved_sun);
  yield* advanceLeg(leg, "sent", {
    block_number: null,
    delegated_at: null,
    expires_at: null,
    reserving: 1,
    compared: leg.short_units > 0 || leg.compensates ? 1 : 0,
  });
}

/** The block that held a dead leg is gone. */
export function* legNotLate({ id }: Pick<LegRow, "id">): Phase<void> {
  const leg = yield* findLeg(id);
  if (leg) yield* changeLeg(leg, { late_block: null });
}

function rowOf(block: FollowedBlock): ChainBlockRow {
  return { number: block.number, id: block.id, timestamp_ms: block.timestampMs };
}

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
