/** Transactions that no further block will show: at a start, after a gap in the blocks, and in a block that was passed. */
import {
  type BlockTransaction,
  type Chain,
  ChainUnavailable,
  type Inclusion,
} from "../chain/port.js";
import { momentOf, settleAll, throwFirst } from "../engine/context.js";
import { transactionUnclear } from "../engine/incidents.js";
import {
  backToSent,
  legNotLate,
  passedAsked,
  readPassedToAsk,
  settleFound,
} from "../engine/legs/follow-chain.js";
import { readCursor, readFollowed, readUnsettled } from "../engine/legs/open-work.js";
import { payoutBackToSent, payoutNotLate } from "../engine/payouts/payouts.js";
import { doubt, nameOfHost, oneHost, type WorkerContext } from "./context.js";

/** Few enough for the blocks to go on meanwhile. */
const ASKED_A_ROUND = 8;
/** The pause before one is asked for again of which no clear answer came; each further one is twice as long. */
const FIRST_AGAIN_MS = 500;
const LONGEST_AGAIN_MS = 60_000;
const UNCLEAR_TOLD_AFTER_MS = 600_000;

/** Without a clear answer: the transaction does not become final; everything else continues. */
interface Unclear {
  readonly sinceMs: number;
  readonly pauseMs: number;
  readonly againMs: number;
  readonly isTold: boolean;
}

/** A transaction whose block is asked for. */
interface Asked {
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

/** They are asked for by their id, a few in each round. */
export class ToAsk {
  /** Undefined until it was listed. */
  #left: readonly Asked[] | undefined;
  /** The newest solid block that could not be read and may hold some of it. */
  #passed: number | undefined;
  /** By txid. */
  readonly #unclear = new Map<string, Unclear>();

  /** All of it was asked for, also what is unclear. */
  get isDone(): boolean {
    return this.#left?.every(({ txid }) => this.#unclear.has(txid)) ?? false;
  }

  /** Those that must not become final. */
  get unclear(): ReadonlySet<string> {
    return new Set(this.#unclear.keys());
  }

  /** Drops the list, to be read again. */
  begin(): void {
    this.#left = undefined;
  }

  /** Of these a block did not tell how they ended. */
  add(txids: readonly string[]): void {
    this.#left = this.#left && [...this.#left, ...txids.map((txid) => ({ txid }))];
  }

  async round(context: WorkerContext, host: Chain): Promise<void> {
    const { engine } = context;
    const passed = await readPassedToAsk(engine);
    if (passed !== undefined && passed !== this.#passed) this.begin();
    this.#passed = passed;
    await this.#ask(context, host);
    if (!this.isDone || passed === undefined) return;
    // What the operator was told of holds up nothing else any more.
    if ([...this.#unclear.values()].some(({ isTold }) => !isTold)) return;
    const at = engine.now();
    await engine.database.commit(() => passedAsked(passed, at));
  }

  async #ask(context: WorkerContext, host: Chain): Promise<void> {
    const nowMs = context.monotonicMs();
    const isDue = ({ txid }: Asked) => (this.#unclear.get(txid)?.againMs ?? 0) <= nowMs;
    if (!this.#left || (this.isDone && this.#left.some(isDue))) await this.#list(context.engine);
    const all = this.#left ?? [];
    const asked = all.filter(isDue).slice(0, ASKED_A_ROUND);
    if (asked.length === 0) return;
    const name = nameOfHost(context.chain);
    const unclear = new Map<Asked, ChainUnavailable>();
    const failed: Asked[] = [];
    const asking = asked.map(async (one) => {
      try {
        await ask({ ...context, chain: host }, one);
        this.#unclear.delete(one.txid);
      } catch (error) {
        if (error instanceof ChainUnavailable) {
          unclear.set(one, error);
          return;
        }
        failed.push(one);
        throw error;
      }
    });
    const { failures } = await settleAll(asking);
    // What cannot be asked about comes again after the others.
    this.#left = [...all.filter((one) => !asked.includes(one)), ...failed, ...unclear.keys()];
    context.engine.signals.emit("planned");
    for (const [{ txid }, error] of unclear) {
      doubt(context.chain, host, error);
      await this.#isUnclear(context, txid, `${name}: ${error.message}`);
    }
    throwFirst(failures);
  }

  /** What is known in another way by now is left out. */
  async #list(engine: WorkerContext["engine"]): Promise<void> {
    const listed = await readToAsk(engine);
    const txids = new Set(listed.map(({ txid }) => txid));
    for (const txid of this.#unclear.keys()) if (!txids.has(txid)) this.#unclear.delete(txid);
    this.#left = this.#left?.filter(({ txid }) => txids.has(txid)) ?? listed;
  }

  async #isUnclear(context: WorkerContext, txid: string, why: string): Promise<void> {
    const { engine, logger } = context;
    const nowMs = context.monotonicMs();
    const before = this.#unclear.get(txid);
    const sinceMs = before?.sinceMs ?? nowMs;
    const pauseMs = before ? Math.min(LONGEST_AGAIN_MS, 2 * before.pauseMs) : FIRST_AGAIN_MS;
    const isLong = nowMs - sinceMs >= UNCLEAR_TOLD_AFTER_MS;
    if (!before) logger.warn({ txid, why }, "nobody tells how a transaction ended");
    if (isLong && !before?.isTold) await transactionUnclear(engine, txid, why);
    const isTold = isLong || before?.isTold === true;
    this.#unclear.set(txid, { sinceMs, pauseMs, againMs: nowMs + pauseMs, isTold });
  }
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

/** Settles a transaction whose block is already known. */
export async function settleInclusion(
  context: WorkerContext,
  txid: string,
  { blockNumber, blockTimestampMs, success }: Inclusion,
): Promise<boolean> {
  const { engine } = context;
  const chain = oneHost(context.chain, blockNumber);
  const before = await readFollowed(engine, blockNumber - 1);
  const parent = before?.isPassed ? before : await chain.block(blockNumber - 1);
  if (!parent) return false;
  const cursor = await readCursor(engine);
  if (!cursor || cursor.number < blockNumber) return true;
  // Rentals are counted by these times: any other block of that time is between its neighbours.
  if (blockTimestampMs <= parent.timestampMs || blockTimestampMs > cursor.timestampMs) return true;
  const followed = await readFollowed(engine, blockNumber);
  let id = followed?.id;
  if (followed?.isPassed) {
    // Nothing can be compared with it, so it counts once it is solid.
    if ((engine.chainClock.solid?.number ?? 0) < blockNumber) return true;
    const solid = await chain.solidInclusion(txid);
    if (solid?.blockNumber !== blockNumber || solid.success !== success) {
      throw new ChainUnavailable(`the solidified state does not show ${txid} in ${blockNumber}`);
    }
  } else if (followed) {
    // Blocks of mainnet are large: one is read only if it can be compared.
    const found = await chain.block(blockNumber);
    const isSame = (one: BlockTransaction) =>
      one.txid === txid && (one.endUnknown || one.success === success);
    // Nodes that disagree, about the block or how it ended: it is asked for again.
    if (!found?.transactions.some(isSame)) return true;
    id = found.id;
  }
  const block = {
    number: blockNumber,
    id,
    timestampMs: blockTimestampMs,
    parentTimestampMs: parent.timestampMs,
  };
  const moment = momentOf(engine);
  const settled = await engine.database.commit(() => settleFound(txid, success, block, moment));
  if (settled?.finishes) engine.signals.emit("finished", [settled.orderId]);
  return true;
}
