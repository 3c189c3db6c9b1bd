/** What is wrong with a word of a line, judged with the other words. */

import { DURATIONS, type Duration } from "../../domain/duration.js";
import { formatInteger } from "../../domain/money.js";
import { MAX_AMOUNT, type OrderType } from "../../domain/order-request.js";
import { MAX_PRICE_SUN } from "../../domain/rates.js";
import {
  MIN_AMOUNT,
  MIN_CHUNK,
  type PerResource,
  type Resource,
  resourceTitle,
} from "../../domain/resource.js";
import type { LineProblem } from "../state/draft.js";
import type { AmountAnswer } from "./amount.js";
import { SMALLEST_AMOUNT, SMALLEST_CHUNK } from "./amount-notice.js";
import type { WordReading } from "./line-word.js";
import type { PriceAnswer } from "./price.js";

/** What the whole line says: each thing once, in order. */
export interface Sense {
  readonly types: readonly OrderType[];
  readonly resources: readonly Resource[];
  readonly durations: readonly Duration[];
  readonly amounts: readonly number[];
  readonly prices: readonly number[];
  readonly partials: readonly boolean[];
  readonly chunks: readonly number[];
  readonly bulk: boolean;
  /** A price or an option is given, even a wrong one. */
  readonly hasManualWords: boolean;
}

/** Named, or implied by an option of Manual orders. */
export function isManual({ types, hasManualWords }: Sense): boolean {
  return types.includes("Manual") || (hasManualWords && !types.includes("Fast"));
}

const MANUAL_KINDS: readonly WordReading["kind"][] = ["price", "partial", "chunk", "bulk"];

export function isManualKind(kind: WordReading["kind"]): boolean {
  return MANUAL_KINDS.includes(kind);
}

type Finding = Omit<LineProblem, "word">;

const MAX_SHOWN = 48;

export function problemOf(
  word: string,
  reading: WordReading,
  sense: Sense,
): LineProblem | undefined {
  const finding = findingOf(reading, sense);
  return finding && { word: shown(word), ...finding };
}

function findingOf(reading: WordReading, sense: Sense): Finding | undefined {
  if (isManualKind(reading.kind) && !isManual(sense)) {
    return { code: "NOT_WITH_FAST", field: "type", hint: ["Manual"] };
  }
  switch (reading.kind) {
    case "type":
      if (reading.type === sense.types[0]) return undefined;
      return { code: "TWO_TYPES", field: "type", hint: [...sense.types] };
    case "resource":
      if (reading.resource === sense.resources[0]) return undefined;
      return { code: "TWO_RESOURCES", field: "resource", hint: sense.resources.map(resourceTitle) };
    case "duration":
      if (reading.duration === sense.durations[0]) return undefined;
      return { code: "TWO_DURATIONS", field: "duration", hint: [...sense.durations] };
    case "otherDuration":
      return { code: "DURATION_NOT_OFFERED", field: "duration", hint: [...reading.near] };
    case "amount":
      return amountFinding(reading.answer, sense);
    case "smallNumber":
      return smallNumberFinding(reading.value, sense);
    case "price":
      return priceFinding(reading.answer, sense);
    case "partial":
      if (reading.allowed === sense.partials[0]) return undefined;
      return { code: "PARTIAL_OR_WHOLE", field: "options", hint: ["partial", "whole"] };
    case "chunk":
      return chunkFinding(reading.answer, sense);
    case "bulk":
      return undefined;
    case "unknown":
      return { code: "UNKNOWN_WORD", hint: [] };
  }
}

function amountFinding(answer: AmountAnswer, sense: Sense): Finding | undefined {
  const field = "amount";
  if (answer.kind === "none") {
    return { code: "AMOUNT_NOT_UNDERSTOOD", field, hint: ["65,000", "65k"] };
  }
  if (answer.kind === "ambiguous") {
    return { code: "AMOUNT_AMBIGUOUS", field, hint: [...answer.readings] };
  }
  const minimum = leastAmount(sense);
  if (answer.units < minimum) {
    return { code: "AMOUNT_TOO_SMALL", field, hint: [formatInteger(minimum)] };
  }
  if (answer.units > MAX_AMOUNT) {
    return { code: "AMOUNT_TOO_LARGE", field, hint: [formatInteger(MAX_AMOUNT)] };
  }
  if (answer.units === sense.amounts[0]) return undefined;
  return { code: "TWO_AMOUNTS", field, hint: sense.amounts.map(formatInteger) };
}

function priceFinding(answer: PriceAnswer, { prices }: Sense): Finding | undefined {
  const field = "price";
  if (answer.kind === "none") return { code: "PRICE_NOT_UNDERSTOOD", field, hint: ["@55"] };
  if (answer.kind === "fraction") return { code: "PRICE_NOT_WHOLE", field, hint: ["@55"] };
  if (answer.priceSun > MAX_PRICE_SUN) {
    return { code: "PRICE_TOO_HIGH", field, hint: [formatInteger(MAX_PRICE_SUN)] };
  }
  if (answer.priceSun === prices[0]) return undefined;
  return { code: "TWO_PRICES", field, hint: prices.map((price) => `${price} SUN`) };
}

function chunkFinding(answer: AmountAnswer, sense: Sense): Finding | undefined {
  const field = "options";
  if (answer.kind === "none") return { code: "CHUNK_NOT_UNDERSTOOD", field, hint: ["min=20000"] };
  if (answer.kind === "ambiguous") {
    return { code: "CHUNK_AMBIGUOUS", field, hint: [...answer.readings] };
  }
  if (sense.partials.includes(false)) {
    return { code: "PARTIAL_OR_WHOLE", field, hint: ["partial", "whole"] };
  }
  const minimum = leastOf(MIN_CHUNK, sense) ?? SMALLEST_CHUNK;
  if (answer.units < minimum) {
    return { code: "CHUNK_TOO_SMALL", field, hint: [formatInteger(minimum)] };
  }
  const [amount, second] = sense.amounts;
  if (amount !== undefined && second === undefined && answer.units > amount) {
    return { code: "CHUNK_TOO_LARGE", field, hint: [formatInteger(amount)] };
  }
  if (answer.units === sense.chunks[0]) return undefined;
  return { code: "TWO_CHUNKS", field, hint: sense.chunks.map(formatInteger) };
}

/** A number below every minimum is probably meant for the missing field. */
function smallNumberFinding(value: number, sense: Sense): Finding {
  if (sense.durations.length === 0) {
    const same = DURATIONS.filter((duration) => Number.parseInt(duration, 10) === value);
    const hint = same.length > 0 ? same : [...DURATIONS];
    return { code: "DURATION_NEEDS_UNIT", field: "duration", hint };
  }
  if (sense.amounts.length > 0) return { code: "UNKNOWN_WORD", hint: [] };
  return { code: "AMOUNT_TOO_SMALL", field: "amount", hint: [formatInteger(leastAmount(sense))] };
}

function leastAmount(sense: Sense): number {
  return leastOf(MIN_AMOUNT, sense) ?? SMALLEST_AMOUNT;
}

/** Of the resource, where the line names one. */
function leastOf(least: PerResource<number>, { resources }: Sense): number | undefined {
  const [resource, second] = resources;
  return resource && !second ? least[resource] : undefined;
}

/** Cut between characters, because the word is sent back in a message. */
function shown(word: string): string {
  const characters = Array.from(word.slice(0, 2 * MAX_SHOWN), (character) =>
    /^\p{Cs}$/u.test(character) ? "\ufffd" : character,
  );
  const isCut = characters.length > MAX_SHOWN || word.length > 2 * MAX_SHOWN;
  return characters.slice(0, MAX_SHOWN).join("") + (isCut ? "…" : "");
}
