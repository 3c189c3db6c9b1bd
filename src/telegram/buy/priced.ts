/** The price on the card of a whole order: it comes, is paid, becomes old, or cannot be had. */
import { assert } from "../../domain/assert.js";
import { totalCostSun } from "../../domain/price.js";
import type { Notice } from "../intake/findings.js";
import { changed, unchanged } from "../kit/reduction.js";
import { type DraftEvent, type DraftReduction, noticed, nowAt } from "./change.js";
import {
  bookedQuote,
  bookingOf,
  type Draft,
  type DraftQuote,
  isAtConfirm,
  lapsesAt,
  quoteOf,
  shortOf,
} from "./draft.js";
import { requestOf } from "./request.js";

/**
 * A price on the card can be paid until the card is greyed, also by a tap that waited: what it costs then is judged when the order is
 * created, and never more is taken than stood on the button.
 */
export function pay(draft: Draft): DraftReduction {
  const { at } = draft.data;
  if (at.is === "lapsed") {
    return unchanged(draft, { kind: "toast", toast: "quoteLapsed" }, { kind: "quote" });
  }
  const isConfirmed = at.is === "confirming" && !at.isBooking;
  if (at.is !== "priced" && !isConfirmed) return unchanged(draft);
  return unchanged(draft, { kind: "pay", maxTotalSun: at.quote.totalSun });
}

/** The price stays as it is: what is offered at it changes. */
export function starts(draft: Draft, startsNow: boolean): DraftReduction {
  if (draft.data.at.is !== "priced") return unchanged(draft);
  return changed(draft, { data: { ...draft.data, startsNow } });
}

export function book(draft: Draft): DraftReduction {
  const { at } = draft.data;
  const isConfirmed = at.is === "confirming" && at.isBooking === true;
  const isOffered = at.is === "priced" || isConfirmed;
  if (!isOffered || bookingOf(draft.data) !== "can") return unchanged(draft);
  return unchanged(draft, { kind: "book", maxTotalSun: bookedQuote(at.quote).totalSun });
}

/** It was not there, or is another: it is paid, or booked, with what was tapped. */
export function askedAnew(draft: Draft, quote: DraftQuote, isBooking = false): DraftReduction {
  const { at } = draft.data;
  if (at.is !== "priced" && at.is !== "confirming") return unchanged(draft);
  const sumOf = (one: DraftQuote) => (isBooking ? bookedQuote(one) : one).totalSun;
  const maxTotalSun = sumOf(quote);
  assert(maxTotalSun <= sumOf(at.quote), "nobody pays more than what was tapped");
  const kind = isBooking ? "book" : "pay";
  return nowAt(draft, { ...at, quote }, { kind, maxTotalSun, isAskedAnew: true });
}

export function lapsed(draft: Draft, quoteId: string): DraftReduction {
  const { at } = draft.data;
  const quote = quoteOf(draft.data);
  if (quote?.quoteId !== quoteId) return unchanged(draft);
  const behind = { is: "lapsed", quote } as const;
  return nowAt(draft, at.is === "choosing" ? { ...at, behind } : behind);
}

/** A price that has come to lie below the floor is asked for again; anything else is said on the card where it is. */
export function failed(draft: Draft, notice: Notice): DraftReduction {
  if (!isAtConfirm(draft)) return unchanged(draft);
  if (notice.code === "PRICE_BELOW_FLOOR" && draft.data.type === "Manual") {
    return noticed(draft, draft.data, "price", notice);
  }
  return nowAt(draft, { is: "failed", notice });
}

/**
 * The price is a change of the card like any other: buttons with an older price have an older
 * version.
 */
export function quoted(
  draft: Draft,
  { quote, why, instead }: Extract<DraftEvent, { readonly kind: "quoted" }>,
  now: number,
): DraftReduction {
  if (!isAtConfirm(draft)) return unchanged(draft);
  const { amounts, duration } = requestOf(draft);
  assert(
    quote.totalSun ===
      totalCostSun(amounts, quote.priceSun, duration) + (quote.beside?.totalSun ?? 0),
    `a quote of ${quote.totalSun} SUN is not the cost at ${quote.priceSun} SUN`,
  );
  const is = now < lapsesAt(quote) ? "priced" : "lapsed";
  const { state: priced } = nowAt(draft, { is, quote });
  const missingSun = quote.totalSun - quote.availableSun;
  if (why === "check" && missingSun > 0) {
    // A group learns no balance, and it may be a team's.
    const toast = draft.isGroup
      ? ({ toast: "stillMissingInGroup" } as const)
      : ({ toast: "stillMissing", sumsSun: [missingSun] } as const);
    return { state: priced, effects: [{ kind: "toast", ...toast }] };
  }
  if (!instead) return { state: priced, effects: [] };
  const [before, current] = instead;
  const sumsSun = before === current ? [] : instead;
  const toast = { kind: "toast", toast: "quoteLapsed", sumsSun, alert: true } as const;
  return { state: priced, effects: [toast] };
}

/** The balance covers it now: the card comes back with its price, or why there is none; one that is still short is only drawn anew. */
export function covered(
  draft: Draft,
  became: Extract<DraftEvent, { readonly kind: "quoted" | "failed" }>,
  now: number,
): DraftReduction {
  const reduction =
    became.kind === "quoted" ? quoted(draft, became, now) : failed(draft, became.notice);
  const { state } = reduction;
  if (shortOf(state.data)) return reduction;
  return { state, effects: [...reduction.effects, { kind: "below" }] };
}

/** One so large that Pay, or what books, asks once more. */
export function large(draft: Draft, isBooking = false): DraftReduction {
  const quote = quoteOf(draft.data);
  if (!quote) return unchanged(draft);
  return nowAt(draft, { is: "confirming", quote, ...(isBooking && { isBooking }) });
}

export function requote(draft: Draft): DraftReduction {
  if (!isAtConfirm(draft)) return unchanged(draft);
  return unchanged(draft, { kind: shortOf(draft.data) ? "check" : "quote" });
}
