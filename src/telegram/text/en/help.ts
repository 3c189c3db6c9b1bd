/** The help. */
import { code, rich } from "../../format.js";
import type { HelpTexts } from "../messages/help.js";

export const help: HelpTexts = {
  title: "How it works",
  oneLine: (buy) => rich`In one line: ${code(`${buy} 65k energy 1h T…`)}`,
  paying: "You pay only by the button that shows the price.",
  group: "A card belongs to who opened it. Balance and orders: in private.",
  contact: (contact) => `Questions: ${contact}`,
};
