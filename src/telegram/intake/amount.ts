/**
 * What a typed text says as an amount, of units or of TRX. Of units: commas, underscores and spaces group digits by
 * three, a point is a decimal point, k stands for thousands and m for millions; the Cyrillic k,
 * which looks the same, is one too. What a trader elsewhere would read differently is not guessed:
 * 65.000 is refused with both readings, as is 15m, which the bot sells as a duration.
 */
import { DURATIONS } from "../../domain/duration.js";
import { formatInteger, parseTrx, type Sun } from "../../domain/money.js";
import { MAX_AMOUNT } from "../../domain/order-request.js";
import { MIN_AMOUNT, MIN_CHUNK, type Resource } from "../../domain/resource.js";
import type { Notice } from "../state/draft.js";
import { trimInvisible } from "./invisible.js";

/** What a text means as an amount: units, or the readings between which it is ambiguous, or nothing. */
export type AmountAnswer =
  | { readonly kind: "units"; readonly units: number }
  | { readonly kind: "ambiguous"; readonly readings: readonly [string, string] }
  | { readonly kind: "none" };

const NONE: AmountAnswer = { kind: "none" };

/** No amount is written longer than this. */
const MAX_LENGTH = 32;

/** Also the spaces that keep a number on one line. */
const SPACE = "[ \\u00a0\\u2009\\u202f]";
const PLAIN = /^[1-9]\d*$/;
const GROUPED = new RegExp(`^[1-9]\\d{0,2}(?:(?:,\\d{3})+|(?:_\\d{3})+|(?:${SPACE}\\d{3})+)$`);
const SCALED = new RegExp(`^(0|[1-9]\\d*)(?:([.,])(\\d+))?${SPACE}?([kmк])$`, "i");
const POINT_AND_THREE = /^([1-9]\d{0,2})\.(\d{3})$/;

export function parseAmount(text: string): AmountAnswer {
  if (text.length > 4 * MAX_LENGTH) return NONE;
  const written = trimInvisible(text);
  if (written.length > MAX_LENGTH) return NONE;
  if (PLAIN.test(written) || GROUPED.test(written)) return units(written.replace(/\D/g, ""));
  const pointed = POINT_AND_THREE.exec(written);
  if (pointed) return between(Number(pointed[1]), Number(written.replace(".", "")));
  const scaled = SCALED.exec(written);
  if (!scaled) return NONE;
  const [, whole = "", mark, fraction = "", letter = ""] = scaled;
  return scaledAmount(whole, mark, fraction, letter.toLowerCase() === "m" ? 6 : 3);
}

/** 65k, 65.5k, 1.5m; `zeros` is what the letter stands for. */
function scaledAmount(
  whole: string,
  mark: string | undefined,
  fraction: string,
  zeros: 3 | 6,
): AmountAnswer {
  const joined = units(whole + fraction + "0".repeat(zeros));
  if (mark === undefined) {
    const isDuration = DURATIONS.some((duration) => duration === `${whole}m`);
    if (zeros === 3 || !isDuration || joined.kind !== "units") return joined;
    return { kind: "ambiguous", readings: [formatInteger(joined.units), `${whole} min`] };
  }
  const decimal = decimalUnits(whole, fraction, zeros);
  // 65,5k and 65.500k: the mark groups digits for one reader and is a decimal mark for another.
  const hasTwoReadings = mark === "," || fraction.length === 3;
  if (!hasTwoReadings || joined.kind !== "units" || decimal.kind !== "units") return decimal;
  return between(decimal.units, joined.units);
}

/** The fraction must come out whole: 65.5555k is no number of units. */
function decimalUnits(whole: string, fraction: string, zeros: number): AmountAnswer {
  const digits = fraction.replace(/0+$/, "");
  if (digits.length > zeros) return NONE;
  return units((whole + digits.padEnd(zeros, "0")).replace(/^0+/, ""));
}

function between(first: number, second: number): AmountAnswer {
  return { kind: "ambiguous", readings: [formatInteger(first), formatInteger(second)] };
}

/** Digits without a leading zero: 065000 may be a mistyped number. */
function units(digits: string): AmountAnswer {
  const value = Number(digits);
  return PLAIN.test(digits) && Number.isSafeInteger(value) ? { kind: "units", units: value } : NONE;
}

const GROUPED_TRX = new RegExp(`^[1-9]\\d{0,2}(?:(?:,\\d{3})+|(?:${SPACE}\\d{3})+)(?:\\.\\d+)?$`);

/**
 * Reads a typed text as an amount of TRX. Commas and spaces group digits by three, a point is a decimal point. 12,5 is not
 * guessed: a trader who means 12.5 would get 125.
 */
export function parseTypedTrx(text: string): Sun | undefined {
  if (text.length > 4 * MAX_LENGTH) return undefined;
  const written = trimInvisible(trimInvisible(text).replace(/trx$/i, ""));
  return parseTrx(GROUPED_TRX.test(written) ? written.replace(/[,\s]/g, "") : written);
}

/** The least amount of any resource. */
export const SMALLEST_AMOUNT = Math.min(...Object.values(MIN_AMOUNT));

/** The least part of any resource. */
export const SMALLEST_CHUNK = Math.min(...Object.values(MIN_CHUNK));

/** Undefined when the amount can be ordered; until the resource is known, the lowest minimum counts. */
export function amountNotice(amount: number, resource: Resource | undefined): Notice | undefined {
  const minimum = resource ? MIN_AMOUNT[resource] : SMALLEST_AMOUNT;
  // NaN and fractions too: a button may carry anything.
  if (!Number.isSafeInteger(amount)) return { code: "AMOUNT_NOT_UNDERSTOOD" };
  if (amount < minimum) return { code: "AMOUNT_TOO_SMALL", details: { minimum } };
  if (amount > MAX_AMOUNT) return { code: "AMOUNT_TOO_LARGE", details: { maximum: MAX_AMOUNT } };
  return undefined;
}

/** The amount of a typed answer, or a notice about it. */
export function judgedAnswer(
  answer: AmountAnswer,
  resource: Resource | undefined,
): { readonly amount: number } | { readonly notice: Notice } {
  if (answer.kind === "none") return { notice: { code: "AMOUNT_NOT_UNDERSTOOD" } };
  if (answer.kind === "ambiguous") {
    return { notice: { code: "AMOUNT_AMBIGUOUS", details: { readings: [...answer.readings] } } };
  }
  const notice = amountNotice(answer.units, resource);
  return notice ? { notice } : { amount: answer.units };
}
