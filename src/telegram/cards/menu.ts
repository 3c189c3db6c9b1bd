/** The menu of /start: three lines and the ways on. */
import { formatTrx } from "../../domain/money.js";
import { encodeTap, type MenuItem } from "../buttons.js";
import type { Button, Card } from "../card.js";
import type { Messages } from "../text/messages.js";
import { cardOf } from "./buttons.js";
import type { MenuView } from "./views.js";

export function menuCard(view: MenuView, messages: Messages): Card {
  const gift = view.giftSun === undefined ? undefined : formatTrx(view.giftSun);
  return cardOf(messages.menu(gift), [
    [menuButton("buyEnergy", messages), menuButton("buyBandwidth", messages)],
    (["orders", "balance", "help"] as const).map((item) => menuButton(item, messages)),
  ]);
}

export function menuButton(item: MenuItem, messages: Messages): Button {
  return { text: messages.buttons[item], callback_data: encodeTap({ on: "menu", item }) };
}
