/**
 * Whose the amounts of a text are. One wallet and one amount on a line belong together, and one amount before all wallets is for all
 * of them. What can be meant in two ways, as several of both on a line, is nobody's.
 */
import { isOtherUnit, readWord } from "./line-word.js";
import { isOrderable, isWallet, type Token, walletsIn } from "./wallet-tokens.js";

export interface Whose {
  /** The place of each wallet's own amount, by the place of the wallet. */
  readonly own: ReadonlyMap<number, number>;
  /** Amounts that may be one wallet's or another's. */
  readonly unsure: readonly number[];
  /** Each wallet has a number beside it, and none of them is an amount: balances, or amounts that nobody can read. */
  readonly unread: readonly number[];
}

interface Line {
  /** Places of its tokens, of wallets, and of amounts. */
  readonly all: readonly number[];
  readonly wallets: readonly number[];
  readonly amounts: readonly number[];
  /** Wallets, also those that nothing separates. */
  readonly count: number;
  /** It has a word that is no number. */
  readonly saysMore: boolean;
}

export function whoseAmounts(tokens: readonly Token[]): Whose {
  const lines = linesOf(tokens);
  const own = new Map<number, number>();
  const unsure: number[] = [];
  const loose: number[] = [];
  const withWallets = lines.filter(({ count }) => count > 0);
  for (const line of lines) {
    const { wallets, amounts, count } = line;
    const [wallet = -1] = wallets;
    const [amount = -1] = amounts;
    const isFirst = line === withWallets[0];
    if (amounts.length === 0) continue;
    if (count === 0) loose.push(...amounts);
    else if (count > 1) {
      const isAlone = withWallets.length === 1;
      if (haveOneValue(tokens, amounts) && amounts.length === wallets.length) {
        for (const [at, one] of wallets.entries()) own.set(one, amounts[at] ?? amount);
      } else if (amounts.length === 1 && isOutside(line, amount, isAlone) && isFirst) {
        loose.push(amount);
      } else unsure.push(...amounts);
    } else if (isFirst && withWallets.length > 1 && isHeading(line, amount, wallet)) {
      loose.push(amount);
    } else if (haveOneValue(tokens, amounts) && !isHalf(tokens, amount)) own.set(wallet, amount);
    else unsure.push(...amounts);
  }
  if (!isForAll(tokens, lines, loose, own)) {
    // It may be anybody's, so it is not certain what the others mean either.
    unsure.push(...loose, ...own.values());
    own.clear();
  } else if (unsure.length > 0) unsure.push(...loose);
  const strange = strangeNumbers(tokens, withWallets);
  const hasOwn = own.size > 0;
  const said = strange.filter(([wallet, at]) => at > wallet || !isLineNumber(tokens[at]));
  if (hasOwn) for (const [wallet, at] of said) own.set(wallet, at);
  const isColumn = strange.length === withWallets.length && !isCounting(tokens, strange);
  return {
    own,
    unsure: unsure.toSorted((a, b) => a - b),
    unread: !hasOwn && isColumn ? strange.map(([, at]) => at) : [],
  };
}

export function isAmount(tokens: readonly Token[], at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token?.kind !== "word" || !isOrderable(token.answer)) return false;
  return !(next?.kind === "word" && next.line === token.line && isOtherUnit(next.word));
}

function linesOf(tokens: readonly Token[]): Line[] {
  const places = new Map<number, number[]>();
  for (const [at, { line }] of tokens.entries()) {
    const known = places.get(line);
    if (known) known.push(at);
    else places.set(line, [at]);
  }
  return [...places.values()].map((all) => {
    const wallets = all.filter((at) => isWallet(tokens[at]));
    return {
      all,
      wallets,
      amounts: all.filter((at) => isAmount(tokens, at)),
      count: wallets.reduce((sum, at) => sum + countOf(tokens[at]), 0),
      saysMore: all.some((at) => isPlainWord(tokens[at])),
    };
  });
}

function countOf(token: Token | undefined): number {
  return token ? walletsIn(token) : 0;
}

function isPlainWord(token: Token | undefined): boolean {
  return token?.kind === "word" && !token.answer;
}

function haveOneValue(tokens: readonly Token[], amounts: readonly number[]): boolean {
  const values = amounts.map((at) => {
    const token = tokens[at];
    return token?.kind === "word" ? JSON.stringify(token.answer) : "";
  });
  return new Set(values).size === 1;
}

/** 131,5k behind a comma: the number beside it may be a half of it. */
function isHalf(tokens: readonly Token[], amount: number): boolean {
  const line = tokens[amount]?.line;
  return [amount - 1, amount + 1].some((at) => {
    const [token, next] = [tokens[at], tokens[at + 1]];
    if (token?.kind !== "word" || token.line !== line || !token.answer) return false;
    const hasUnit = next?.kind === "word" && next.line === line && isOtherUnit(next.word);
    return !hasUnit && !/^\d{1,4}\.$/.test(token.word);
  });
}

/** Before all wallets of the line, or behind all of them. */
function isOutside({ wallets }: Line, amount: number, mayFollow: boolean): boolean {
  const [first = 0] = wallets;
  return amount < first || (mayFollow && amount > (wallets.at(-1) ?? 0));
}

/** `65k energy 1h T…`, and the wallets go on below. */
function isHeading({ amounts, saysMore }: Line, amount: number, wallet: number): boolean {
  return saysMore && amount < wallet && amounts.length === 1;
}

/** One amount before all wallets, or on a line that says more than a number, and somebody has none of their own. */
function isForAll(
  tokens: readonly Token[],
  lines: readonly Line[],
  loose: readonly number[],
  own: ReadonlyMap<number, number>,
): boolean {
  if (loose.length === 0) return true;
  if (!haveOneValue(tokens, loose) || own.size === tokens.filter(isWallet).length) return false;
  const first = tokens.findIndex(isWallet);
  const last = tokens.findLastIndex(isWallet);
  return lines.every(({ amounts, count, saysMore }) =>
    amounts
      .filter((at) => loose.includes(at))
      .every((at) => {
        if (count > 0 || at < first || saysMore) return true;
        return at > last && own.size === 0;
      }),
  );
}

/** Wallets with nothing beside them but what may be meant as a number, and is no amount; and the last of that. */
function strangeNumbers(
  tokens: readonly Token[],
  lines: readonly Line[],
): (readonly [number, number])[] {
  return lines.flatMap(({ all, count, wallets }) => {
    const [wallet = -1] = wallets;
    const numbers = all.filter((at) => at !== wallet);
    const number = numbers.at(-1);
    const isAll = numbers.every((at) => isStrange(tokens[at]));
    return number !== undefined && count === 1 && isAll ? [[wallet, number] as const] : [];
  });
}

const FIGURE = /^[~≈<>=+-]*\d/;

function isStrange(token: Token | undefined): boolean {
  if (token?.kind !== "word") return false;
  if (token.answer) return token.answer.kind === "none";
  return FIGURE.test(token.word) && readWord(token.word).kind === "unknown";
}

/** Before a wallet. */
function isLineNumber(token: Token | undefined): boolean {
  return token?.kind === "word" && /^\d{1,4}[.)]?$/.test(token.word);
}

/** 1, 2, 3: the numbers of the lines. */
function isCounting(
  tokens: readonly Token[],
  numbers: readonly (readonly [number, number])[],
): boolean {
  return numbers.every(([, at], place) => {
    const token = tokens[at];
    return token?.kind === "word" && Number.parseFloat(token.word) === place + 1;
  });
}
