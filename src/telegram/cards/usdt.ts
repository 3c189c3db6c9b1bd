/** How much Energy a USDT transfer takes: on the card that rents it, and when there is nothing to rent. */
import type { Card } from "../card.js";
import { blocks, code, type Part } from "../format.js";
import type { Draft, Sizing, Verdict } from "../state/draft.js";
import type { SizeFacts } from "../text/en.js";
import type { Messages } from "../text/messages.js";
import { cardOf } from "./buttons.js";
import { LINE_LIMITS, verdictLines } from "./verdict-lines.js";

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

/** Two wallets are needed; bad ones among the given are named too. */
export function usdtUsageCard(wallets: readonly Verdict[], messages: Messages): Card {
  const refused = wallets.filter(({ bad }) => bad);
  const answer = { receivers: [], refused, beyondLimit: 0, problems: [] };
  return cardOf(
    blocks(
      [messages.usdt.usage],
      verdictLines(answer, LINE_LIMITS.at(-1) ?? LINE_LIMITS[0], messages),
    ),
  );
}

function factsOf({ to, triedUnits, ...sizing }: Sizing): SizeFacts {
  return { ...sizing, triedUnits, to: code(to) };
}
