/** Names of wallets typed as they are shown: without the @. */
import { walletName } from "../../domain/wallet-name.js";
import { readWord } from "./line-word.js";
import { readWalletText } from "./wallet-text.js";

/**
 * The words of a text that mean nothing else, if each of them may be a name; none where an address is, as a word beside it may be
 * its label.
 */
export function bareNames(text: string): string[] {
  const { verdicts, words } = readWalletText(text);
  if (verdicts.length > 0) return [];
  const strange = words
    .filter((word) => !word.startsWith("@") && readWord(word).kind === "unknown")
    .flatMap((word) => word.split(","));
  return strange.every((word) => walletName(word) !== undefined) ? strange : [];
}

const WORD = /(?<![\p{L}\p{N}\p{M}_@-])[\p{L}\p{N}\p{M}_-]+/gu;

export function wordsWithoutSign(text: string): string[] {
  return text.match(WORD) ?? [];
}

export function withSigns(text: string, names: readonly string[]): string {
  return text.replace(WORD, (word) => (names.includes(word) ? `@${word}` : word));
}
