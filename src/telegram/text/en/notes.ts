/** Plain messages. */
import type { NoteTexts } from "../messages/notes.js";
import { DROPPED } from "./words.js";

const AS_YOURSELF = "Write as yourself (Remain anonymous off), or order in private.";

export const notes: NoteTexts = {
  anonymousAdmin: `You are an anonymous admin, so I cannot know who pays.\n${AS_YOURSELF}`,
  channel: `A channel has no balance and cannot order.\n${AS_YOURSELF}`,
  linkedPost: `A post from a linked channel has nobody who pays.\n${AS_YOURSELF}`,
  editedAfterPayment: "This order is paid already: editing the message changes nothing.",
  deadLetter: "Sorry, something went wrong, nothing was charged; see /orders.",
  draftDropped: DROPPED,
  nothingToCancel: "No open card. An order is cancelled on its own card: see /orders.",
  nothingToRepeat: "You have no order to repeat yet. Start with /buy.",
  privateOnly: "That is shown in private only.",
  groupHint:
    "In a group: /buy, /quote, /again, /order, /settings, /usdt, /cancel and /help. All else in private.",
};
