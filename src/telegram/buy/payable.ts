/** What Pay orders on the card of a complete draft, and for how much: from the desk, or from the sellers who are cheaper. */
import { type OrderRequest, requestHash } from "../../domain/order-request.js";
import { atOnceRequest } from "../../engine/book/price-look.js";
import { amountsOf, type Draft, type DraftQuote } from "./draft.js";
import { requestOf } from "./request.js";
import type { OverlapView } from "./views.js";

/** The Bandwidth that is ordered with it, by an order of its own for each wallet. */
export function besideOf(draft: Draft): OrderRequest | undefined {
  const { type, resource, bandwidth } = draft.data;
  if (type !== "Fast" || resource !== "energy" || bandwidth === undefined) return undefined;
  const request = requestOf(draft);
  const amounts = request.amounts.map(() => bandwidth);
  return { ...request, type, resource: "bandwidth", amounts };
}

interface Priced {
  /** Units for each receiver. */
  readonly amounts: readonly number[];
  readonly quote: Pick<DraftQuote, "capacityUnits">;
}

/** The desk could not deliver it when it was quoted. */
export function isShort({ quote: { capacityUnits }, amounts }: Priced): boolean {
  const units = amounts.reduce((sum, one) => sum + one, 0);
  return capacityUnits !== undefined && capacityUnits < units;
}

/**
 * The price that a tap of Pay pays. Undefined while Pay is not offered: without a price, and where it would be refused for want of money
 * or capacity.
 */
export function payableQuote({ status, data }: Draft): DraftQuote | undefined {
  const { at } = data;
  if (status !== "open" || (at.is !== "priced" && at.is !== "confirming")) return undefined;
  const { quote } = at;
  const isPaid = quote.availableSun >= quote.totalSun;
  return isPaid && !isShort({ amounts: amountsOf(data) ?? [], quote }) ? quote : undefined;
}

/** The sum, the order and the account of a tap of Pay: another key is another sum to be read. */
export function payableSum(draft: Draft): string | undefined {
  const quote = payableQuote(draft);
  const { customerId } = draft;
  return quote && `${quote.totalSun} ${requestHash(paidRequest(draft, quote))} ${customerId}`;
}

/** What a trader has read beside the sum: from whom it comes, what of a Manual order is filled at once, and what they were warned of. */
export function besideSum(
  { sellers, manual, beside, bandwidth, burnSun = Infinity, totalSun }: DraftQuote,
  overlaps: readonly OverlapView[],
): string {
  const ofWhom = { sellers: sellers !== undefined, beside: beside !== undefined };
  const lacks = bandwidth !== undefined;
  return JSON.stringify({ ...ofWhom, manual, lacks, isBurnCheaper: burnSun < totalSun, overlaps });
}

/** What is ordered at the price of a quote. */
export function paidRequest(draft: Draft, { sellers, priceSun }: DraftQuote): OrderRequest {
  const request = requestOf(draft);
  return sellers ? atOnceRequest(request, priceSun) : request;
}
