/** The answers to a tap. */
import type { ToastTexts } from "../messages/toasts.js";

export const toasts: ToastTexts = {
  notYours: "This card belongs to somebody else. Open your own with /buy.",
  stale: "The card has changed meanwhile. Here it is as it is now.",
  alreadyPaid: "Already paid: nothing is charged twice.",
  alreadyDropped: "This card is closed. Open a new one with /buy.",
  quoteLapsed: "That price has lapsed, nothing was charged. Here is the new one.",
  refreshed: "Refreshed.",
  nothingToGoBackTo: "This is the first question.",
};
