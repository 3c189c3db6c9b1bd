/** How much Energy a transfer of USDT takes. */
import { formatInteger } from "../../../domain/money.js";
import { MIN_AMOUNT } from "../../../domain/resource.js";
import { bold, join, type Part, rich } from "../../format.js";
import type { SizeFacts, UsdtTexts } from "../messages/usdt.js";
import { units } from "./words.js";

const energy = (amount: number) => units(amount, "energy");

/** `wayOut` where the recipient may need more than is proposed. */
function reason({ basis, triedUnits = 0, neededUnits, to }: SizeFacts, wayOut: string): Part {
  const needed = energy(neededUnits);
  switch (basis) {
    case "tried":
      return rich`Tried on the contract, a USDT transfer to ${to} takes ${energy(triedUnits)}: ${needed} will do.`;
    case "holdsSome":
      return rich`${to} holds USDT, so a transfer takes ${needed}.`;
    case "holdsNone":
      return rich`${to} holds no USDT, so a transfer takes ${needed}.`;
    case "notActivated":
      return rich`${to} is not activated and hardly holds USDT: ${needed} for a first transfer.`;
    case "usual":
      return rich`A USDT transfer usually takes ${needed}. If ${to} never held USDT, it takes 131,000: ${wayOut}.`;
  }
}

function held({ heldUnits, rentUnits, neededUnits }: SizeFacts): string | undefined {
  if (heldUnits === 0) return undefined;
  const missing = neededUnits - heldUnits;
  const less = `The sender holds ${formatInteger(heldUnits)} unused, so ${formatInteger(missing)} are missing.`;
  return rentUnits > missing
    ? `${less} ${formatInteger(MIN_AMOUNT.energy)} is the least to rent.`
    : less;
}

export const usdt: UsdtTexts = {
  usage: join([
    bold("How much Energy does a USDT transfer take?"),
    "Send /usdt and two wallets: who sends, then who gets.",
    "Such as: /usdt T… T…, or /usdt @hot @cold",
  ]),
  sized: (facts) => join([reason(facts, "change the amount"), held(facts)]),
  enough: (facts) =>
    join([
      bold("Nothing to rent"),
      reason(facts, "rent what is missing with /buy"),
      `The sender holds ${energy(facts.heldUnits)} unused: that is enough.`,
    ]),
  notActivated: (from) =>
    rich`⚠️ ${from} is not activated on TRON, so it cannot send USDT. Send it some TRX first.`,
};
