/**
 * Wallets in a text, each with the amount that is written beside it: `T… 65k`, one a line or several on one. An amount right after a
 * wallet is its own, one before all wallets is for all of them; where it is not certain whose an amount is, it is nobody's.
 */
import { MAX_AMOUNT } from "../../domain/order-request.js";
import type { Resource } from "../../domain/resource.js";
import type { Verdict } from "../state/draft.js";
import { parseAddresses, UNKNOWN_NAME } from "./addresses.js";
import { type AmountAnswer, amountNotice } from "./amount.js";
import { TIME_UNITS } from "./duration.js";
import { spacedLine } from "./full-width.js";
import { trimWhile } from "./invisible.js";
import { readWord } from "./line-word.js";

export interface WalletText {
  readonly verdicts: Verdict[];
  /** What is neither a wallet nor the amount of one. */
  readonly words: string[];
}

/** Beside the only wallet of a text an amount may be its own or stay a word: it means the same. */
export function readWalletText(text: string, sole: "own" | "word"): WalletText {
  const tokens = tokensOf(text);
  const isSole = tokens.reduce((sum, token) => sum + walletsIn(token), 0) < 2;
  const own = isSole && sole === "word" ? new Map<number, number>() : ownAmounts(tokens);
  const used = new Set(own.values());
  const written = new Map<string, (Written | undefined)[]>();
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "word") continue;
    const amount = tokens[own.get(at) ?? -1];
    for (const address of token.addresses) {
      const said = written.get(address) ?? [];
      written.set(address, [...said, amount?.kind === "word" ? amount : undefined]);
    }
  }
  return {
    verdicts: parseAddresses(text).map((verdict) => {
      const amount = written.get(verdict.address)?.shift();
      return amount ? withWritten(verdict, amount.word, amount.answer ?? NONE) : verdict;
    }),
    words: tokens.flatMap((token, at) =>
      token.kind === "word" && !used.has(at) ? [token.word] : [],
    ),
  };
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

interface Written {
  readonly word: string;
  /** What it says as an amount; undefined when it is no number. */
  readonly answer: AmountAnswer | undefined;
}

type Token = { readonly line: number } & (
  | { readonly kind: "wallet"; readonly addresses: readonly string[] }
  | ({ readonly kind: "word" } & Written)
);

const NONE: AmountAnswer = { kind: "none" };

/** An unknown name counts too. */
function walletsIn(token: Token): number {
  return token.kind === "wallet" ? Math.max(1, token.addresses.length) : 0;
}

const FIRST_GROUP = /^[1-9]\d{0,2}(?: \d{3})*$/;
const NEXT_GROUP = /^\d{3}$/;
const NUMBER = /^@?\d[\d.,_ ]*$/;
const UNIT = new RegExp(`^(?:sun|k|к|万|千|${TIME_UNITS})$`, "iu");
const ANCHO_DE_BANDA = /(?<!\p{L})ancho\s+de\s+(?=banda(?!\p{L}))/giu;

/** A list mark or a bracket is not reported, nor what leads from a wallet to its amount. */
const AROUND_A_WORD = /^[,;:()"'`<>“”「」《》\p{Cf}]$/u;
const LEADS_ON = /^(?:[-–—=]>?|[→|])$/;

/** Parts separated by a space are joined: "65 000", "65 k", "1 h". */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const add = (line: number, word: string) => {
    tokens.push({ kind: "word", line, word, answer: amountIn(word) });
  };
  const lines = spacedLine(text)
    .replace(ANCHO_DE_BANDA, "")
    .split(/[\r\n]+/);
  for (const [line, written] of lines.entries()) {
    for (const part of written.split(/\s+/).flatMap(partsOf)) {
      const addresses = addressesIn(part);
      if (addresses) {
        tokens.push({ kind: "wallet", line, addresses });
        continue;
      }
      const word = trimWhile(part, (character) => AROUND_A_WORD.test(character));
      const last = tokens.at(-1);
      const before = last?.kind === "word" && last.line === line ? last.word : undefined;
      if (before !== undefined && FIRST_GROUP.test(before) && NEXT_GROUP.test(word)) {
        tokens.pop();
        add(line, `${before} ${word}`);
      } else if (before !== undefined && NUMBER.test(before) && UNIT.test(word)) {
        tokens.pop();
        add(line, before + word);
      } else if (word !== "" && !LEADS_ON.test(word)) {
        add(line, word);
      }
    }
  }
  return tokens;
}

/** "T…,65k" still contains 65k; what touches an address without a comma, as in a link, belongs to it. */
function partsOf(piece: string): string[] {
  return addressesIn(piece) ? piece.split(/[,;|]/) : [piece];
}

/** Undefined for a word. */
function addressesIn(part: string): string[] | undefined {
  const found = parseAddresses(part).map(({ address }) => address);
  return found.length > 0 || part.includes(UNKNOWN_NAME) ? found : undefined;
}

/** Longer ones are no amounts. */
const LONGEST_AMOUNT = 32;

/** What a word says as an amount; undefined when it is no number. */
export function amountIn(word: string): AmountAnswer | undefined {
  if (word.length > LONGEST_AMOUNT) return undefined;
  const reading = readWord(word);
  switch (reading.kind) {
    case "amount":
      return reading.answer;
    case "smallNumber":
      return NONE;
    case "millions":
      // 15m is sold as a duration.
      return reading.minutes.kind === "duration"
        ? undefined
        : { kind: "units", units: reading.units };
    default:
      return undefined;
  }
}

/** What stands behind a number that is none of units: a balance. */
const OTHER_UNITS = /^(?:trx|usdt|usd|\$)$/i;

/** The place of each wallet's own amount, by the place of the wallet. */
function ownAmounts(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const none = new Map<number, number>();
  const amounts = tokens.flatMap((token, at) => (isAmount(token) ? [at] : []));
  const own = new Map([...amountsBefore(tokens), ...amountsAfter(tokens)]);
  const used = new Set(own.values());
  if (!amounts.some((at) => used.has(at))) return none;
  const isOneLine = new Set(tokens.filter(isWallet).map(({ line }) => line)).size === 1;
  const wallets = tokens.reduce((sum, token) => sum + walletsIn(token), 0);
  // The only amount of a line is for all its wallets, wherever it stands.
  if (amounts.length === 1 && isOneLine && wallets > 1) return none;
  const others = amounts.filter((at) => !used.has(at));
  return others.every((at) => isForAll(tokens, at, own)) ? own : none;
}

function isWallet(token: Token | undefined): token is Extract<Token, { kind: "wallet" }> {
  return token?.kind === "wallet";
}

function isAmount(token: Token | undefined): boolean {
  return token?.kind === "word" && isOrderable(token.answer);
}

/** A number that is large enough to be meant as an amount, if only in one reading. */
export function isOrderable(answer: AmountAnswer | undefined): boolean {
  return answer !== undefined && answer.kind !== "none";
}

function isOn(token: Token | undefined, line: number): token is Token {
  return token?.line === line;
}

function amountsAfter(tokens: readonly Token[]): [number, number][] {
  return tokens.flatMap((token, at): [number, number][] => {
    const [word, next] = [tokens[at + 1], tokens[at + 2]];
    if (!isWallet(token) || walletsIn(token) > 1 || !isOn(word, token.line)) return [];
    if (word.kind !== "word" || word.answer === undefined) return [];
    const follows = isOn(next, token.line) ? next : undefined;
    if (isAmount(follows)) return [];
    if (follows?.kind === "word" && OTHER_UNITS.test(follows.word)) return [];
    // Any other number may mean anything, unless it is all that the line says of the wallet.
    const isAll = !follows && !isOn(tokens[at - 1], token.line);
    return isAmount(word) || isAll ? [[at, at + 1]] : [];
  });
}

/** `65k T…`, a wallet a line; on the first line with nothing else, and where others have it too. */
function amountsBefore(tokens: readonly Token[]): [number, number][] {
  const first = tokens.findIndex(isWallet);
  const found = tokens.flatMap((token, at): [number, number][] => {
    if (!isWallet(token) || walletsIn(token) > 1) return [];
    const line = tokens.filter((one) => one.line === token.line);
    const isOnly = line.filter(isWallet).length === 1 && line.filter(isAmount).length === 1;
    const before = tokens[at - 1];
    if (!isOnly || !isOn(before, token.line) || !isAmount(before)) return [];
    return at === first && line.length > 2 ? [] : [[at, at - 1]];
  });
  return found.length > 1 || found[0]?.[0] !== first ? found : [];
}

/** Before all wallets, or on a line of its own that says more than a number. */
function isForAll(tokens: readonly Token[], at: number, own: ReadonlyMap<number, number>): boolean {
  const line = tokens.filter((one) => one.line === tokens[at]?.line);
  if (at > tokens.findIndex(isWallet)) {
    return !line.some(isWallet) && line.some((one) => one.kind === "word" && !one.answer);
  }
  const next = tokens[at + 1];
  if (!isWallet(next) || !line.includes(next)) return true;
  // 65k T… 131k T…: each amount may be meant for the wallet behind it.
  const wallets = line.filter(isWallet).map((one) => own.has(tokens.indexOf(one)));
  return wallets.at(-1) === true || !wallets.includes(true);
}
