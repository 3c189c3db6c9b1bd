/** How much Energy a USDT transfer takes: on the card that rents it, and when there is nothing to rent. */
import type { Card } from "../card.js";
import { code, type Part } from "../format.js";
import type { Draft, Sizing } from "../state/draft.js";
import type { SizeFacts } from "../text/en.js";
import type { Messages } from "../text/messages.js";
import { cardOf } from "./buttons.js";

/** Shown while the card still rents the proposed amount for the same sender. */
export function sizingLine({ data }: Draft, { usdt }: Messages): Part | undefined {
  const { sizing, amount, receivers, resource } = data;
  if (!sizing || resource !== "energy" || amount !== sizing.rentUnits) return undefined;
  const isForSender = receivers.length === 1 && receivers[0] === sizing.from;
  return isForSender ? usdt.sized(factsOf(sizing)) : undefined;
}

export function enoughCard(sizing: Sizing, { usdt }: Messages): Card {
  return cardOf(usdt.enough(factsOf(sizing)));
}

export function notActivatedCard(from: string, { usdt }: Messages): Card {
  return cardOf(usdt.notActivated(code(from)));
}

function factsOf({ to, triedUnits, ...sizing }: Sizing): SizeFacts {
  return { ...sizing, triedUnits, to: code(to) };
}
