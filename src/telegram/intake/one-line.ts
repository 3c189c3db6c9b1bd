/**
 * An order on one line: `65k energy 1h T… T…`, in any order. The line only fills in a card, so what
 * is missing or not certain stays open for the card to ask, and every word that was not used is
 * pointed at.
 */

import type { Fields, LineProblem, Verdict } from "../state/draft.js";
import { parseAddresses } from "./addresses.js";
import type { AmountAnswer } from "./amount.js";
import { trimWhile } from "./invisible.js";
import { isManual, isManualKind, problemOf, type Sense } from "./line-problem.js";
import { readWord, type WordReading } from "./line-word.js";

export interface OneLine {
  readonly fields: Fields;
  /** Of the addresses on the line; what the chain says of them is still to be asked. */
  readonly verdicts: Verdict[];
  readonly problems: LineProblem[];
}

/** A line of a thousand wrong words is answered with the first ones. */
const MAX_PROBLEMS = 20;

/**
 * Never throws, whatever the text. An empty line leaves everything open; any other is a Fast order, unless it says
 * something that only a Manual one has.
 */
export function parseOneLine(text: string): OneLine {
  const verdicts = parseAddresses(text);
  const words = lineWords(text).map((word) => ({ word, reading: readWord(word) }));
  if (verdicts.length === 0 && words.length === 0) return { fields: {}, verdicts, problems: [] };
  const sense = senseOf(words.map(({ reading }) => reading));
  const problems = words.flatMap(({ word, reading }) => problemOf(word, reading, sense) ?? []);
  const open = new Set(problems.map(({ field }) => field));
  const known = <T>(field: LineProblem["field"], value: T) => (open.has(field) ? undefined : value);
  return {
    fields: {
      type: known("type", isManual(sense) ? "Manual" : "Fast"),
      resource: known("resource", sense.resources[0]),
      amount: known("amount", sense.amounts[0]),
      duration: known("duration", sense.durations[0]),
      ...((isManual(sense) || sense.hasManualWords) && manualFields(sense, known)),
    },
    verdicts,
    problems: problems.slice(0, MAX_PROBLEMS),
  };
}

/** Whoever names a price on the line need not be asked about the rest of it. */
function manualFields(
  { prices, partials, chunks, bulk }: Sense,
  known: <T>(field: LineProblem["field"], value: T) => T | undefined,
): Fields {
  const isSaid = prices.length + partials.length + chunks.length > 0 || bulk;
  return {
    price: known("price", prices[0]),
    ...(isSaid && { allowPartial: known("options", partials[0] ?? true) }),
    ...(chunks.length > 0 && { partialMin: known("options", chunks[0]) }),
    ...(bulk && { bulk }),
  };
}

/** All that the words of the line say of each field. */
function senseOf(readings: readonly WordReading[]): Sense {
  const said = <T>(of: (reading: WordReading) => T | undefined) =>
    unique(readings.map(of).filter((value) => value !== undefined));
  return {
    types: said((it) => (it.kind === "type" ? it.type : undefined)),
    resources: said((it) => (it.kind === "resource" ? it.resource : undefined)),
    durations: said((it) => (it.kind === "duration" ? it.duration : undefined)),
    amounts: said((it) => (it.kind === "amount" ? unitsOf(it.answer) : undefined)),
    prices: said((it) =>
      it.kind === "price" && it.answer.kind === "sun" ? it.answer.priceSun : undefined,
    ),
    partials: said((it) => (it.kind === "partial" ? it.allowed : undefined)),
    chunks: said((it) => (it.kind === "chunk" ? unitsOf(it.answer) : undefined)),
    bulk: readings.some(({ kind }) => kind === "bulk"),
    hasManualWords: readings.some(({ kind }) => isManualKind(kind)),
  };
}

function unitsOf(answer: AmountAnswer): number | undefined {
  return answer.kind === "units" ? answer.units : undefined;
}

/** The same thing said twice is no contradiction. */
function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

const FIRST_GROUP = /^[1-9]\d{0,2}(?: \d{3})*$/;
const NEXT_GROUP = /^\d{3}$/;
const NUMBER = /^@?\d[\d.,_ ]*$/;
const UNIT = /^(?:sun|k|к|m|min|mins|minutes?|h|hrs?|hours?|d|days?|w|weeks?)$/i;

/** The words of a line, addresses aside. What a space has torn apart is put together: "65 000", "65 k", "1 h". */
function lineWords(text: string): string[] {
  const words: string[] = [];
  for (const piece of text.split(/\s+/).flatMap(withoutAddresses)) {
    const word = trimWhile(piece, (character) => AROUND_A_WORD.test(character));
    const before = words.at(-1);
    if (before !== undefined && FIRST_GROUP.test(before) && NEXT_GROUP.test(word)) {
      words[words.length - 1] = `${before} ${word}`;
    } else if (before !== undefined && NUMBER.test(before) && UNIT.test(word)) {
      words[words.length - 1] = before + word;
    } else if (word !== "") {
      words.push(word);
    }
  }
  return words;
}

/** A list mark or a bracket is not a mistake to point at. */
const AROUND_A_WORD = /^[,;:()"'`<>\p{Cf}]$/u;

/**
 * "T…,65k" still says 65k; what stands around an address without a comma, as in a link, belongs to
 * it.
 */
function withoutAddresses(piece: string): string[] {
  if (parseAddresses(piece).length === 0) return [piece];
  return piece.split(/[,;|]/).filter((part) => parseAddresses(part).length === 0);
}
