/** What an order asked for, to ask for it again: of a Manual one its price and options too. */

import { z } from "zod";
import type { OrderResource } from "../../engine/orders/order-resource.js";
import type { Fields } from "../state/draft.js";

export function fieldsOfOrder(order: OrderResource): Fields {
  const { type, resourceType, resourceAmount: amount, duration, price } = order;
  const resource = resourceType === "bandwidth" ? "bandwidth" : "energy";
  if (type !== "Manual") return { type: "Fast", resource, amount, duration };
  const {
    allow_partial: allowPartial,
    partial_min: partialMin,
    bulk_order: bulk,
  } = storedOptions.parse(order.options);
  return { type, resource, amount, duration, price, allowPartial, partialMin, bulk };
}

const storedOptions = z.object({
  allow_partial: z.boolean(),
  partial_min: z.int().optional(),
  bulk_order: z.boolean(),
});
