/**
 * Money is integer SUN (1 TRX = 1,000,000 SUN), a branded number that never leaves the safe integers.
 * TRX exists only at the edges: in answers, on the command line and in texts.
 */
import { assert } from "./assert.js";

export type Sun = number & { readonly __unit: "sun" };

export const SUN_PER_TRX = 1_000_000;

/** Asserts that `value` is a whole, non-negative, safe number of SUN and brands it. */
export function sun(value: number): Sun {
  assert(Number.isSafeInteger(value) && value >= 0, `not an amount of SUN: ${value}`);
  return value as Sun;
}

export function sumSun(amounts: Iterable<Sun>): Sun {
  let total = 0;
  for (const amount of amounts) total += amount;
  return sun(total);
}

/**
 * What a customer can withdraw. Gifts cannot be: what is held for orders and not bound for sellers spends them first, and the
 * rest of them stays in what is available.
 */
export function withdrawable(money: {
  readonly availableSun: number;
  readonly heldForPoolSun: number;
  readonly giftSun: number;
}): Sun {
  const { availableSun, heldForPoolSun, giftSun } = money;
  return sun(availableSun - Math.min(availableSun, Math.max(0, giftSun - heldForPoolSun)));
}

/** TRX as a JSON number, exact to 6 decimals below 8.5e9 TRX; 3,900,000 SUN is 3.9. */
export function toTrx(amountSun: number): number {
  return amountSun / SUN_PER_TRX;
}

/** Reads a decimal TRX amount such as "10000" or "3.9"; undefined when it is not one, or finer than 1 SUN. */
export function parseTrx(text: string): Sun | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (!match) return undefined;
  const whole = Number(match[1]) * SUN_PER_TRX;
  const value = whole + Number((match[2] ?? "").padEnd(6, "0"));
  return Number.isSafeInteger(value) ? sun(value) : undefined;
}

/** TRX for people: thousands separated, no trailing zeros; 10,000.5. */
export function formatTrx(amountSun: number): string {
  const whole = Math.floor(amountSun / SUN_PER_TRX);
  const fraction = String(amountSun % SUN_PER_TRX)
    .padStart(6, "0")
    .replace(/0+$/, "");
  return formatInteger(whole) + (fraction ? `.${fraction}` : "");
}

/** 65000 as "65,000". */
export function formatInteger(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** TRX for programs, exact and plain: 3900000 as "3.9", -1 as "-0.000001". */
export function decimalTrx(amountSun: number): string {
  const fraction = String(Math.abs(amountSun) % SUN_PER_TRX)
    .padStart(6, "0")
    .replace(/0+$/, "");
  const whole = Math.floor(Math.abs(amountSun) / SUN_PER_TRX);
  return `${amountSun < 0 ? "-" : ""}${whole}${fraction && `.${fraction}`}`;
}
