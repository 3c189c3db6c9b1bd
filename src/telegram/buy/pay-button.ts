/** The one button that spends money, holds it, or asks somebody else of the team for it. */
import type { DraftButton } from "../kit/parts.js";
import type { Messages } from "../text/messages.js";
import type { Button } from "../transport/message.js";
import { quoteOf } from "./draft.js";
import { notBooked } from "./extension.js";
import { asksOf } from "./outlook-lines.js";
import type { DraftView } from "./views.js";

/** `later` is the card of what is booked; `isAgain`: it was asked once more. */
export function payButton(
  view: DraftView,
  later: DraftView | undefined,
  isAgain: boolean,
  { booking, buttons, teamAsk, trx }: Messages,
  button: DraftButton,
): Button {
  const total = trx(quoteOf((later ?? view).draft.data)?.totalSun ?? 0);
  const kind = later ? "book" : "pay";
  if (asksOf(view)) return button(teamAsk.button(total), { kind }, "primary");
  if (later) {
    const label = isAgain ? booking.bookAgain(total) : booking.book(total);
    return button(label, { kind }, "success");
  }
  // What pays time twice, and cannot be booked instead, is not what is to be tapped.
  const style = notBooked(view) ? undefined : "success";
  return button(isAgain ? buttons.payAgain(total) : buttons.pay(total), { kind }, style);
}
