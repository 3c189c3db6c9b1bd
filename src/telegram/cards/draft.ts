/** The card of a draft, in whatever step and status it is. */
import type { Card } from "../card.js";
import type { Messages } from "../text/messages.js";
import { cardOf } from "./buttons.js";
import { confirmCard } from "./confirm.js";
import type { DraftView } from "./views.js";
import { wizardCard } from "./wizard.js";

export function draftCard(view: DraftView, messages: Messages): Card {
  const { status, step } = view.draft;
  if (status !== "open") return closedCard(status, messages);
  return step === "confirm" ? confirmCard(view, messages) : wizardCard(view, messages);
}

/** The remains of a card that takes no more taps: a word, and no buttons. */
function closedCard(status: "paid" | "dropped" | "replaced", messages: Messages): Card {
  return cardOf(messages.closed[status]);
}
