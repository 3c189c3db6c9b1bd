/** /usdt: what a transfer takes. */
import { MIN_AMOUNT } from "../../domain/resource.js";
import { type SizeBasis, USDT_NEW_ENERGY } from "../../domain/usdt.js";
import { join, type Part } from "../transport/format.js";
import type { Words } from "./words.js";

/** Units of Energy. */
export interface SizeFacts {
  readonly basis: SizeBasis;
  /** What a trial took. */
  readonly triedUnits: number | undefined;
  readonly neededUnits: number;
  readonly heldUnits: number;
  readonly rentUnits: number;
  /** In full. */
  readonly to: Part;
}

/** `isShort`: what the sender has is too little for a recipient without USDT. */
const takes = (
  { rich }: Words,
  { basis, triedUnits: tried = 0, neededUnits: needed, to }: SizeFacts,
  isShort: boolean,
) => rich(`usdt-takes-${basis}`, { to, tried, needed, isShort, neededForNew: USDT_NEW_ENERGY });

export const usdt = (words: Words) => {
  const { text, rich } = words;
  return {
    /** Asks for the wallets of a transfer. */
    question: (isGroup: boolean): Part => rich("usdt-question", { isGroup }),
    /** One of the two is known: asks for the other. */
    askRecipient: (from: Part, isGroup: boolean): Part =>
      rich("usdt-ask-recipient", { from, isGroup }),
    askSender: (to: Part, isGroup: boolean): Part => rich("usdt-ask-sender", { to, isGroup }),
    /** The same in a group, as a question that forces a reply. */
    prompt: {
      both: text("usdt-prompt-both"),
      recipient: text("usdt-prompt-recipient"),
      sender: text("usdt-prompt-sender"),
    },
    /** On the card that was opened with it. */
    sized: (facts: SizeFacts): Part => {
      const { heldUnits: held, neededUnits, rentUnits } = facts;
      const missing = neededUnits - held;
      const least = rentUnits > missing ? MIN_AMOUNT.energy : undefined;
      return join([
        takes(words, facts, false),
        held > 0 ? text("usdt-sender-holds", { held, missing, least }) : undefined,
      ]);
    },
    /** The sender holds enough. */
    enough: (facts: SizeFacts): Part => {
      const { basis, heldUnits: held } = facts;
      const isShort = basis === "usual" && held < USDT_NEW_ENERGY;
      return join([rich("usdt-enough", { held }), takes(words, facts, isShort)]);
    },
    /** On the same card: what the transfer burns for it, and what it costs here. */
    lacksBandwidth: (burn: string, amount: number, cost: string): string =>
      text("usdt-lacks-bandwidth", { burn, amount, cost }),
    /** It holds enough Energy. */
    onlyBandwidth: (line: Part): Part => rich("usdt-only-bandwidth", { line }),
    burnsNothing: text("usdt-burns-nothing"),
    noBandwidth: text("usdt-no-bandwidth"),
    notActivated: (from: Part): Part => rich("usdt-not-activated", { from }),
  };
};
