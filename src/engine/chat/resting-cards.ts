/** Cards of orders that rest, which may take long: a few are looked at each time, and each is drawn when its order ends. */
import type { OrderId } from "../../domain/ids.js";
import { lookAtBatchCards, restingBatches } from "../../store/chat/cards.js";
import { findOrder } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";

/** Batches whose cards are looked at in one go. */
const RESTING_AT_ONCE = 50;

/**
 * Has some of the cards drawn whose orders rest, for why they do changes without anybody telling. Returns where the next look
 * goes on: after the last of them from the beginning.
 */
export async function lookAtRestingCards(engine: Engine, after: string): Promise<string> {
  const batches = await engine.database.read(() => restingBatches(after, RESTING_AT_ONCE));
  if (batches.length > 0) {
    await engine.database.commit(function* (): Phase<void> {
      for (const { batch_id } of batches) yield* lookAtBatchCards(batch_id);
    });
  }
  return batches.length === RESTING_AT_ONCE ? (batches.at(-1)?.batch_id ?? "") : "";
}

/** Has the cards of these orders drawn. */
export async function redrawOrders(engine: Engine, orderIds: readonly OrderId[]): Promise<void> {
  await engine.database.commit(function* (): Phase<void> {
    const batches = new Set<string>();
    for (const id of orderIds) {
      const order = yield* findOrder(id);
      if (order) batches.add(order.batch_id);
    }
    for (const batchId of batches) yield* lookAtBatchCards(batchId);
  });
}
