/** A button of the menu, on any card; and whom to ask for money. */
import type { Messages } from "../text/messages.js";
import type { Part } from "../transport/format.js";
import type { Button } from "../transport/message.js";
import { encodeTap, type MenuItem } from "./buttons.js";
import type { DeskContact } from "./views.js";

export function menuButton(item: MenuItem, messages: Messages): Button {
  return { text: messages.buttons[item], callback_data: encodeTap({ on: "menu", item }) };
}

/** Whom to ask for money; undefined where a button leads to the deposits. */
export function whomToAsk(
  { takesDeposits, operatorContact: contact }: DeskContact,
  customerId: string,
  { topUp }: Messages,
): Part | undefined {
  return takesDeposits ? undefined : topUp({ takesDeposits, contact, customerId });
}
