/** What one word of a line means by itself. Words name their field by their form, so their order is free. */
import type { Duration } from "../../domain/duration.js";
import { ORDER_TYPES, type OrderType } from "../../domain/order-request.js";
import { RESOURCES, type Resource } from "../../domain/resource.js";
import { type AmountAnswer, orderable, parseAmount, SMALLEST_AMOUNT } from "./amount.js";
import { parseDuration } from "./duration.js";
import { type PriceAnswer, parsePrice } from "./price.js";
import { usualSigns } from "./signs.js";

type TimeReading = Extract<WordReading, { kind: "duration" | "otherDuration" }>;

export type WordReading =
  /** 15m, 2w: millions or minutes, tens of thousands or weeks. The other words of the line decide, or nobody. */
  | { readonly kind: "either"; readonly units: number; readonly time: TimeReading }
  | { readonly kind: "type"; readonly type: OrderType }
  | { readonly kind: "resource"; readonly resource: Resource }
  | { readonly kind: "duration"; readonly duration: Duration }
  /** A duration that is not sold, and its neighbours. */
  | { readonly kind: "otherDuration"; readonly near: readonly Duration[] }
  | { readonly kind: "amount"; readonly answer: AmountAnswer }
  /** Too small for any amount: probably a duration without its unit. */
  | { readonly kind: "smallNumber"; readonly value: number }
  | { readonly kind: "price"; readonly answer: PriceAnswer }
  /** Whether parts are allowed. */
  | { readonly kind: "partial"; readonly allowed: boolean }
  /** The least part. */
  | { readonly kind: "chunk"; readonly answer: AmountAnswer }
  | { readonly kind: "bulk" }
  /** What is not locked is not delivered. */
  | { readonly kind: "locked" }
  /** It says nothing of the order: "for", "please". */
  | { readonly kind: "small" }
  | { readonly kind: "unknown" };

/** Short, and in other languages. */
const RESOURCE_WORDS: Readonly<Record<string, Resource>> = {
  ...{ 能量: "energy", 带宽: "bandwidth", 帶寬: "bandwidth", 頻寬: "bandwidth" },
  ...{ энергия: "energy", энергии: "energy", энергию: "energy" },
  ...{ полоса: "bandwidth", полосы: "bandwidth", полосу: "bandwidth" },
  ...{ energía: "energy", energia: "energy", banda: "bandwidth" },
  bw: "bandwidth",
};

/** Of the sentence around an order, in each language. */
const SMALL_WORDS = new Set(
  [
    "buy rent send get give need want for to of at on in and the please pls plz me my now thanks",
    "купить купи куплю взять аренда аренду арендовать отправь дай нужно нужна надо мне на для по в и",
    "пожалуйста спасибо",
    "comprar compra compro alquilar alquila alquiler enviar envía envia dame necesito quiero",
    "de del por para en la el y favor mi gracias",
  ]
    .join(" ")
    .split(" "),
);
/** 钱包 by itself may be a name. */
const SMALL_HAN =
  /^(?!(?:地址|钱包|錢包)$)(?:[请請给給我要想租用买買购購个個的帮幫为為到往和]|这个|這個|地址|钱包|錢包|一下|谢谢|謝謝)+$/u;

/** Also 六万五. */
const NUMBER_LIKE = /^(?:[-+.]?\d|[一二两三四五六七八九十]+[万萬])/;

export function readWord(written: string): WordReading {
  const word = usualSigns(written);
  const lower = word.toLowerCase();
  const resource =
    RESOURCES.find((name) => name === lower) ??
    (Object.hasOwn(RESOURCE_WORDS, lower) ? RESOURCE_WORDS[lower] : undefined);
  if (resource) return { kind: "resource", resource };
  const type = ORDER_TYPES.find((name) => name.toLowerCase() === lower);
  if (type) return { kind: "type", type };
  if (lower === "locked") return { kind: "locked" };
  const time = timeWord(lower);
  if (time) return eitherWord(lower, time) ?? time;
  const option = manualWord(word, lower);
  if (option) return option;
  if (SMALL_WORDS.has(lower) || SMALL_HAN.test(lower)) return { kind: "small" };
  if (!NUMBER_LIKE.test(lower)) return { kind: "unknown" };
  const value = /^\d{1,6}$/.test(lower) ? Number(lower) : Number.NaN;
  if (value < SMALLEST_AMOUNT) return { kind: "smallNumber", value };
  return { kind: "amount", answer: orderable(parseAmount(word)) };
}

const EITHER = /^([1-9]\d*)([mмw])$/;

/** Undefined for a duration that cannot be anything else. */
function eitherWord(lower: string, time: TimeReading): WordReading | undefined {
  const [, count, letter] = EITHER.exec(lower) ?? [];
  if (count === undefined) return undefined;
  const units = Number(count) * (letter === "w" ? 10_000 : 1_000_000);
  // Nobody asks for ten weeks, which cannot be had.
  const isAmount = letter === "w" && time.kind === "otherDuration";
  return isAmount
    ? { kind: "amount", answer: { kind: "units", units } }
    : { kind: "either", units, time };
}

function timeWord(lower: string): TimeReading | undefined {
  const time = parseDuration(lower);
  if (time.kind === "none") return undefined;
  return time.kind === "other"
    ? { kind: "otherDuration", near: time.near }
    : { kind: "duration", duration: time.duration };
}

/** "@" and a name is a named wallet; "@" and a number is a price. */
const PRICE_WORD = /^(?:@[\d.,_]+(?:sun)?|price=.*|[\d.,_]+sun)$/;
const PARTIAL_WORDS: Readonly<Record<string, boolean>> = { partial: true, whole: false };

/** Options of Manual orders only: `@55 partial min=20000 bulk`. */
function manualWord(word: string, lower: string): WordReading | undefined {
  if (PRICE_WORD.test(lower)) return { kind: "price", answer: parsePrice(word) };
  if (lower.startsWith("min="))
    return { kind: "chunk", answer: orderable(parseAmount(word.slice(4))) };
  if (lower === "bulk") return { kind: "bulk" };
  const allowed = Object.hasOwn(PARTIAL_WORDS, lower) ? PARTIAL_WORDS[lower] : undefined;
  return allowed === undefined ? undefined : { kind: "partial", allowed };
}

/** What stands behind a number that is none of units: a balance. */
const OTHER_UNITS = /^(?:trx|usdt|usd|\$)$/i;

export function isOtherUnit(word: string): boolean {
  return OTHER_UNITS.test(word);
}

const MAX_SHOWN = 48;

/** Cut between characters, because the word is sent back in a message. */
export function shownWord(word: string): string {
  const characters = Array.from(word.slice(0, 2 * MAX_SHOWN), (character) =>
    /^\p{Cs}$/u.test(character) ? "\ufffd" : character,
  );
  const isCut = characters.length > MAX_SHOWN || word.length > 2 * MAX_SHOWN;
  return characters.slice(0, MAX_SHOWN).join("") + (isCut ? "…" : "");
}
