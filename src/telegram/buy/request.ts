/** What a draft asks of the desk: the order of a complete one, and what a Manual one would bid for. */

import { isAddress } from "../../domain/address.js";
import { assert, must } from "../../domain/assert.js";
import type { ManualOptions, OrderRequest } from "../../domain/order-request.js";
import { MIN_CHUNK, type Resource } from "../../domain/resource.js";
import type { Bid } from "../../engine/book/price-look.js";
import type { Fields } from "../intake/findings.js";
import { amountsOf, type Draft, type DraftData, isComplete, quoteOf } from "./draft.js";

type Options = Pick<DraftData, "allowPartial" | "partialMin" | "bulk" | "receivers"> & {
  readonly resource: Resource;
  /** The largest, where they differ. */
  readonly amount: number;
};

/** Parts are allowed unless the draft says otherwise; `bulk` is for several receivers. */
export function manualOptionsOf(of: Options): ManualOptions {
  const { allowPartial = true, partialMin = MIN_CHUNK[of.resource] } = of;
  return {
    allowPartial,
    partialMin: allowPartial ? partialMin : of.amount,
    bulkOrder: of.bulk && of.receivers.length > 1,
  };
}

/** What a complete draft is about, on its card. */
export function termsOf({ data }: Draft) {
  return {
    resource: must(data.resource, "a resource to confirm"),
    amounts: must(amountsOf(data), "amounts to confirm"),
    duration: must(data.duration, "a duration to confirm"),
    receivers: data.receivers,
    bandwidth: quoteOf(data)?.beside && data.bandwidth,
  };
}

/** The request of a complete draft. */
export function requestOf({ data }: Draft): OrderRequest {
  const { type, resource, duration, price: priceSun } = data;
  const amounts = amountsOf(data);
  assert(isComplete(data), "only a complete draft can be ordered");
  assert(type && resource && amounts && duration, "a complete draft has every field");
  const receivers = data.receivers.filter(isAddress);
  assert(receivers.length === data.receivers.length, "a draft keeps good receivers only");
  const common = { resource, receivers, amounts, duration, quoteId: undefined, ...lockOf(data) };
  if (type === "Fast") return { type, ...common };
  assert(priceSun !== undefined, "a complete Manual draft has a price");
  const options = manualOptionsOf({ ...data, resource, amount: Math.max(...amounts) });
  return { type, ...common, priceSun, options };
}

/** As a request has it. */
export function lockOf({ requireLock }: Fields): Pick<OrderRequest, "requireLock"> {
  return requireLock ? { requireLock } : {};
}

/** What a Manual draft would bid for, as soon as that is known; options that are not chosen yet are the usual ones. */
export function bidOf({ data, customerId }: Draft): Bid | undefined {
  const { resource, duration } = data;
  const amounts = amountsOf(data);
  if (data.type !== "Manual" || !resource || !amounts || !duration) return undefined;
  const receivers = data.receivers.filter(isAddress);
  const options = manualOptionsOf({ ...data, resource, amount: Math.max(...amounts) });
  const requireLock = data.requireLock || undefined;
  return { customerId, resource, amounts, duration, receivers, options, requireLock };
}
