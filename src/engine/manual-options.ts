/** The options of a Manual order as stored: the JSON that the customer sees again. */
import { present } from "../domain/assert.js";
import type { ManualOptions, OrderRequest } from "../domain/order-request.js";
import type { ManualTerms, OrderRow } from "../store/orders.js";

interface StoredOptions {
  readonly allow_partial: boolean;
  /** Only where parts are allowed. */
  readonly partial_min?: number;
  readonly bulk_order: boolean;
}

export function manualTermsOf(request: OrderRequest, deadlineAt: number): ManualTerms | undefined {
  if (request.type !== "Manual") return undefined;
  const { allowPartial, partialMin, bulkOrder } = request.options;
  const options: StoredOptions = {
    allow_partial: allowPartial,
    ...(allowPartial ? { partial_min: partialMin } : {}),
    bulk_order: bulkOrder,
  };
  return { options: JSON.stringify(options), deadlineAt, bulk: bulkOrder };
}

export function manualOptionsOf(order: Pick<OrderRow, "id" | "options" | "amount">): ManualOptions {
  const text = present(order.options, `order ${order.id} has no options`);
  const stored = JSON.parse(text) as StoredOptions;
  return {
    allowPartial: stored.allow_partial,
    partialMin: stored.partial_min ?? order.amount,
    bulkOrder: stored.bulk_order,
  };
}
