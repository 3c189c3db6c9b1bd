/** What an order asked for, to ask for it again: of a Manual one its price and options too. */
import { present } from "../../domain/assert.js";
import type { Order } from "../../domain/order.js";
import type { Fields } from "../state/draft.js";

export function fieldsOfOrder(order: Order): Fields {
  const { id, type, resource, amount, duration, priceSun: price } = order;
  if (type === "Fast") return { type, resource, amount, duration };
  const options = present(order.options, `the options of order ${id}`);
  const { allowPartial, bulkOrder: bulk } = options;
  const partialMin = allowPartial ? options.partialMin : undefined;
  return { type, resource, amount, duration, price, allowPartial, partialMin, bulk };
}
