/** Asks for one transaction by its id, and settles it by the block that holds it. */
import { type BlockTransaction, ChainUnavailable, type Inclusion } from "../chain/port.js";
import { momentOf } from "../engine/context.js";
import { settleFound } from "../engine/legs/follow-chain.js";
import { readCursor, readFollowed } from "../engine/legs/open-work.js";
import type { WorkerContext } from "./context.js";
import { oneHost } from "./one-host.js";

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
