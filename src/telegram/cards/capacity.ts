/** What to say and offer when the pool cannot deliver all of an order now. */
import { MIN_AMOUNT, type Resource } from "../../domain/resource.js";
import type { Part } from "../format.js";
import type { Messages } from "../text/messages.js";
import type { PriceView } from "./views.js";

/** Units for each receiver that can be delivered now, if fewer than wanted and enough for an order; else undefined. */
export function takeableUnits(
  availableUnits: number,
  receivers: number,
  wanted: { readonly resource: Resource; readonly amount: number | undefined },
): number | undefined {
  const each = Math.floor(availableUnits / Math.max(1, receivers));
  const isEnough = each >= MIN_AMOUNT[wanted.resource] && each < (wanted.amount ?? Infinity);
  return isEnough ? each : undefined;
}

type Priced = Pick<PriceView, "resource" | "receivers" | "amount" | "quote">;

/** The pool could not deliver it when it was quoted. The price is bound, so it may still be paid once there is more. */
export function isShort({ quote, amount, receivers }: Priced): boolean {
  const { capacityUnits } = quote;
  return capacityUnits !== undefined && capacityUnits < amount * Math.max(1, receivers.length);
}

export function shortLine(view: Priced, { confirm }: Messages): Part | undefined {
  const { resource, receivers, quote } = view;
  if (!isShort(view)) return undefined;
  return confirm.capacityShort(quote.capacityUnits ?? 0, resource, receivers.length);
}
