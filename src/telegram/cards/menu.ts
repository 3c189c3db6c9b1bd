/** The menu of /start, the balance, and help: from the table of commands, in a group with what differs there. */
import { formatTrx } from "../../domain/money.js";
import { encodeTap, type MenuItem } from "../buttons.js";
import type { Button, Card } from "../card.js";
import { blocks, bold, join } from "../format.js";
import type { Messages } from "../text/messages.js";
import { cardOf } from "./buttons.js";
import type { BalanceView, CreditView, HelpView, MenuView } from "./views.js";

export function menuCard(view: MenuView, messages: Messages): Card {
  const gift = view.giftSun === undefined ? undefined : formatTrx(view.giftSun);
  return cardOf(blocks([view.above], [messages.menu(gift)]), [
    [menuButton("buyEnergy", messages), menuButton("buyBandwidth", messages)],
    (["orders", "balance", "help"] as const).map((item) => menuButton(item, messages)),
  ]);
}

export function menuButton(item: MenuItem, messages: Messages): Button {
  return { text: messages.buttons[item], callback_data: encodeTap({ on: "menu", item }) };
}

export function helpCard(view: HelpView, messages: Messages): Card {
  const { isGroup, commands, desk } = view;
  const { help, buttons } = messages;
  // Several bots may listen in a group.
  const name = (command: string) => `/${command}${isGroup ? `@${view.botUsername}` : ""}`;
  // What a group sets is only what is told there.
  const said = (command: string, description: string) =>
    isGroup && command === "settings" ? messages.settings.groupTitle : description;
  const text = blocks(
    [bold(help.title)],
    commands.map(({ command, description }) => `${name(command)} ${said(command, description)}`),
    [
      help.oneLine(name("buy")),
      help.ownAmounts(name("buy")),
      help.paying,
      isGroup ? help.group : undefined,
      desk.operatorContact ? help.contact(desk.operatorContact) : undefined,
    ],
  );
  return cardOf(text, [
    isGroup
      ? [{ text: buttons.privateChat, url: desk.privateChatUrl }]
      : [menuButton("buyEnergy", messages), menuButton("buyBandwidth", messages)],
  ]);
}

export function balanceCard(view: BalanceView, messages: Messages): Card {
  const held = view.heldSun > 0 ? formatTrx(view.heldSun) : undefined;
  const { withdrawableSun = view.availableSun } = view;
  const isLess = withdrawableSun < view.availableSun;
  const withdrawing = view.withdrawableSun === undefined ? [] : [menuButton("withdraw", messages)];
  return cardOf(
    join([
      messages.balance(formatTrx(view.availableSun), held),
      isLess ? messages.withdraw.withdrawable(formatTrx(withdrawableSun)) : undefined,
      messages.topUp(view.desk.operatorContact, view.customerId),
    ]),
    [[menuButton("buyEnergy", messages), menuButton("orders", messages)], withdrawing],
  );
}

export function creditedCard(view: CreditView, messages: Messages): Card {
  return cardOf(messages.credited(formatTrx(view.amountSun), formatTrx(view.availableSun)));
}
