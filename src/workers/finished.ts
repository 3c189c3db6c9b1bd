/** Tells which orders a step has made final: whoever waits for an order hears of it wherever it ends. */
import type { OrderId } from "../domain/ids.js";
import type { Engine } from "../engine/context.js";
import { finishing } from "../engine/finishing.js";
import type { LegRow } from "../engine/open-work.js";
import type { Phase } from "../store/phase.js";

/** Commits a step that concerns these orders. */
export async function commitAndTell<T>(
  engine: Engine,
  orderIds: readonly OrderId[],
  step: () => Phase<T>,
): Promise<T> {
  const { result, finished } = await engine.database.commit(() => finishing(orderIds, step));
  if (finished.length > 0) engine.signals.emit("finished", finished);
  return result;
}

export function orderIdsOf(legs: readonly LegRow[]): OrderId[] {
  return [...new Set(legs.map(({ order_id }) => order_id))];
}
