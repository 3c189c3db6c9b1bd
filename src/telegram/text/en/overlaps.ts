/** What receivers have already. */
import { rich } from "../../format.js";
import type { OverlapTexts } from "../messages/overlaps.js";
import { units, wallets } from "./words.js";

export const overlaps: OverlapTexts = {
  holds: (wallet, amount, resource, until) =>
    rich`${wallet} already holds ${units(amount, resource)} until ${until} ⚠️`,
  gets: (wallet, amount, resource) =>
    rich`${wallet} is already getting ${units(amount, resource)} ⚠️`,
  more: (count) => `and ${wallets(count)} more ⚠️`,
};
