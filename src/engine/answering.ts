/** Decides what an update asks for, and answers it. */
import { finishUpdate } from "../store/chat/inbox.js";
import { enqueueAll, type OutboxMessage } from "../store/chat/outbox.js";
import type { Phase } from "../store/phase.js";
import type { Engine } from "./context.js";

/** What is said of a decision, as the answer to the update that has asked for it. */
export interface Answering<T> {
  readonly updateId: number;
  readonly told: (outcome: T) => readonly OutboxMessage[];
}

/** Decides something once for an update: that, the answer and that it was answered are one transaction. */
export async function answerWith<T>(
  engine: Engine,
  { updateId, told }: Answering<T>,
  decides: (at: number) => Phase<T>,
): Promise<void> {
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    if (!(yield* finishUpdate(updateId, at))) return;
    yield* enqueueAll(told(yield* decides(at)), at);
  });
}
