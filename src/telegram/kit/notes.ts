/** Plain messages, why a file cannot be read, and questions that force a reply. */
import type { FileProblem } from "../intake/text-file.js";
import type { Messages } from "../text/messages.js";
import { type Part, shorten } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import { cardOf } from "./parts.js";
import type { DeskContact } from "./views.js";

type NoteKey = keyof Messages["notes"];

/** In a group these mean: it works in private. */
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

/** `meant` is one like it; `known` are those that may be used here. All are without their slash. */
export function unknownCommandCard(
  typed: string,
  meant: string | undefined,
  known: readonly string[],
  { unknownCommand }: Messages,
): Card {
  return cardOf(unknownCommand(shorten(typed, LONGEST_COMMAND), meant, known));
}

const LONGEST_COMMAND = 32;

/** The text of a forced reply; its placeholder is not part of a card. */
export function promptCard(text: Part): Card {
  return cardOf(text);
}

export function fileProblemCard(problem: FileProblem, { files }: Messages): Card {
  return cardOf(files.problem[problem]);
}
