/** Asks for transactions by their id: at a start, after a gap in the blocks, and before one is declared dead. */
import { momentOf } from "../engine/context.js";
import { backToSent, settleTransaction } from "../engine/follow-chain.js";
import { type LegRow, readIncluded, readInFlight, readReclaiming } from "../engine/open-work.js";
import type { WorkerContext } from "./context.js";

/** Looks for every delegation and undelegation that is out and in no block we know of. */
export async function askInFlight(context: WorkerContext): Promise<void> {
  for (const leg of readInFlight(context.engine)) {
    if (leg.txid) await settleIfIncluded(context, leg.txid);
  }
  for (const leg of readReclaiming(context.engine)) {
    if (leg.reclaim_txid) await settleIfIncluded(context, leg.reclaim_txid);
  }
  context.engine.signals.emit("planned");
}

/** After a gap the blocks of included legs are not followed any more: each is looked at again. */
export async function askAfterGap(context: WorkerContext): Promise<void> {
  for (const leg of readIncluded(context.engine)) await assertStillIncluded(context, leg);
  await askInFlight(context);
}

/** Settles a transaction that is in a block; true when it is. */
export async function settleIfIncluded(context: WorkerContext, txid: string): Promise<boolean> {
  const { engine, chain } = context;
  const inclusion = await chain.inclusion(txid);
  if (!inclusion) return false;
  const parent = await chain.block(inclusion.blockNumber - 1);
  if (!parent) return false;
  const block = {
    number: inclusion.blockNumber,
    timestampMs: inclusion.blockTimestampMs,
    parentTimestampMs: parent.timestampMs,
  };
  const moment = momentOf(engine);
  const settled = await engine.database.commit(() =>
    settleTransaction(txid, inclusion.success, block, moment),
  );
  if (settled && settled.status !== "processing") engine.signals.emit("finished", [settled.id]);
  return true;
}

async function assertStillIncluded(context: WorkerContext, leg: LegRow): Promise<void> {
  const { engine, chain } = context;
  const inclusion = leg.txid ? await chain.inclusion(leg.txid) : undefined;
  if (inclusion?.blockNumber === leg.block_number) return;
  await engine.database.commit(() => backToSent(leg));
}
