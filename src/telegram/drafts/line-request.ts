/** The request of a line that says all but its receivers, which may be none. */

import type { Address } from "../../domain/address.js";
import type { OrderRequest } from "../../domain/order-request.js";
import { EMPTY_DATA, type Fields, manualOptionsOf } from "../state/draft.js";

/** Undefined for a line that leaves something open. */
export function requestFor(
  fields: Fields,
): ((receivers: readonly Address[]) => OrderRequest) | undefined {
  const { type, resource, amount, duration, price: priceSun } = fields;
  if (!type || !resource || amount === undefined || !duration) return undefined;
  const common = { resource, amount, duration, quoteId: undefined };
  if (type === "Fast") return (receivers) => ({ type, ...common, receivers });
  if (priceSun === undefined || fields.allowPartial === undefined) return undefined;
  return (receivers) => {
    const options = manualOptionsOf({
      ...EMPTY_DATA,
      ...fields,
      resource,
      amount,
      receivers: [...receivers],
    });
    return { type, ...common, receivers, priceSun, options };
  };
}
