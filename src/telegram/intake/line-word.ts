/**
 * What one word of a line says by itself: words name their field by their form, which is why their
 * order is free.
 */
import { DURATIONS, type Duration, durationSeconds } from "../../domain/duration.js";
import { ORDER_TYPES, type OrderType } from "../../domain/order-request.js";
import { RESOURCES, type Resource } from "../../domain/resource.js";
import { SMALLEST_AMOUNT } from "../wizard/amount-notice.js";
import type { AmountAnswer, PriceAnswer } from "../wizard/events.js";
import { parseAmount } from "./amount.js";
import { parsePrice } from "./price.js";

export type WordReading =
  | { readonly kind: "type"; readonly type: OrderType }
  | { readonly kind: "resource"; readonly resource: Resource }
  | { readonly kind: "duration"; readonly duration: Duration }
  /** A time that is not rented out, and those that are next to it. */
  | { readonly kind: "otherDuration"; readonly near: readonly Duration[] }
  | { readonly kind: "amount"; readonly answer: AmountAnswer }
  /** Too small for any amount: probably a time whose unit is missing. */
  | { readonly kind: "smallNumber"; readonly value: number }
  | { readonly kind: "price"; readonly answer: PriceAnswer }
  /** Whether parts are allowed. */
  | { readonly kind: "partial"; readonly allowed: boolean }
  /** The least part. */
  | { readonly kind: "chunk"; readonly answer: AmountAnswer }
  | { readonly kind: "bulk" }
  | { readonly kind: "unknown" };

const RESOURCE_WORDS: Readonly<Record<string, Resource>> = { bw: "bandwidth" };
const TIME = /^(\d{1,6}) ?(m|min|mins|minutes?|h|hrs?|hours?|d|days?|w|weeks?)$/;
const NUMBER_LIKE = /^[-+.]?\d/;

export function readWord(word: string): WordReading {
  const lower = word.toLowerCase();
  const resource =
    RESOURCES.find((name) => name === lower) ??
    (Object.hasOwn(RESOURCE_WORDS, lower) ? RESOURCE_WORDS[lower] : undefined);
  if (resource) return { kind: "resource", resource };
  const type = ORDER_TYPES.find((name) => name.toLowerCase() === lower);
  if (type) return { kind: "type", type };
  const duration = DURATIONS.find((name) => name === lower);
  if (duration) return { kind: "duration", duration };
  const time = TIME.exec(lower);
  if (time) return { kind: "otherDuration", near: nearDurations(time[1] ?? "", time[2] ?? "") };
  const option = manualWord(word, lower);
  if (option) return option;
  if (!NUMBER_LIKE.test(lower)) return { kind: "unknown" };
  const value = /^\d{1,6}$/.test(lower) ? Number(lower) : Number.NaN;
  if (value < SMALLEST_AMOUNT) return { kind: "smallNumber", value };
  return { kind: "amount", answer: parseAmount(word) };
}

/** "@" and a name is a wallet of the address book; "@" and a number is a price. */
const PRICE_WORD = /^(?:@[\d.,_]+(?:sun)?|price=.*|[\d.,_]+sun)$/;
const PARTIAL_WORDS: Readonly<Record<string, boolean>> = { partial: true, whole: false };

/** What only a Manual order says: `@55 partial min=20000 bulk`. */
function manualWord(word: string, lower: string): WordReading | undefined {
  if (PRICE_WORD.test(lower)) return { kind: "price", answer: parsePrice(word) };
  if (lower.startsWith("min=")) return { kind: "chunk", answer: parseAmount(word.slice(4)) };
  if (lower === "bulk") return { kind: "bulk" };
  const allowed = Object.hasOwn(PARTIAL_WORDS, lower) ? PARTIAL_WORDS[lower] : undefined;
  return allowed === undefined ? undefined : { kind: "partial", allowed };
}

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  m: 60,
  h: 3_600,
  d: 86_400,
  w: 604_800,
};

/**
 * The same time in its usual writing (60m is 1h), else the next shorter and the next longer one.
 */
function nearDurations(count: string, unit: string): Duration[] {
  const seconds = Number(count) * (UNIT_SECONDS[unit.charAt(0)] ?? 0);
  const same = DURATIONS.find((duration) => durationSeconds(duration) === seconds);
  if (same) return [same];
  const shorter = DURATIONS.findLast((duration) => durationSeconds(duration) < seconds);
  const longer = DURATIONS.find((duration) => durationSeconds(duration) > seconds);
  return [shorter, longer].filter((duration) => duration !== undefined);
}
