/** Help, from the table of commands; in a group with what differs there. */
import type { Card } from "../card.js";
import { blocks, bold } from "../format.js";
import type { Messages } from "../text/messages.js";
import { cardOf } from "./buttons.js";
import { menuButton } from "./menu.js";
import type { HelpView } from "./views.js";

export function helpCard(view: HelpView, messages: Messages): Card {
  const { isGroup, commands, desk } = view;
  const { help, buttons } = messages;
  // Several bots may listen in a group.
  const name = (command: string) => `/${command}${isGroup ? `@${view.botUsername}` : ""}`;
  const text = blocks(
    [bold(help.title)],
    commands.map(({ command, description }) => `${name(command)} ${description}`),
    [
      help.oneLine(name("buy")),
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
