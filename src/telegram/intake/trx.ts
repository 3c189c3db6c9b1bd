/**
 * Reads a typed text as an amount of TRX. Commas and spaces group digits by three, a point is a decimal point. 12,5 is not
 * guessed: a trader who means 12.5 would get 125.
 */
import { parseTrx, type Sun } from "../../domain/money.js";
import { SPACE } from "./amount.js";
import { trimInvisible } from "./invisible.js";

const GROUPED = new RegExp(`^[1-9]\\d{0,2}(?:(?:,\\d{3})+|(?:${SPACE}\\d{3})+)(?:\\.\\d+)?$`);

/** No amount of TRX is written longer than this. */
const MAX_LENGTH = 32;

export function parseTypedTrx(text: string): Sun | undefined {
  if (text.length > 4 * MAX_LENGTH) return undefined;
  const written = trimInvisible(trimInvisible(text).replace(/trx$/i, ""));
  return parseTrx(GROUPED.test(written) ? written.replace(/[,\s]/g, "") : written);
}
