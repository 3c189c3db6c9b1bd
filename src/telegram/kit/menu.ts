/** The menu of /start, the balance, and help: from the table of commands, in a group with what differs there. */
import { formatTrx } from "../../domain/money.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, join, type Part } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";
import { encodeTap, type MenuItem } from "./buttons.js";
import { cardOf, rowsOf } from "./parts.js";
import type { BalanceView, CreditView, DeskContact, HelpView, MenuView } from "./views.js";

export function menuCard(view: MenuView, messages: Messages): Card {
  const gift = view.giftSun === undefined ? undefined : formatTrx(view.giftSun);
  const rest: MenuItem[] = ["orders", "balance", "help"];
  if (view.takesDeposits) rest.splice(2, 0, "deposit");
  return cardOf(blocks([view.above], [messages.menu(gift)]), [
    [menuButton("buyEnergy", messages), menuButton("buyBandwidth", messages)],
    ...rowsOf(
      rest.map((item) => menuButton(item, messages)),
      view.takesDeposits ? 2 : 3,
    ),
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
      help.locked(name("buy")),
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
  const held = (amountSun: number) => (amountSun > 0 ? formatTrx(amountSun) : undefined);
  const forOrders = held(view.heldSun - view.heldForWithdrawalsSun);
  const { withdrawableSun = view.availableSun } = view;
  const isLess = withdrawableSun < view.availableSun;
  const withdrawing = view.withdrawableSun === undefined ? [] : [menuButton("withdraw", messages)];
  return cardOf(
    join([
      messages.balance(formatTrx(view.availableSun), forOrders, held(view.heldForWithdrawalsSun)),
      isLess ? messages.withdraw.withdrawable(formatTrx(withdrawableSun)) : undefined,
      isLess ? messages.withdraw.gifts : undefined,
      whomToAsk(view.desk, view.customerId, messages),
    ]),
    [
      view.desk.takesDeposits ? [menuButton("deposit", messages)] : [],
      [menuButton("buyEnergy", messages), menuButton("orders", messages)],
      withdrawing,
    ],
  );
}

/** Whom to ask for money; undefined where a button leads to the deposits. */
export function whomToAsk(
  { takesDeposits, operatorContact: contact }: DeskContact,
  customerId: string,
  { topUp }: Messages,
): Part | undefined {
  return takesDeposits ? undefined : topUp({ takesDeposits, contact, customerId });
}

export function creditedCard(view: CreditView, messages: Messages): Card {
  return cardOf(messages.credited(formatTrx(view.amountSun), formatTrx(view.availableSun)));
}
