/** A text as the wallets and the other words of its lines. */
import { isAddress } from "../../domain/address.js";
import { parseAddresses, UNKNOWN_NAME } from "./addresses.js";
import type { AmountAnswer } from "./amount.js";
import { TIME_UNITS } from "./duration.js";
import { trimWhile } from "./invisible.js";
import { readWord } from "./line-word.js";
import { spacedLine } from "./signs.js";

export interface Written {
  readonly word: string;
  /** What it says as an amount; undefined when it is no number. */
  readonly answer: AmountAnswer | undefined;
}

export type Token = { readonly line: number } & (
  | { readonly kind: "wallet"; readonly addresses: readonly string[] }
  | ({ readonly kind: "word" } & Written)
);

export const NONE: AmountAnswer = { kind: "none" };

/** An unknown name counts too. */
export function walletsIn(token: Token): number {
  return token.kind === "wallet" ? Math.max(1, token.addresses.length) : 0;
}

const FIRST_GROUP = /^[1-9]\d{0,2}(?: \d{3})*$/;
const NEXT_GROUP = /^\d{3}$/;
const NUMBER = /^@?\d[\d.,_ ]*$/;
const UNIT = new RegExp(`^(?:sun|k|к|万|萬|千|тыс(?:\\.|яч[аи]?)?|млн|mil|${TIME_UNITS})$`, "iu");
const ANCHO_DE_BANDA = /(?<!\p{L})ancho\s+de\s+(?=banda(?!\p{L}))/giu;

/** A list mark or a bracket is not reported, nor what leads from a wallet to its amount. */
const AROUND_A_WORD = /^[,;:()"'`<>“”「」《》\p{Cf}]$/u;
const LEADS_ON = /^(?:[-–—=]>?|[→|])$/;

/** Parts separated by a space are joined: "65 000", "65 k", "1 h". */
export function tokensOf(text: string): Token[] {
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

/** T…=65k, T…:65,000, T…(65k), 65k->T… */
const TOUCHING =
  /^(T[0-9A-Za-z]{33})[^0-9A-Za-z\s,;|]+(.+?)\)?$|^(.+?)[^0-9A-Za-z\s,;|]+(T[0-9A-Za-z]{33})$/;

const LONGEST_PAIR = 80;

/** The address and the amount of a piece that is nothing but the two. */
function touching(piece: string): string[] | undefined {
  if (piece.length > LONGEST_PAIR) return undefined;
  const parts = TOUCHING.exec(piece)
    ?.slice(1)
    .filter((part) => part !== undefined);
  const [amount] = parts?.filter((part) => !isAddress(part)) ?? [];
  return amount !== undefined && isOrderable(amountIn(amount)) ? parts : undefined;
}

/**
 * "T…,65k" still contains 65k; what touches an address without a mark, as in a link, belongs to it. Behind a semicolon a comma is
 * one of a number.
 */
function partsOf(piece: string): string[] {
  if (!addressesIn(piece)) return [piece];
  const both = touching(piece);
  if (both) return both;
  const mark = [";", "|", ","].find((one) => piece.includes(one));
  return mark === undefined ? [piece] : piece.split(mark);
}

/** Undefined for a word. */
function addressesIn(part: string): string[] | undefined {
  const found = parseAddresses(part).map(({ address }) => address);
  return found.length > 0 || part.includes(UNKNOWN_NAME) ? found : undefined;
}

/** The longest word that may be an amount. */
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
    case "either":
      return reading.time.kind === "duration" ? undefined : { kind: "units", units: reading.units };
    default:
      return undefined;
  }
}

export function isWallet(token: Token | undefined): token is Extract<Token, { kind: "wallet" }> {
  return token?.kind === "wallet";
}

/** A number that is large enough to be meant as an amount, if only in one reading. */
export function isOrderable(answer: AmountAnswer | undefined): boolean {
  return answer !== undefined && answer.kind !== "none";
}
