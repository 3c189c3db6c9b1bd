/** Asks for transactions by their id: at a start, after a gap in the blocks, and before one is declared dead. */
import { momentOf } from "../engine/context.js";
import { backToSent, settleTransaction } from "../engine/follow-chain.js";
import {
  type LegRow,
  readCursor,
  readFollowedBlocks,
  readIncluded,
  readInFlight,
  readReclaiming,
} from "../engine/open-work.js";
import type { WorkerContext } from "./context.js";

/**
 * Everything that is out and in no block we know of, and what was included before the first block that was followed: a fork
 * in the gap before it would go unnoticed.
 */
export function readToAsk(engine: WorkerContext["engine"]): LegRow[] {
  const first = readFollowedBlocks(engine).at(-1)?.number ?? 0;
  const unwatched = readIncluded(engine).filter(({ block_number }) => (block_number ?? 0) <= first);
  return [...unwatched, ...readInFlight(engine), ...readReclaiming(engine)];
}

export async function ask(context: WorkerContext, leg: LegRow): Promise<void> {
  const txid = leg.reclaim_txid ?? leg.txid;
  if (txid === null) return;
  if (leg.state === "included") await dropUnlessStillIncluded(context, leg, txid);
  else await isIncluded(context, txid);
}

/**
 * True when the transaction is in a block. If that one was followed, it is settled; a later one will be read in its turn,
 * and only then would a fork that drops it be noticed.
 */
export async function isIncluded(context: WorkerContext, txid: string): Promise<boolean> {
  const { engine, chain } = context;
  const inclusion = await chain.inclusion(txid);
  if (!inclusion) return false;
  const parent = await chain.block(inclusion.blockNumber - 1);
  if (!parent) return false;
  const cursor = readCursor(engine);
  if (!cursor || cursor.number < inclusion.blockNumber) return true;
  const block = {
    number: inclusion.blockNumber,
    timestampMs: inclusion.blockTimestampMs,
    parentTimestampMs: parent.timestampMs,
  };
  const moment = momentOf(engine);
  const settled = await engine.database.commit(() =>
    settleTransaction(txid, inclusion.success, block, moment),
  );
  if (settled?.finishes) engine.signals.emit("finished", [settled.orderId]);
  return true;
}

async function dropUnlessStillIncluded(
  context: WorkerContext,
  leg: LegRow,
  txid: string,
): Promise<void> {
  const { engine, chain } = context;
  const inclusion = await chain.inclusion(txid);
  if (inclusion?.blockNumber === leg.block_number) return;
  await engine.database.commit(() => backToSent(leg));
  await isIncluded(context, txid);
}
