/** The card of an extension: it starts when the old rental ends, or, where that is near or its owner says so, now. */
import { BOOKING_LEAD_MS } from "../../domain/booking.js";
import { durationMs } from "../../domain/duration.js";
import { requestHash } from "../../domain/order-request.js";
import type { DraftButton, Row } from "../kit/parts.js";
import type { Messages } from "../text/messages.js";
import type { Part } from "../transport/format.js";
import {
  type At,
  bookedQuote,
  bookingOf,
  type Draft,
  type DraftQuote,
  oldEndOf,
  quoteOf,
} from "./draft.js";
import { endTime } from "./price-lines.js";
import { requestOf } from "./request.js";
import type { DraftView } from "./views.js";

/** The same at the price of its booking, which is the desk's own; undefined where it is not to wait. */
export function startingLater(view: DraftView): DraftView | undefined {
  const { draft } = view;
  const { at, startsNow } = draft.data;
  const drawnAt = (shown: At): DraftView => ({
    ...view,
    draft: { ...draft, data: { ...draft.data, at: shown } },
  });
  if (at.is === "confirming") {
    return at.isBooking ? drawnAt({ ...at, quote: bookedQuote(at.quote) }) : undefined;
  }
  const quote = startsNow ? undefined : bookablePrice(view);
  return quote && drawnAt({ is: "priced", quote });
}

/** Of one that the balance covers. */
function bookablePrice(view: DraftView): DraftQuote | undefined {
  const { data } = view.draft;
  if (!view.isWorthBooking || view.booked || bookingOf(data) !== "can" || data.at.is !== "priced")
    return undefined;
  const quote = bookedQuote(data.at.quote);
  return quote.availableSun < quote.totalSun ? undefined : quote;
}

/** What keeps an extension that is worth booking from being booked; undefined where nothing does. */
export function notBooked({ draft: { data }, isWorthBooking, booked }: DraftView) {
  const booking = bookingOf(data);
  if (!isWorthBooking || data.at.is !== "priced") return undefined;
  if (booking !== "can") return booking;
  return booked && "already";
}

export function notBookedLine(view: DraftView, messages: Messages): Part | undefined {
  const { booking, time, trx } = messages;
  const why = notBooked(view);
  if (why !== "already") return why && booking.not(why);
  return view.booked && booking.already(time(view.booked.dueAt), trx(view.booked.heldSun));
}

/** What a tap of the booking's button holds, as the sum that was read. */
export function bookedSum(draft: Draft): string | undefined {
  const quote = quoteOf(draft.data);
  if (!quote) return undefined;
  const { totalSun } = bookedQuote(quote);
  return `${totalSun} ${requestHash(requestOf(draft))} ${draft.customerId} later`;
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
