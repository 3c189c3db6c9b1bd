/** What a text says of a withdrawal: wallets and an amount of TRX, in any order. Names are wallets already. */

import type { Sun } from "../../domain/money.js";
import { parseAddresses, UNKNOWN_NAME } from "./addresses.js";
import { parseTypedTrx } from "./amount.js";
import type { Verdict } from "./findings.js";
import { orderIdIn } from "./order-id.js";
import { usualSigns } from "./signs.js";

export interface WithdrawalLine {
  /** Also mistyped ones. */
  readonly wallets: readonly Verdict[];
  readonly amountSun: Sun | undefined;
  /** Of an amount that has two. */
  readonly readings: readonly string[] | undefined;
  /** It holds something that is neither a wallet nor the amount. */
  readonly isStrange: boolean;
  /** What of it is no amount, or has two readings. */
  readonly said: string | undefined;
}

/** Stands between an amount and a wallet. */
const LEADS_ON = /^(?:to|на|a|到|给|->|→|:)$/iu;

export function readWithdrawalLine(text: string): WithdrawalLine {
  const words = text.replaceAll(UNKNOWN_NAME, " ").split(/\s+/).map(withoutMarks);
  const others = words.filter(
    (word) => word !== "" && !LEADS_ON.test(word) && parseAddresses(word).length === 0,
  );
  const said = others.join(" ");
  const amount = parseTypedTrx(said);
  return {
    wallets: parseAddresses(text),
    amountSun: amount.kind === "sun" ? amount.amountSun : undefined,
    readings: amount.kind === "ambiguous" ? amount.readings : undefined,
    isStrange: said !== "" && amount.kind === "none",
    said: said === "" || amount.kind === "sun" ? undefined : said,
  };
}

/** A list's comma is no part of an amount. */
function withoutMarks(word: string): string {
  return word.replace(/[,;:]+$/, "");
}

/** Meant as an amount, also where it has no sure reading; only TRX is paid out. */
const MEANT = /^[\d.,]+(?:\s+usdt|\s*trx)?$/iu;

const NAME = /(?:^|\s)@[\p{L}\p{N}\p{M}_-]+/gu;

/** Whether a text answers the question for `asked`; any other is said anywhere else: an order, a list of wallets. */
export function answersWithdrawal(asked: "address" | "amount" | "confirm", text: string): boolean {
  const names = text.match(NAME)?.length ?? 0;
  const line = readWithdrawalLine(text.replace(NAME, " "));
  const { wallets, amountSun, readings, isStrange, said = "" } = line;
  const counted = wallets.length + names;
  if (orderIdIn(text) !== undefined) return false;
  // A whole card is changed by its amount only: a wallet by itself may be for an order.
  if (asked === "confirm") return (amountSun ?? readings) !== undefined && counted === 0;
  const isWord = counted === 0 && !/\s/.test(text.trim());
  return !isStrange || isWord || MEANT.test(usualSigns(said));
}
