/** Finds names of wallets in a text and replaces them with the addresses. */
import { walletName } from "../../domain/wallet-name.js";
import type { Verdict } from "../state/draft.js";

/** A name begins where a word can, so it is no part of a link or a mail address. */
const NAME_WORD = /(^|[\s,;|()<>"'«»])@([\p{L}\p{N}\p{M}_-]+)/gu;

export interface WithoutNames {
  readonly text: string;
  /** Unknown names. */
  readonly unknown: readonly Verdict[];
}

/** `addressOf` returns undefined for an unknown name; what cannot be a name, such as a price, stays as it is. */
export function withoutNames(
  text: string,
  botUsername: string,
  addressOf: (name: string) => string | undefined,
): WithoutNames {
  const unknown: Verdict[] = [];
  const replaced = text.replace(NAME_WORD, (whole: string, before: string, word: string) => {
    const name = walletName(word);
    if (name === undefined) return whole;
    const address = addressOf(name);
    if (address !== undefined) return before + address;
    if (name.toLowerCase() !== botUsername.toLowerCase()) {
      unknown.push({ address: `@${name}`, bad: "no such name" });
    }
    return before;
  });
  return { text: replaced, unknown };
}
