/**
 * Deletes what is over: quotes ten minutes after they lapsed; challenges, idempotency keys and locks past their time; the bot's
 * messages, abandoned drafts and what could not be read, once it is settled, after a month; and what owners delegate by themselves where no leg of ours shares the record.
 */
import { DAY_MS } from "../../common/time.js";
import { forgetCallKeys } from "../../store/batches.js";
import { deleteCardsOfDecided } from "../../store/chat/cards.js";
import { deleteFlowsOverBefore } from "../../store/chat/flows.js";
import { deleteMessagesBefore } from "../../store/chat/outbox.js";
import { deleteReportedLocksBefore } from "../../store/locks.js";
import { deleteSettledNotRead } from "../../store/not-read.js";
import type { Phase } from "../../store/phase.js";
import { deleteQuotesBefore } from "../../store/quotes.js";
import { deleteChallengesBefore } from "../../store/sellers.js";
import { forgetIdleRecords } from "../../store/stake-acts.js";
import { forgetWithdrawalKeys } from "../../store/withdrawals.js";
import { type Engine, momentOf } from "../context.js";
import { LAPSED_QUOTE_KEPT_MS } from "../orders/quote-orders.js";

const KEPT_MS = 30 * DAY_MS;
/** Of settled transactions that could not be read: anybody can make them. */
const MOST_SETTLED = 1_000;

export async function forgetOld(engine: Engine): Promise<void> {
  const now = momentOf(engine).dueAt;
  await engine.database.commit(function* (): Phase<void> {
    yield* deleteQuotesBefore(now - LAPSED_QUOTE_KEPT_MS);
    yield* deleteChallengesBefore(now);
    yield* forgetCallKeys(now - engine.policy.idempotencyTtlMs);
    yield* forgetWithdrawalKeys(now - engine.policy.idempotencyTtlMs);
    yield* deleteReportedLocksBefore(engine.chainClock.head?.timestampMs ?? 0);
    yield* deleteMessagesBefore(now - KEPT_MS);
    yield* deleteFlowsOverBefore(now - KEPT_MS);
    yield* deleteCardsOfDecided(now - KEPT_MS);
    yield* deleteSettledNotRead(now - KEPT_MS, MOST_SETTLED);
    yield* forgetIdleRecords();
  });
}
