/**
 * Wallets in a text, each with the amount that is written beside it: `T… 65k`, one a line. An amount before all wallets is for all of
 * them; where it is not certain whose an amount is, it is nobody's, and that is said.
 */

import { MAX_RECEIVERS } from "../../domain/fields.js";
import { MAX_AMOUNT } from "../../domain/order-request.js";
import type { Resource } from "../../domain/resource.js";
import { parseAddresses, withBrokenJoined } from "./addresses.js";
import { type AmountAnswer, amountNotice } from "./amount.js";
import type { LineProblem, Verdict } from "./findings.js";
import { shownWord } from "./line-word.js";
import { isWallet, NONE, type Token, tokensOf, type Written, walletsIn } from "./wallet-tokens.js";
import { isAmount, whoseAmounts } from "./whose-amounts.js";

export interface WalletList {
  readonly verdicts: Verdict[];
  /** What was left over, and what is asked because of it. */
  readonly problems: LineProblem[];
}

export interface WalletText extends WalletList {
  /** What is neither a wallet nor the amount of one. */
  readonly words: string[];
}

/** The number of a line: "1." or "1)"; and of a wallet: "1、T…", "地址1：T…". It is too small for an amount, and no time. */
const LIST_MARK = /^[^\S\r\n]*\(?\d{1,3}[.)](?=[^\S\r\n])/gm;
const LABEL = "address|wallet|адрес|кошел[её]к|地址|钱包|錢包|direcci[oó]n|billetera|cartera";
const WALLET_MARK = new RegExp(
  `(?<!\\d[\\s.,，'’_]?)(?:(?:${LABEL})[^\\S\\r\\n]?|(?<![\\p{L}_-]))` +
    "\\d{1,3}[^\\S\\r\\n]?[.)、：:）][^\\S\\r\\n]?(?=T[0-9A-Za-z]{29}|0x[0-9A-Fa-f]{30}|\\ufffc)",
  "giu",
);

/** The same without a mark, before what may be an address. */
const LINE_NUMBER = /^[^\S\r\n]*(\d{1,3})[^\S\r\n]+(?=\w{30})/gm;

/**
 * A text with whole addresses, and without the numbers of lines: those without a mark where they count from 1, as they may mean
 * something else otherwise.
 */
function withoutNumbers(text: string): string {
  const marked = withBrokenJoined(text).replace(LIST_MARK, "").replace(WALLET_MARK, " ");
  const numbers = [...marked.matchAll(LINE_NUMBER)].map(([, number]) => Number(number));
  const isCounted = numbers.length > 1 && numbers.every((number, at) => number === at + 1);
  return isCounted ? marked.replace(LINE_NUMBER, "") : marked;
}

/** A line of an order. Beside its only wallet an amount stays a word: it means the same. */
export function readWalletText(text: string): WalletText {
  const whole = withoutNumbers(text);
  const tokens = tokensOf(whole);
  const isSole = tokens.reduce((sum, token) => sum + walletsIn(token), 0) < 2;
  const { own, unsure } = isSole ? { own: NO_AMOUNTS, unsure: [] } : whoseAmounts(tokens);
  const used = new Set([...own.values(), ...unsure]);
  return {
    verdicts: verdictsWith(whole, tokens, own),
    problems: whoseProblem(tokens, unsure, own),
    words: wordsOf(tokens, used),
  };
}

/** Wallets and nothing else. Of what is left over, no word is passed over in silence that may be a part of a wallet. */
export function readWalletList(text: string): WalletList {
  const whole = withoutNumbers(text);
  const tokens = tokensOf(whole);
  const { own, unsure, unread } = whoseAmounts(tokens);
  const used = new Set([...own.values(), ...unsure, ...unread]);
  const common = tokens.find(
    (token, at): token is Extract<Token, { kind: "word" }> =>
      !used.has(at) && isAmount(tokens, at) && token.kind === "word",
  );
  const verdicts = verdictsWith(whole, tokens, own);
  return {
    verdicts: common
      ? verdicts.map((verdict) =>
          verdict.bad || verdict.written !== undefined
            ? verdict
            : withWritten(verdict, common.word, common.answer ?? NONE),
        )
      : verdicts,
    problems: [
      ...whoseProblem(tokens, unsure, own),
      ...columnProblem(tokens, unread),
      ...wordsOf(tokens, used).filter(isLong).map(unknownWord),
    ],
  };
}

/** No amount counts until it is answered. */
export function asksAmount(problems: readonly LineProblem[]): boolean {
  return problems.some(({ field }) => field === "amount");
}

const NO_AMOUNTS: ReadonlyMap<number, number> = new Map();

/** Shorter words are those of a sentence. */
const SHORTEST_LONG = 12;

/** It may be a part of an address. */
export function isLong(word: string): boolean {
  return word.length >= SHORTEST_LONG;
}

function unknownWord(word: string): LineProblem {
  return { word: shownWord(word), code: "UNKNOWN_WORD", hint: [] };
}

function wordsOf(tokens: readonly Token[], used: ReadonlySet<number>): string[] {
  return tokens.flatMap((token, at) =>
    token.kind === "word" && !used.has(at) ? [token.word] : [],
  );
}

function whoseProblem(
  tokens: readonly Token[],
  unsure: readonly number[],
  own: ReadonlyMap<number, number>,
): LineProblem[] {
  if (unsure.length === 0) return [];
  const word = shownWord(saidAt(tokens, unsure).join(", "));
  return [{ word, code: "WHOSE_AMOUNTS", field: "amount", hint: inOrder(tokens, unsure, own) }];
}

/** How most would read it: where wallets and amounts take turns, each wallet with its amount, as "T… 65000". */
function inOrder(
  tokens: readonly Token[],
  unsure: readonly number[],
  own: ReadonlyMap<number, number>,
): string[] {
  const open = new Set(unsure);
  const asked = tokens.filter((token, at) => (isWallet(token) ? !own.has(at) : open.has(at)));
  if (asked.length > 2 * MAX_RECEIVERS) return [];
  const isFirst = isWallet(asked[0]);
  const pairs = asked.flatMap((token, at) => {
    const isEven = at % 2 === 0;
    const other = asked[isEven ? at + 1 : at - 1];
    if (!isWallet(token) || isEven !== isFirst || other?.kind !== "word") return [];
    const [address, second] = token.addresses;
    if (address === undefined || second !== undefined || other.answer?.kind !== "units") return [];
    return [`${address} ${other.answer.units}`];
  });
  return 2 * pairs.length === asked.length ? pairs : [];
}

function columnProblem(tokens: readonly Token[], unread: readonly number[]): LineProblem[] {
  const [word] = saidAt(tokens, unread);
  if (word === undefined) return [];
  return [{ word: shownWord(word), code: "COLUMN_NOT_READ", field: "amount", hint: [] }];
}

function saidAt(tokens: readonly Token[], places: readonly number[]): string[] {
  return places.flatMap((at) => {
    const token = tokens[at];
    return token?.kind === "word" ? [token.word] : [];
  });
}

function verdictsWith(
  text: string,
  tokens: readonly Token[],
  own: ReadonlyMap<number, number>,
): Verdict[] {
  const written = new Map<string, (Written | undefined)[]>();
  for (const [at, token] of tokens.entries()) {
    if (!isWallet(token)) continue;
    const amount = tokens[own.get(at) ?? -1];
    for (const address of token.addresses) {
      const said = written.get(address) ?? [];
      written.set(address, [...said, amount?.kind === "word" ? amount : undefined]);
    }
  }
  return parseAddresses(text).map((verdict) => {
    const amount = written.get(verdict.address)?.shift();
    return amount ? withWritten(verdict, amount.word, amount.answer ?? NONE) : verdict;
  });
}

/** A wallet with what stands beside it as its amount. */
export function withWritten(verdict: Verdict, word: string, answer: AmountAnswer): Verdict {
  const { address, bad } = verdict;
  if (bad === "duplicate") return { address: `${address} ${word}`, bad };
  if (bad) return verdict;
  return answer.kind === "units"
    ? { address, amount: answer.units, written: word }
    : { address: `${address} ${word}`, bad: "no amount" };
}

/** A wallet whose amount cannot be ordered is not taken; until the resource is known, the lowest minimum counts. */
export function withFittingAmounts(
  verdicts: readonly Verdict[],
  resource: Resource | undefined,
): Verdict[] {
  return verdicts.map((verdict) => {
    const { address, bad, amount, written } = verdict;
    if (bad || amount === undefined || !amountNotice(amount, resource)) return verdict;
    const line = `${address} ${written ?? amount}`;
    return { address: line, bad: amount > MAX_AMOUNT ? "too much" : "too little" };
  });
}
