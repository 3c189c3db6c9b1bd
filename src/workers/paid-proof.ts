/**
 * The proof that a payout was paid, or that one which counted as dead was paid after all: its block is final, and the solidified state
 * of each host in step says that it succeeded there. The word of one host about how a transaction ended is in no hash.
 */
import type { Payout } from "../domain/payout.js";
import { payoutBackToSent, payoutFinal, payoutNotLate } from "../engine/payouts/payouts.js";
import type { WorkerContext } from "./context.js";
import { isUnknownForGood, solidOutcome } from "./proofs.js";

/** Nothing while hosts disagree, or do not know it yet. */
export async function settleInFinalBlock(context: WorkerContext, payout: Payout): Promise<void> {
  const { engine, logger } = context;
  const { id, txid, expiresAt } = payout;
  const outcome = await solidOutcome(context, txid);
  if (outcome?.success) {
    const at = engine.now();
    await engine.database.commit(() => payoutFinal(id, outcome.blockNumber, at));
    return;
  }
  if (!outcome && !(await isUnknownForGood(context, txid, expiresAt))) return;
  const failedBlock = outcome?.blockNumber ?? null;
  await engine.database.commit(() =>
    payout.lateBlock === null ? payoutBackToSent(payout, failedBlock) : payoutNotLate(payout),
  );
  logger.warn(
    { payout: id, txid, failedBlock },
    "a payout was not paid by the block that showed it",
  );
}

/** Whether a final block holds it by the books, and its end is not booked. */
export function isInFinalBlock({ blockNumber, lateBlock }: Payout, solidBlock: number): boolean {
  const block = lateBlock ?? blockNumber;
  return block !== null && block <= solidBlock;
}
