/** Asks for transactions by their id: at a start, after a gap in the blocks, and before a transaction is declared dead. */
import { type BlockTransaction, ChainUnavailable, type Inclusion } from "../chain/port.js";
import { momentOf } from "../engine/context.js";
import { eachDone, throwFirst } from "../engine/each-done.js";
import { backToSent, legNotLate, settleFound } from "../engine/legs/follow-chain.js";
import { readCursor, readFollowed, readUnsettled } from "../engine/legs/open-work.js";
import { passedAsked, readPassed, readPassedToAsk } from "../engine/legs/pass-block.js";
import { payoutBackToSent, payoutNotLate } from "../engine/payouts/payouts.js";
import type { WorkerContext } from "./context.js";
import { oneHost } from "./one-host.js";

/** A transaction whose block is asked for. */
export interface Asked {
  readonly txid: string;
  /** The block our books have it in, and how to take it out again; undefined while it is in none. */
  readonly included?: { readonly block: number; readonly drop: () => Promise<void> };
}

/**
 * All sent transactions in no known block, and what was included before the first followed block: nobody would notice a fork in
 * the gap before it.
 */
async function readToAsk(engine: WorkerContext["engine"]): Promise<Asked[]> {
  const { database } = engine;
  const unsettled = await readUnsettled(engine);
  const first = unsettled.followed.at(-1)?.number ?? 0;
  const legs = [...unsettled.legs, ...unsettled.reclaims].map(
    (leg) => (leg.undelegation ?? leg.delegation)?.txid ?? null,
  );
  const inBlocks = unsettled.included.map((leg) => ({
    txid: leg.delegation?.txid ?? null,
    block: leg.blockNumber,
    drop: () => database.commit(() => backToSent(leg)),
  }));
  for (const payout of unsettled.payouts) {
    const { txid, blockNumber: block } = payout;
    if (block === null) legs.push(txid);
    else {
      const drop = () => database.commit(() => payoutBackToSent(payout));
      inBlocks.push({ txid, block, drop });
    }
  }
  for (const leg of unsettled.late) {
    const drop = () => database.commit(() => legNotLate(leg));
    inBlocks.push({ txid: leg.delegation?.txid ?? null, block: leg.lateBlock, drop });
  }
  for (const payout of unsettled.latePayouts) {
    const drop = () => database.commit(() => payoutNotLate(payout));
    inBlocks.push({ txid: payout.txid, block: payout.lateBlock, drop });
  }
  const unwatched = inBlocks.flatMap(({ txid, block, drop }) =>
    txid !== null && block !== null && block <= first ? [{ txid, included: { block, drop } }] : [],
  );
  return [...unwatched, ...legs.flatMap((txid) => (txid === null ? [] : [{ txid }]))];
}

async function ask(context: WorkerContext, { txid, included }: Asked): Promise<void> {
  const chain = oneHost(context.chain, included?.block);
  if (included && (await chain.inclusion(txid))?.blockNumber === included.block) return;
  if (included) await included.drop();
  await isIncluded(context, txid);
}

/**
 * True when the transaction is in a block. If the desk is past that block, it is settled. A later block is read in its turn;
 * only then would a fork that drops it be noticed.
 */
export async function isIncluded(context: WorkerContext, txid: string): Promise<boolean> {
  const chain = oneHost(context.chain);
  const inclusion = await chain.inclusion(txid);
  return inclusion !== undefined && (await settleInclusion({ ...context, chain }, txid, inclusion));
}

/** The same for a transaction whose block is already known. */
export async function settleInclusion(
  context: WorkerContext,
  txid: string,
  { blockNumber, blockTimestampMs, success }: Inclusion,
): Promise<boolean> {
  const { engine } = context;
  const chain = oneHost(context.chain, blockNumber);
  const parent =
    (await readPassed(engine, blockNumber - 1)) ?? (await chain.block(blockNumber - 1));
  if (!parent) return false;
  const cursor = await readCursor(engine);
  if (!cursor || cursor.number < blockNumber) return true;
  // Rentals are counted by these times: any other block of that time is between its neighbours.
  if (blockTimestampMs <= parent.timestampMs || blockTimestampMs > cursor.timestampMs) return true;
  // Blocks of mainnet are large: one is read only if it can be compared.
  const followed = await readFollowed(engine, blockNumber);
  const passed = await readPassed(engine, blockNumber);
  const found = followed && !passed ? await chain.block(blockNumber) : undefined;
  // Nodes that disagree, about the block or how it ended: it is asked for again.
  const isSame = (one: BlockTransaction) =>
    one.txid === txid && (one.endUnknown || one.success === success);
  if (followed && !passed && !found?.transactions.some(isSame)) return true;
  if (passed) {
    // Nothing can be compared with it, so it counts once it is solid.
    if ((engine.chainClock.solid?.number ?? 0) < blockNumber) return true;
    const solid = await chain.solidInclusion(txid);
    if (solid?.blockNumber !== blockNumber || solid.success !== success) {
      throw new ChainUnavailable(`the solidified state does not show ${txid} in ${blockNumber}`);
    }
  }
  const block = {
    number: blockNumber,
    id: passed?.id ?? found?.id,
    timestampMs: blockTimestampMs,
    parentTimestampMs: parent.timestampMs,
  };
  const moment = momentOf(engine);
  const settled = await engine.database.commit(() => settleFound(txid, success, block, moment));
  if (settled?.finishes) engine.signals.emit("finished", [settled.orderId]);
  return true;
}

/** Few enough for the blocks to go on meanwhile. */
const ASKED_A_ROUND = 8;

/** Transactions that no further block will show: asked for by their id, a few in each round. */
export class ToAsk {
  /** Undefined until it was listed. */
  #left: readonly Asked[] | undefined;
  /** The newest solid block that could not be read and may hold some of it. */
  #passed: number | undefined;

  /** All of it was asked for. */
  get isDone(): boolean {
    return this.#left?.length === 0;
  }

  /** The list must be made anew. */
  begin(): void {
    this.#left = undefined;
  }

  /** Of these a block did not tell how they ended. */
  add(txids: readonly string[]): void {
    this.#left = this.#left && [...this.#left, ...txids.map((txid) => ({ txid }))];
  }

  async round(context: WorkerContext): Promise<void> {
    const { engine } = context;
    const passed = await readPassedToAsk(engine);
    if (passed !== undefined && passed !== this.#passed) this.begin();
    this.#passed = passed;
    await this.#ask(context);
    if (!this.isDone || passed === undefined) return;
    const at = engine.now();
    await engine.database.commit(() => passedAsked(passed, at));
  }

  async #ask(context: WorkerContext): Promise<void> {
    const asked = this.#left ?? (await readToAsk(context.engine));
    this.#left = asked;
    if (asked.length === 0) return;
    const failed: Asked[] = [];
    const asking = asked.slice(0, ASKED_A_ROUND).map((one) =>
      ask(context, one).catch((error: unknown) => {
        failed.push(one);
        throw error;
      }),
    );
    const { failures } = await eachDone(asking);
    // What cannot be asked about comes again after the others.
    this.#left = [...asked.slice(ASKED_A_ROUND), ...failed];
    context.engine.signals.emit("planned");
    throwFirst(failures);
  }
}
