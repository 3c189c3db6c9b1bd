/** Plain messages, why a file cannot be read, and questions that force a reply. */
import type { Card } from "../card.js";
import type { Part } from "../format.js";
import type { FileProblem } from "../intake/text-file.js";
import type { Messages } from "../text/messages.js";
import { cardOf } from "./buttons.js";
import type { DeskContact } from "./views.js";

type NoteKey = keyof Messages["notes"];

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

/** The text of a forced reply; its placeholder is no part of a card. */
export function promptCard(text: Part): Card {
  return cardOf(text);
}

export function fileProblemCard(problem: FileProblem, { files }: Messages): Card {
  return cardOf(files.problem[problem]);
}
