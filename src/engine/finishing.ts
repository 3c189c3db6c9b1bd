/** Tells which orders a step has made final: whoever waits for an order hears of it wherever it ends. */
import type { OrderId } from "../domain/ids.js";
import { findOrder } from "../store/orders.js";
import type { Phase } from "../store/phase.js";
import type { Engine } from "./context.js";

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

export function orderIdsOf(legs: readonly { readonly orderId: OrderId }[]): OrderId[] {
  return [...new Set(legs.map(({ orderId }) => orderId))];
}

function* finishing<T>(
  orderIds: readonly OrderId[],
  step: () => Phase<T>,
): Phase<{ result: T; finished: OrderId[] }> {
  const before = yield* openOrders(orderIds);
  const result = yield* step();
  const after = new Set(yield* openOrders(before));
  return { result, finished: before.filter((id) => !after.has(id)) };
}

function* openOrders(orderIds: readonly OrderId[]): Phase<OrderId[]> {
  const open: OrderId[] = [];
  for (const id of orderIds) {
    const order = yield* findOrder(id);
    if (order?.status === "processing") open.push(id);
  }
  return open;
}
