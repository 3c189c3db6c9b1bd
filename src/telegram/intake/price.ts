/** Reads a typed text as a price in SUN: a whole number, with or without its unit, or with the @ of a line. */

import { trimInvisible } from "./invisible.js";
import { usualSigns } from "./signs.js";

/** What a text says as a price in whole SUN. */
export type PriceAnswer =
  | { readonly kind: "sun"; readonly priceSun: number }
  /** `near` are the next prices below and above that may be given. */
  | { readonly kind: "fraction"; readonly near: readonly number[] }
  | { readonly kind: "none" };

const PRICE = /^(?:@|price ?= ?)?(\d{1,16}|\d{1,3}(?:[,_]\d{3})+) ?(?:sun)?$/i;
/** 44,500: a fraction for one reader, thousands for another. Of 1,500 the fraction would be less than any price. */
const TWO_READINGS = /^\d{2,3},\d{3}$/;
const FRACTION = /^(?:@|price ?= ?)?(\d{1,9}[.,]\d{1,9}) ?(?:sun)?$/i;
/** The longest text that is read as a price. */
const MAX_LENGTH = 32;

/** Never throws. */
export function parsePrice(text: string): PriceAnswer {
  if (text.length > 4 * MAX_LENGTH) return { kind: "none" };
  const written = trimInvisible(usualSigns(text));
  if (written.length > MAX_LENGTH) return { kind: "none" };
  const whole = PRICE.exec(written)?.[1] ?? "";
  const priceSun = Number(whole.replace(/[,_]/g, ""));
  if (TWO_READINGS.test(whole)) return { kind: "fraction", near: [...nearTo(whole), priceSun] };
  if (priceSun > 0) return { kind: "sun", priceSun };
  const fraction = FRACTION.exec(written)?.[1];
  return fraction === undefined ? { kind: "none" } : { kind: "fraction", near: nearTo(fraction) };
}

function nearTo(fraction: string): number[] {
  const price = Number(fraction.replace(",", "."));
  const near = new Set([Math.floor(price), Math.ceil(price)]);
  return [...near].filter((sun) => sun >= 1);
}
