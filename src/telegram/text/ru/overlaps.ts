/** What receivers have already. */
import { rich } from "../../format.js";
import type { HeldFacts, OverlapTexts } from "../messages/overlaps.js";
import { units, wallets } from "./words.js";

const amount = (held: HeldFacts) => units(held.units, held.resource);

export const overlaps: OverlapTexts = {
  holds: (held, until) => rich`${held.wallet}: уже есть ${amount(held)} до ${until} ⚠️`,
  holdsParts: (held, first, last) =>
    rich`${held.wallet}: уже есть ${amount(held)}, первая аренда до ${first}, последняя до ${last} ⚠️`,
  gets: (held) => rich`${held.wallet}: уже доставляется ${amount(held)} ⚠️`,
  more: (count) => `и ещё ${wallets(count)} ⚠️`,
};
