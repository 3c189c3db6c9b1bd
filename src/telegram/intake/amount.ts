/**
 * What a typed text says as an amount, of units or of TRX. Of units: commas, underscores, apostrophes and spaces group digits by
 * three, a point is a decimal point, k stands for thousands, m for millions, 万 and w for tens of
 * thousands; the Cyrillic k, which looks the same, is one too, as is тыс. What a trader elsewhere would read
 * differently is not guessed: 65.000 has both readings, as has a time that is for sale, such as 15m or 60m.
 * 65.000,00 and 6.5E+04, as programs write them, have one.
 */

import type { Duration } from "../../domain/duration.js";
import { parseTrx, type Sun } from "../../domain/money.js";
import { MAX_AMOUNT } from "../../domain/order-request.js";
import { MIN_AMOUNT, MIN_CHUNK, type Resource } from "../../domain/resource.js";
import { parseDuration } from "./duration.js";
import type { Notice } from "./findings.js";
import { trimInvisible } from "./invisible.js";
import { usualSigns } from "./signs.js";

/** What a text means as an amount: units, or the readings between which it is ambiguous, or nothing. */
export type AmountAnswer =
  | { readonly kind: "units"; readonly units: number }
  /** Units, or a duration. */
  | { readonly kind: "ambiguous"; readonly readings: readonly [number, number | Duration] }
  | { readonly kind: "none" };

const NONE: AmountAnswer = { kind: "none" };

/** The longest text that is read as an amount. */
const MAX_LENGTH = 32;

/** Also the spaces that keep a number on one line. */
const SPACE = "[ \\u00a0\\u2009\\u202f]";
const PLAIN = /^[1-9]\d*$/;
const GROUPED = new RegExp(
  `^[1-9]\\d{0,2}(?:(?:,\\d{3})+|(?:_\\d{3})+|(?:['’]\\d{3})+|(?:${SPACE}\\d{3})+)$`,
);
const GROUPED_BY_POINTS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;
const EMPTY_FRACTION = /^(.+)([.,])0+$/;
const SCIENTIFIC = /^([1-9])(?:[.,](\d{1,9}))?e\+(\d{1,2})$/i;
const SCALED = new RegExp(
  `^(0|[1-9]\\d*)(?:([.,])(\\d+))?${SPACE}?([kmкмw万萬千]|тыс(?:\\.|яч[аи]?)?|млн|mil)$`,
  "i",
);
const ZEROS: Readonly<Record<string, number>> = { m: 6, м: 6, млн: 6, w: 4, 万: 4, 萬: 4 };
/** 六万五, 十三万一千, 6万5: tens of thousands, then thousands. */
const TEN_THOUSANDS =
  /^(?:(\d{1,3})|(?:([二三四五六七八九])?(十))?([一二两三四五六七八九])?)[万萬](?:([1-9一二三四五六七八九])千?)?$/;
const DIGITS = "零一二三四五六七八九";
const POINT_AND_THREE = /^([1-9]\d{0,2})\.(\d{3})$/;

export function parseAmount(text: string): AmountAnswer {
  if (text.length > 4 * MAX_LENGTH) return NONE;
  const written = trimInvisible(usualSigns(text));
  if (written.length > MAX_LENGTH) return NONE;
  const digits = wholeDigits(written);
  if (digits !== undefined) return units(digits);
  const pointed = POINT_AND_THREE.exec(written);
  if (pointed) {
    return { kind: "ambiguous", readings: [Number(pointed[1]), Number(written.replace(".", ""))] };
  }
  const scaled = SCALED.exec(written);
  if (!scaled) return chineseAmount(written);
  const [, whole = "", mark, fraction = "", letter = ""] = scaled;
  const time = mark === undefined ? parseDuration(whole + letter) : undefined;
  const answer = scaledAmount(whole, mark, fraction, ZEROS[letter.toLowerCase()] ?? 3);
  if (letter.toLowerCase() === "mil") return thousandsOrMillions(answer);
  if (time?.kind !== "duration" || answer.kind !== "units") return answer;
  return { kind: "ambiguous", readings: [answer.units, time.duration] };
}

/** The digits of what is a whole number in every reading. */
function wholeDigits(written: string): string | undefined {
  const [, head = "", mark = ""] = EMPTY_FRACTION.exec(written) ?? [];
  // Zeros behind up to three digits may be a group of them, or lack one.
  const isFraction =
    (head.length > 3 && PLAIN.test(head)) ||
    (GROUPED.test(head) && !head.includes(mark)) ||
    (GROUPED_BY_POINTS.test(head) && mark === ",");
  const whole = isFraction ? head : written;
  const isPointed = GROUPED_BY_POINTS.test(whole) && (isFraction || whole.split(".").length > 2);
  if (isPointed || PLAIN.test(whole) || GROUPED.test(whole)) return whole.replace(/\D/g, "");
  const [, first = "", fraction = "", zeros] = SCIENTIFIC.exec(written) ?? [];
  if (zeros === undefined || fraction.length > Number(zeros)) return undefined;
  return first + fraction.padEnd(Number(zeros), "0");
}

function chineseAmount(written: string): AmountAnswer {
  const found = TEN_THOUSANDS.exec(written);
  if (!found) return NONE;
  const [, figures, tens, ten, ones, thousands] = found;
  const digit = (sign: string | undefined) => {
    if (sign === undefined) return 0;
    return sign === "两" ? 2 : Math.max(DIGITS.indexOf(sign), Number(sign) || 0);
  };
  const head = figures ?? String((ten ? 10 * (digit(tens) || 1) : 0) + digit(ones));
  return units(String(10 * Number(head) + digit(thousands)).concat("000"));
}

/** 65k, 65.5k, 1.5m; `zeros` is what the letter stands for. */
function scaledAmount(
  whole: string,
  mark: string | undefined,
  fraction: string,
  zeros: number,
): AmountAnswer {
  const joined = units(whole + fraction + "0".repeat(zeros));
  if (mark === undefined) return joined;
  const decimal = decimalUnits(whole, fraction, zeros);
  // 65,5k and 65.500k: the mark groups digits for one reader and is a decimal mark for another.
  const hasTwoReadings = mark === "," || fraction.length === 3;
  if (!hasTwoReadings || joined.kind !== "units" || decimal.kind !== "units") return decimal;
  return { kind: "ambiguous", readings: [decimal.units, joined.units] };
}

/** 65 mil is 65 thousand in Spanish, and 65 million in English. */
function thousandsOrMillions(answer: AmountAnswer): AmountAnswer {
  if (answer.kind !== "units") return answer;
  return { kind: "ambiguous", readings: [answer.units, 1_000 * answer.units] };
}

/** The fraction must come out whole: 65.5555k is no number of units. */
function decimalUnits(whole: string, fraction: string, zeros: number): AmountAnswer {
  const digits = fraction.replace(/0+$/, "");
  if (digits.length > zeros) return NONE;
  return units((whole + digits.padEnd(zeros, "0")).replace(/^0+/, ""));
}

/** Digits without a leading zero: 065000 may be a mistyped number. */
function units(digits: string): AmountAnswer {
  const value = Number(digits);
  return PLAIN.test(digits) && Number.isSafeInteger(value) ? { kind: "units", units: value } : NONE;
}

const GROUPED_TRX = new RegExp(`^[1-9]\\d{0,2}(?:(?:,\\d{3})+|(?:${SPACE}\\d{3})+)(?:\\.\\d+)?$`);

/** Three digits behind a mark: a group for one reader, a fraction for another. */
const GROUP_OR_FRACTION = /^(?:([1-9]\d{0,2})[.,](\d{3})|([1-9]\d{0,5}),(\d{1,2}))$/;

/** What a text means as an amount of TRX: SUN, or the readings between which it is ambiguous, or nothing. */
export type TrxAnswer =
  | { readonly kind: "sun"; readonly amountSun: Sun }
  /** Each as it can be typed: it has one reading then. */
  | { readonly kind: "ambiguous"; readonly readings: readonly [string, string] }
  | { readonly kind: "none" };

/**
 * Reads a typed text as an amount of TRX. Commas and spaces group digits by three, a point is a decimal point. 12,5 is not
 * guessed: some mean 12.5, for others it is 125. Nor is 12,500, or 1.000.
 */
export function parseTypedTrx(text: string): TrxAnswer {
  if (text.length > 4 * MAX_LENGTH) return { kind: "none" };
  const written = trimInvisible(trimInvisible(usualSigns(text)).replace(/trx$/i, ""));
  const [, grouped, three = "", whole = grouped, behind = three] =
    GROUP_OR_FRACTION.exec(written) ?? [];
  if (whole !== undefined) {
    const fraction = behind.replace(/0+$/, "");
    // A fourth digit means that it is no group.
    const digits = fraction.length === 3 ? `${fraction}0` : fraction;
    const small = digits === "" ? whole : `${whole}.${digits}`;
    return { kind: "ambiguous", readings: [small, whole + behind] };
  }
  const amountSun = parseTrx(GROUPED_TRX.test(written) ? written.replace(/[,\s]/g, "") : written);
  return amountSun === undefined ? { kind: "none" } : { kind: "sun", amountSun };
}

/** The least amount of any resource. */
export const SMALLEST_AMOUNT = Math.min(...Object.values(MIN_AMOUNT));

/** The least part of any resource. */
export const SMALLEST_CHUNK = Math.min(...Object.values(MIN_CHUNK));

/** Where all readings but one are less than anything that is ordered, that one is meant: nobody orders 65 units as 65.000. */
export function orderable(answer: AmountAnswer): AmountAnswer {
  if (answer.kind !== "ambiguous") return answer;
  const [only, ...others] = answer.readings.filter(
    (reading) => typeof reading === "string" || reading >= SMALLEST_AMOUNT,
  );
  return others.length === 0 && typeof only === "number" ? { kind: "units", units: only } : answer;
}

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
