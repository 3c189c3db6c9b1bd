/** What can be paid on the card of a complete draft: its own sum, and that of the cheaper offers. */
import { assert } from "../../domain/assert.js";
import { type OrderRequest, requestHash } from "../../domain/order-request.js";
import { AT_ONCE } from "../../engine/book/price-look.js";
import { amountsOf, type Draft, type DraftQuote, isComplete } from "./draft.js";
import { lockOf, requestOf } from "./request.js";

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

/** The pool could not deliver it when it was quoted. */
export function isShort({ quote: { capacityUnits }, amounts }: Priced): boolean {
  const units = amounts.reduce((sum, one) => sum + one, 0);
  return capacityUnits !== undefined && capacityUnits < units;
}

/** The quote of a card whose price holds. */
function heldQuote(draft: Draft): DraftQuote | undefined {
  const { quote, lapsed, notice, changes } = draft.data;
  const isPriced = draft.status === "open" && draft.step === "confirm" && isComplete(draft.data);
  return isPriced && !lapsed && !notice && !changes ? quote : undefined;
}

/**
 * What a tap of Pay would pay for how much: another key is another sum to be read. Undefined while Pay is not offered: without a
 * price that holds, and where it would be refused for want of money or capacity.
 */
export function payableSum(draft: Draft): string | undefined {
  const quote = heldQuote(draft);
  if (!quote) return undefined;
  if (
    quote.availableSun < quote.totalSun ||
    isShort({ amounts: amountsOf(draft.data) ?? [], quote })
  )
    return undefined;
  return `${quote.totalSun} ${requestHash(requestOf(draft))}`;
}

/** The cheaper offers, where a tap takes them: the balance covers the most that they cost. */
export function takeableOffers(draft: Draft): DraftQuote["offers"] {
  const quote = heldQuote(draft);
  if (draft.data.offersRow !== "kept" || !quote?.offers) return undefined;
  return quote.availableSun < quote.offers.totalSun ? undefined : quote.offers;
}

/** The Manual order by which the offers are taken. */
export function offersRequestOf(draft: Draft, priceSun: number): OrderRequest {
  const { resource, receivers, amounts, duration } = requestOf(draft);
  const options = { ...AT_ONCE(resource), bulkOrder: receivers.length > 1 };
  return {
    type: "Manual",
    ...{ resource, receivers, amounts, duration, priceSun, options, quoteId: undefined },
    ...lockOf(draft.data),
  };
}

/** All that a tap can pay on the card, as a key: each sum counts as read since all of them have been shown. */
export function payableSums(draft: Draft): string | undefined {
  const offers = takeableOffers(draft);
  const pay = payableSum(draft);
  if (!offers) return pay;
  const request = offersRequestOf(draft, offers.priceSun);
  return `${pay ?? ""} takes ${offers.totalSun} ${requestHash(request)}`;
}

/** What is paid by one of the two buttons. */
export function paidBy(kind: "pay" | "takeOffers", draft: Draft) {
  const { quote } = draft.data;
  assert(quote, "only a draft with a price is paid");
  if (kind === "pay") {
    const request = besideOf(draft);
    const beside = request && quote.beside && { request, ...quote.beside };
    return { request: requestOf(draft), quoteId: quote.quoteId, atOnce: false, beside };
  }
  assert(quote.offers, "only offers that are on the card are taken");
  const { quoteId, priceSun } = quote.offers;
  return {
    ...{ request: offersRequestOf(draft, priceSun), quoteId, atOnce: true },
    beside: undefined,
  };
}
