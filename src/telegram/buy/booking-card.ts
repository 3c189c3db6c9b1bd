/** The card of a booked extension: until it becomes an order, and when its money went back. */

import { encodeTap } from "../kit/buttons.js";
import { cardOf } from "../kit/parts.js";
import { rentalOfEach } from "../kit/rental.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import { receiverLines } from "./price-lines.js";
import type { BookingView } from "./views.js";

export function bookingCard(view: BookingView, messages: Messages): Card {
  const { booking: words, buttons } = messages;
  const { bookingId, heldSun, dueAt, endsAt, reason, receivers } = view;
  const held = messages.trx(heldSun);
  const isOpen = reason === undefined;
  const text = blocks(
    [
      isOpen ? words.open(messages.time(dueAt)) : bold(words.returned),
      words.terms(rentalOfEach(view), held, isOpen),
      isOpen ? words.old(messages.time(endsAt)) : words.reason(reason),
    ],
    receiverLines({ receivers }, messages),
  );
  const callback_data = encodeTap({ on: "booking", bookingId, at: undefined });
  return cardOf(text, isOpen ? [[{ text: buttons.cancel, callback_data, style: "danger" }]] : []);
}
