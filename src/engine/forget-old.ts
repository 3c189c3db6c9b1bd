/** Deletes lapsed quotes, a day after they ended, and stored answers past their time. */
import { deleteStoredAnswersBefore } from "../store/idempotency.js";
import type { Phase } from "../store/phase.js";
import { deleteQuotesBefore } from "../store/quotes.js";
import type { Engine } from "./context.js";

/** A quote is kept for a while after its end, so that using it late is told from using a wrong one. */
const QUOTE_KEPT_MS = 86_400_000;

export async function forgetOld(engine: Engine): Promise<void> {
  const now = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    yield* deleteQuotesBefore(now - QUOTE_KEPT_MS);
    yield* deleteStoredAnswersBefore(now - engine.policy.idempotencyTtlMs);
  });
}
