/** Plain messages. */
import type { Part } from "../../format.js";

/** A plain message, with nothing to fill in. */
export type NoteKey =
  | "anonymousAdmin"
  | "channel"
  | "linkedPost"
  | "editedAfterPayment"
  | "deadLetter"
  | "draftDropped"
  | "nothingToCancel"
  | "nothingToRepeat"
  | "privateOnly"
  | "groupHint";

export type NoteTexts = Record<NoteKey, Part>;
