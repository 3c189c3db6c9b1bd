/** What went wrong last, as a sentence, and the buttons that lead on from it. */
import type { Card } from "../card.js";
import { join, type Part, plain } from "../format.js";
import type { Messages } from "../text/messages.js";
import { cardOf, type DraftButton, type Row } from "./buttons.js";
import { draftNoticeFacts, failureFacts, noticeCode } from "./notice-facts.js";
import { shorten } from "./shorten.js";
import type { DraftView, FailureView } from "./views.js";

const LONGEST_TOAST = 200;

/** The sentence of the draft's notice. */
export function noticeText(view: DraftView, messages: Messages): Part | undefined {
  const { notice } = view.draft.data;
  if (!notice) return undefined;
  const write = messages.notices[noticeCode(notice, messages)];
  return warning(write(draftNoticeFacts(view, notice, messages)));
}

/** The ways on that a notice offers; none when the card's own are enough. */
export function noticeRows(view: DraftView, messages: Messages, button: DraftButton): Row[] {
  const { notice } = view.draft.data;
  if (!notice) return [];
  const words = messages.buttons;
  const again = button(words.tryAgain, { kind: "requote" });
  switch (noticeCode(notice, messages)) {
    case "NO_CAPACITY": {
      const { takeUnits: amount } = draftNoticeFacts(view, notice, messages);
      if (amount === undefined) return [[again]];
      return [[button(words.take(amount), { kind: "take", amount }, "primary"), again]];
    }
    case "INSUFFICIENT_BALANCE":
      return view.draft.isGroup
        ? [[{ text: words.privateChat, url: view.desk.privateChatUrl }], [again]]
        : [[again]];
    case "CHAIN_UNAVAILABLE":
    case "BUSY":
    case "DESK_HALTED":
    case "SHUTTING_DOWN":
    case "RATE_LIMITED":
    case "INTERNAL":
      return [[button(words.retry, { kind: "requote" }, "primary")]];
    default:
      return [];
  }
}

/** An error as a message of its own, where there is no card to say it on. */
export function failureCard(view: FailureView, messages: Messages): Card {
  const code = noticeCode(view, messages);
  const text = warning(messages.notices[code](failureFacts(view)));
  const isPrivate = code === "INSUFFICIENT_BALANCE" && view.isGroup;
  const open = { text: messages.buttons.privateChat, url: view.desk.privateChatUrl };
  return cardOf(text, isPrivate ? [[open]] : []);
}

/** An error as the answer to a tap, which holds 200 characters. */
export function failureToast(view: FailureView, messages: Messages): string {
  const { text } = plain(messages.notices[noticeCode(view, messages)](failureFacts(view)));
  return shorten(text, LONGEST_TOAST);
}

function warning(text: Part): Part {
  return join(["⚠️ ", text], "");
}
