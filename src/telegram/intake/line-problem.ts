/** What is wrong with a word of a line, seen beside the other words. */
import { DURATIONS, type Duration } from "../../domain/duration.js";
import { formatInteger } from "../../domain/money.js";
import { MAX_AMOUNT } from "../../domain/order-request.js";
import { MIN_AMOUNT, type Resource, resourceTitle } from "../../domain/resource.js";
import { SMALLEST_AMOUNT } from "../wizard/amount-notice.js";
import type { LineProblem } from "../wizard/draft.js";
import type { AmountAnswer } from "../wizard/events.js";
import type { WordReading } from "./line-word.js";

/** What the whole line says: each thing once, in the order in which it is said. */
export interface Sense {
  readonly resources: readonly Resource[];
  readonly durations: readonly Duration[];
  readonly amounts: readonly number[];
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
  switch (reading.kind) {
    case "type":
      if (reading.type === "Fast") return undefined;
      return { code: "MANUAL_NOT_YET", field: "type", hint: ["Fast"] };
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

/** A number below every minimum is the field that the line still lacks, or nothing at all. */
function smallNumberFinding(value: number, sense: Sense): Finding {
  if (sense.durations.length === 0) {
    const same = DURATIONS.filter((duration) => Number.parseInt(duration, 10) === value);
    const hint = same.length > 0 ? same : [...DURATIONS];
    return { code: "DURATION_NEEDS_UNIT", field: "duration", hint };
  }
  if (sense.amounts.length > 0) return { code: "UNKNOWN_WORD", hint: [] };
  return { code: "AMOUNT_TOO_SMALL", field: "amount", hint: [formatInteger(leastAmount(sense))] };
}

function leastAmount({ resources: [resource, second] }: Sense): number {
  return resource && !second ? MIN_AMOUNT[resource] : SMALLEST_AMOUNT;
}

/** Cut between characters, and without halves of them: the word is sent back in a message. */
function shown(word: string): string {
  const characters = Array.from(word.slice(0, 2 * MAX_SHOWN), (character) =>
    /^\p{Cs}$/u.test(character) ? "\ufffd" : character,
  );
  const isCut = characters.length > MAX_SHOWN || word.length > 2 * MAX_SHOWN;
  return characters.slice(0, MAX_SHOWN).join("") + (isCut ? "…" : "");
}
