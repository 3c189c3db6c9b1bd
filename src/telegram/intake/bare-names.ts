/** Names of wallets typed as they are shown: without the @. */
import { nameKey, walletName } from "../../domain/wallet-name.js";
import { isCancel } from "./cancel-word.js";
import { TIME_UNITS } from "./duration.js";
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

const OTHER_WORD = new RegExp(
  `^(?:usdt|trx|sun|k|к|ancho|export|remove|delete|${TIME_UNITS})$`,
  "iu",
);

/** A name that would mean something else in a line: an amount, a time, a resource, or another word of an order. */
export function meansElse(name: string): boolean {
  const reading = readWord(name);
  const isUnread =
    reading.kind === "unknown" || (reading.kind === "amount" && reading.answer.kind === "none");
  return !isUnread || OTHER_WORD.test(name) || isCancel(name);
}

const WORD = /(?<![\p{L}\p{N}\p{M}_@-])[\p{L}\p{N}\p{M}_-]+/gu;

/** They differ in one letter at most. */
export function isAlmost(name: string, word: string): boolean {
  const [one, other] = [nameKey(name), nameKey(word)];
  const least = Math.min(one.length, other.length);
  let same = 0;
  while (same < least && one[same] === other[same]) same += 1;
  let alsoSame = 0;
  while (alsoSame < least - same && one.at(-1 - alsoSame) === other.at(-1 - alsoSame))
    alsoSame += 1;
  return Math.max(one.length, other.length) - same - alsoSame <= 1;
}

export function wordsWithoutSign(text: string): string[] {
  return text.match(WORD) ?? [];
}

export function withSigns(text: string, names: readonly string[]): string {
  return text.replace(WORD, (word) => (names.includes(word) ? `@${word}` : word));
}
