/** Plain messages, questions that force a reply, and the words of an answer to a tap. */
import type { Resource } from "../../domain/resource.js";
import type { Card } from "../card.js";
import type { Messages, NoteKey } from "../text/messages.js";
import type { ToastKey } from "../wizard/events.js";
import { cardOf } from "./buttons.js";
import type { DeskContact } from "./views.js";

/** These are said in groups and mean: in private it works. */
const LEADS_TO_PRIVATE: readonly NoteKey[] = [
  "anonymousAdmin",
  "channel",
  "linkedPost",
  "privateOnly",
];

export function noteCard(key: NoteKey, desk: DeskContact, messages: Messages): Card {
  const open = { text: messages.buttons.privateChat, url: desk.privateChatUrl };
  return cardOf(messages.notes[key], LEADS_TO_PRIVATE.includes(key) ? [[open]] : []);
}

export interface ReplyPrompt {
  readonly card: Card;
  /** For `force_reply`: what stands in the empty input field. */
  readonly placeholder: string;
}

export function replyPrompt(
  field: "receivers" | "amount",
  resource: Resource,
  messages: Messages,
): ReplyPrompt {
  const { text, placeholder } = messages.prompts[field];
  return { card: cardOf(text(resource)), placeholder };
}

export function toastText(key: ToastKey, messages: Messages): string {
  return messages.toasts[key];
}
