/** The order as the API gives it: its resource, with words for why it rests. */
import type { OrderResource } from "../engine/orders/order-resource.js";
import { explainRest } from "./explain-rest.js";

export function showOrder({ resting, ...order }: OrderResource) {
  return resting ? { ...order, restReason: explainRest(resting) } : order;
}
