/** Runs a step and finds out which orders it made final, in the same transaction. */
import type { OrderId } from "../domain/ids.js";
import { findOrder } from "../store/orders.js";
import type { Phase } from "../store/phase.js";

export function* finishing<T>(
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
