/** How much Energy a USDT transfer takes: on the card that rents it, and when there is nothing to rent. */

import { toRent, USDT_NEW_ENERGY } from "../../domain/usdt.js";
import { cardOf, namedWallet } from "../kit/parts.js";
import type { Sizing } from "../kit/sizing.js";
import type { WalletNames } from "../kit/views.js";
import type { Messages } from "../text/messages.js";
import type { SizeFacts } from "../text/usdt.js";
import { code, join, type Part } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import { type Draft, isSized, quoteOf } from "./draft.js";
import type { DraftView } from "./views.js";

/** Shown while the card still rents the proposed amount for the same sender. */
export function sizingLine(
  { draft: { data }, names }: DraftView,
  { usdt }: Messages,
): Part | undefined {
  const { sizing } = data;
  return sizing && isSized(data) ? usdt.sized(factsOf(sizing, names)) : undefined;
}

/** What a transfer burns for Bandwidth, and what it would cost to burn nothing. */
export function bandwidthLine({ data }: Draft, { usdt, trx }: Messages): string | undefined {
  const { bandwidth } = data;
  const quote = quoteOf(data);
  if (!quote || !isSized(data)) return undefined;
  const { beside, bandwidth: lacked } = quote;
  if (beside) return usdt.burnsNothing;
  if (bandwidth !== undefined) return usdt.noBandwidth;
  if (!lacked) return undefined;
  const { units, totalSun, burnSun } = lacked;
  return usdt.lacksBandwidth(trx(burnSun ?? 0), units, trx(totalSun));
}

/** Asks for the two wallets, or for the one that is not known yet. */
export function sizingQuestion(
  { draft: { data, isGroup }, names }: DraftView,
  { usdt }: Messages,
): Part {
  const { from, to } = data.transfer ?? {};
  if (from !== undefined) return usdt.askRecipient(namedWallet(from, names), isGroup);
  return to === undefined
    ? usdt.question(isGroup)
    : usdt.askSender(namedWallet(to, names), isGroup);
}

/** The same as a question that forces a reply. */
export function sizingPrompt({ data }: Draft, { prompt }: Messages["usdt"]): string {
  const { from, to } = data.transfer ?? {};
  if (from !== undefined) return prompt.recipient;
  return to === undefined ? prompt.both : prompt.sender;
}

/** Only the trader knows whether the recipient ever held USDT. */
export function firstTransferUnits({ data }: Draft): number | undefined {
  const { sizing, amount } = data;
  const isUsual = sizing?.basis === "usual" && amount === sizing.rentUnits;
  return isUsual ? toRent(USDT_NEW_ENERGY, sizing.heldUnits) : undefined;
}

/** Nothing to rent of Energy; of Bandwidth the line that rents it, where that is missing. */
export function enoughCard(
  sizing: Sizing,
  names: WalletNames | undefined,
  { usdt }: Messages,
): Card {
  const { bandwidthUnits, from } = sizing;
  const line = code(`/buy ${bandwidthUnits} bandwidth 1h ${from}`);
  return cardOf(
    join([
      usdt.enough(factsOf(sizing, names)),
      bandwidthUnits > 0 ? usdt.onlyBandwidth(line) : undefined,
    ]),
  );
}

export function notActivatedCard(from: string, { usdt }: Messages): Card {
  return cardOf(usdt.notActivated(code(from)));
}

function factsOf(
  { to, triedUnits, bandwidthUnits: _, ...sizing }: Sizing,
  names: WalletNames | undefined,
): SizeFacts {
  return { ...sizing, triedUnits, to: namedWallet(to, names) };
}
