/** The card of a booked extension: until it becomes an order, and when its money went back. */

import type { BookingRow } from "../../store/bookings.js";
import { encodeTap } from "../kit/buttons.js";
import { cardOf } from "../kit/parts.js";
import { rentalOfEach } from "../kit/rental.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, join, type Part } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import type { Drawing } from "../transport/sender.js";
import { receiverLines } from "./price-lines.js";
import type { BookingView } from "./views.js";

export function bookingCard(view: BookingView, messages: Messages): Card {
  const { booking: words, buttons } = messages;
  const { bookingId, heldSun, dueAt, endsAt, reason, receivers, payer } = view;
  const held = messages.trx(heldSun);
  const isOpen = reason === undefined;
  const text = blocks(
    [
      isOpen ? words.open(messages.time(dueAt)) : bold(words.returned),
      words.terms(rentalOfEach(view), held, isOpen),
      isOpen ? words.old(messages.time(endsAt)) : words.reason(reason),
      payer && paidBy(payer, messages),
    ],
    receiverLines({ receivers }, messages),
  );
  const callback_data = encodeTap({ on: "booking", bookingId, at: undefined });
  return cardOf(text, isOpen ? [[{ text: buttons.cancel, callback_data, style: "danger" }]] : []);
}

/** Of a team: whose balance pays, and who asked. */
function paidBy(
  { team, person }: { readonly team: string; readonly person: string },
  messages: Messages,
): Part {
  return join([messages.team.paidFrom(team), messages.batch.by(person, false)], " · ");
}

export function drawBooking(
  booking: BookingRow,
  { team, person }: { readonly team: string | undefined; readonly person: string },
  messages: Messages,
): Drawing {
  const { id, resource, amount, duration, held_sun: heldSun, due_at: dueAt } = booking;
  const view = {
    ...{ bookingId: id, resource, amount, duration, heldSun, dueAt, endsAt: booking.ends_at },
    receivers: JSON.parse(booking.receivers) as string[],
    reason: booking.reason ?? undefined,
    payer: team === undefined ? undefined : { team, person },
  };
  const watching = booking.status === "open";
  return { card: bookingCard(view, messages), watching, urgency: "final" };
}
