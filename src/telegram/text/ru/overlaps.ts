/** What receivers have already. */
import { rich } from "../../format.js";
import type { OverlapTexts } from "../messages/overlaps.js";
import { units, wallets } from "./words.js";

export const overlaps: OverlapTexts = {
  holds: (wallet, amount, resource, until) =>
    rich`${wallet}: уже есть ${units(amount, resource)} до ${until} ⚠️`,
  gets: (wallet, amount, resource) =>
    rich`${wallet}: уже доставляется ${units(amount, resource)} ⚠️`,
  more: (count) => `и ещё ${wallets(count)} ⚠️`,
};
