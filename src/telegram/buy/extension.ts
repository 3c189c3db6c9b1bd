/** The card of an extension: it starts when the old rental ends, or, where that is near or its owner says so, now. */
import { BOOKING_LEAD_MS } from "../../domain/booking.js";
import { durationMs } from "../../domain/duration.js";
import { requestHash } from "../../domain/order-request.js";
import { amountOfEach } from "../../domain/price.js";
import type { DraftButton, Row } from "../kit/parts.js";
import type { Messages } from "../text/messages.js";
import type { Part } from "../transport/format.js";
import type { Button } from "../transport/message.js";
import { amountsOf, type Draft, type DraftQuote, deskSunOf, oldEndOf, quoteOf } from "./draft.js";
import { isShort } from "./payable.js";
import { endTime } from "./price-lines.js";
import { requestOf } from "./request.js";
import type { DraftView } from "./views.js";

/** The same at the price of its booking, which is the desk's own; undefined where it is not to wait. */
export function startingLater(view: DraftView): DraftView | undefined {
  const { draft } = view;
  const quote = bookablePrice(view);
  if (!quote || draft.data.startsNow) return undefined;
  return { ...view, draft: { ...draft, data: { ...draft.data, at: { is: "priced", quote } } } };
}

/** Of a Fast order with one amount for all its wallets, which is what a booking keeps; the balance covers it. */
function bookablePrice({ draft, isWorthBooking }: DraftView): DraftQuote | undefined {
  const { data } = draft;
  const amounts = amountsOf(data) ?? [];
  const isKept = amountOfEach(amounts) !== undefined && data.bandwidth === undefined;
  const isExtension = isWorthBooking && data.type === "Fast" && oldEndOf(data) !== undefined;
  if (!isKept || !isExtension || data.at.is !== "priced") return undefined;
  const { sellers: _, ...quote } = data.at.quote;
  const totalSun = deskSunOf(data.at.quote);
  if (quote.availableSun < totalSun || isShort({ amounts, quote })) return undefined;
  // Both are for the same units and days.
  return { ...quote, priceSun: totalSun / (quote.totalSun / quote.priceSun), totalSun };
}

/** What a tap of the booking's button holds, as the sum that was read. */
export function bookedSum(draft: Draft): string | undefined {
  const quote = quoteOf(draft.data);
  return quote && `${deskSunOf(quote)} ${requestHash(requestOf(draft))} later`;
}

/** In the place of Pay. */
export function bookButton(later: DraftView, messages: Messages, button: DraftButton): Button {
  const total = messages.trx(quoteOf(later.draft.data)?.totalSun ?? 0);
  return button(messages.booking.book(total), { kind: "book" }, "success");
}

/** To the other start, at its price; nothing where there is one only. */
export function otherStartRow(view: DraftView, messages: Messages, button: DraftButton): Row[] {
  const [now, later] = [quoteOf(view.draft.data), bookablePrice(view)];
  if (!now || !later) return [];
  const { booking, trx } = messages;
  const { startsNow } = view.draft.data;
  const label = startsNow ? booking.later(trx(later.totalSun)) : booking.now(trx(now.totalSun));
  return [[button(label, { kind: "starts", when: startsNow ? "atEnd" : "now" })]];
}

/** From when to when it runs beside the rental that it extends; of one that waits, `later`. */
export function extensionLine(
  { draft: { data }, endsAt }: DraftView,
  isLater: boolean,
  messages: Messages,
): Part | undefined {
  const oldEndsAt = oldEndOf(data);
  const { type, duration } = data;
  if (type !== "Fast" || oldEndsAt === undefined || endsAt === undefined || !duration) return;
  const at = (unixMs: number) => endTime(unixMs, duration, messages);
  if (isLater) {
    const from = oldEndsAt - BOOKING_LEAD_MS;
    return messages.booking.starts(at(from), at(from + durationMs(duration)));
  }
  const from = endsAt - durationMs(duration);
  const minutes = Math.max(0, Math.round((oldEndsAt - from) / 60_000));
  return messages.confirm.extension(at(from), at(endsAt), minutes);
}
