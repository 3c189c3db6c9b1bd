/** The menu of `/start`, and help: from the table of commands, in a group with what differs there. */

import { readBalance } from "../../engine/customers/customers.js";
import type { MenuItem } from "../kit/buttons.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { menuButton } from "../kit/menu.js";
import { cardOf, rowsOf } from "../kit/parts.js";
import type { DeskContact } from "../kit/views.js";
import type { CommandName, Messages } from "../text/messages.js";
import { answer } from "../transport/answer.js";
import { blocks, bold, type Part } from "../transport/format.js";
import type { Card } from "../transport/message.js";

/** `above` is said above it: what was not understood. */
export async function showMenu(
  deps: BotDeps,
  call: ShowCall,
  above?: (messages: Messages) => Part,
): Promise<void> {
  const { updateId, place, user } = call;
  const firstCreditSun = deps.settings.firstCredit.amountSun;
  const { availableSun, heldSun } = await readBalance(deps.engine, user.customer_id);
  // Shown until money moves for the first time: after that it would be wrong.
  const isUntouched = firstCreditSun > 0 && availableSun === firstCreditSun && heldSun === 0;
  const messages = await languageOf(deps, place.chatId);
  const { takesDeposits } = contactOf(deps);
  const giftSun = isUntouched ? firstCreditSun : undefined;
  const card = menuCard({ giftSun, above: above?.(messages), takesDeposits }, messages);
  await answer(deps, updateId, place, card);
}

interface MenuView {
  readonly takesDeposits: boolean;
  /** Credited to a newcomer for trying (the sandbox); undefined for anybody else. */
  readonly giftSun: number | undefined;
  /** What was not understood of the text that it answers. */
  readonly above?: Part | undefined;
}

export function menuCard(view: MenuView, messages: Messages): Card {
  const gift = view.giftSun === undefined ? undefined : messages.trx(view.giftSun);
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

export interface HelpLine {
  readonly name: CommandName;
  readonly inGroups: boolean;
}

export async function showHelp(
  deps: BotDeps,
  call: ShowCall,
  commands: readonly HelpLine[],
): Promise<void> {
  const { updateId, place } = call;
  const messages = await languageOf(deps, place.chatId);
  const shown = commands.filter(({ inGroups }) => inGroups || !place.isGroup);
  const view = {
    isGroup: place.isGroup,
    botUsername: deps.bot.username,
    commands: shown.map(({ name }) => ({ command: name, description: messages.command(name) })),
    desk: contactOf(deps),
  };
  await answer(deps, updateId, place, helpCard(view, messages), { replyTo: call.messageId });
}

interface HelpView {
  readonly isGroup: boolean;
  /** In groups with several bots a command needs the bot's name: "/buy@name". */
  readonly botUsername: string;
  readonly commands: readonly CommandLine[];
  readonly desk: DeskContact;
}

interface CommandLine {
  /** Without the slash. */
  readonly command: string;
  readonly description: string;
}

export function helpCard(view: HelpView, messages: Messages): Card {
  const { isGroup, commands, desk } = view;
  const { help, buttons } = messages;
  // Several bots may listen in a group.
  const name = (command: string) => `/${command}${isGroup ? `@${view.botUsername}` : ""}`;
  // What a group sets is less than what a person does.
  const said = (command: string, description: string) =>
    isGroup && command === "settings" ? messages.settings.groupTitle : description;
  // In private a line is an order without the command.
  const buy = isGroup ? `${name("buy")} ` : "";
  const text = blocks(
    [bold(help.title)],
    commands.map(({ command, description }) => `${name(command)} ${said(command, description)}`),
    [
      help.wallet(buy),
      help.oneLine(buy),
      help.ownAmounts(buy),
      help.locked(buy),
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
