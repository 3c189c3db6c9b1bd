/** What receivers have already. */
import { rich } from "../../format.js";
import type { HeldFacts, OverlapTexts } from "../messages/overlaps.js";
import { units, wallets } from "./words.js";

const amount = (held: HeldFacts) => units(held.units, held.resource);

export const overlaps: OverlapTexts = {
  holds: (held, until) => rich`${held.wallet} already holds ${amount(held)} until ${until} ⚠️`,
  holdsParts: (held, first, last) =>
    rich`${held.wallet} already holds ${amount(held)}, ends from ${first} to ${last} ⚠️`,
  gets: (held) => rich`${held.wallet} is already getting ${amount(held)} ⚠️`,
  more: (count) => `and ${wallets(count)} more ⚠️`,
};
