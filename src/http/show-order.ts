/** The order as the API gives it: its resource, with words for why it rests or waits. */
import type { OrderResource } from "../engine/orders/order-resource.js";
import { explainRest } from "./explain-rest.js";

export function showOrder({ resting, waitsFor, ...order }: OrderResource) {
  if (waitsFor) return { ...order, restReason: `a delegation waits to be signed: ${waitsFor}` };
  return resting ? { ...order, restReason: explainRest(resting) } : order;
}
