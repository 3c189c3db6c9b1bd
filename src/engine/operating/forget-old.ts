/**
 * Deletes lapsed quotes, a day after they ended, lapsed challenges and stored answers past their time, locks that are over, and what the
 * Telegram door said or what was put together there and came to nothing, a month ago; and what owners delegate by themselves where they
 * rent out nothing.
 */

import { deleteFlowsOverBefore } from "../../store/chat/flows.js";
import { deleteMessagesBefore } from "../../store/chat/outbox.js";
import { deleteStoredAnswersBefore } from "../../store/idempotency.js";
import type { Phase } from "../../store/phase.js";
import { deleteQuotesBefore } from "../../store/quotes.js";
import { deleteChallengesBefore } from "../../store/sellers.js";
import { forgetIdleRecords } from "../../store/stake-acts.js";
import { deleteToldLocksBefore } from "../../store/told-locks.js";
import { type Engine, momentOf } from "../context.js";

/** A quote is kept for a while after its end, so that using it late is told from using a wrong one. */
const QUOTE_KEPT_MS = 86_400_000;
const TELEGRAM_KEPT_MS = 30 * 86_400_000;

export async function forgetOld(engine: Engine): Promise<void> {
  const now = momentOf(engine).dueAt;
  await engine.database.commit(function* (): Phase<void> {
    yield* deleteQuotesBefore(now - QUOTE_KEPT_MS);
    yield* deleteChallengesBefore(now);
    yield* deleteStoredAnswersBefore(now - engine.policy.idempotencyTtlMs);
    yield* deleteToldLocksBefore(engine.chainClock.head?.timestampMs ?? 0);
    yield* deleteMessagesBefore(now - TELEGRAM_KEPT_MS);
    yield* deleteFlowsOverBefore(now - TELEGRAM_KEPT_MS);
    yield* forgetIdleRecords();
  });
}
