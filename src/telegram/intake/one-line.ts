/**
 * An order on one line: `65k energy 1h T… T…`, in any order. The line only fills in a card, so what
 * is missing or not certain stays open for the card to ask, and every word that was not used is
 * pointed at.
 */
import type { DraftData, LineProblem, Verdict } from "../wizard/draft.js";
import { parseAddresses } from "./addresses.js";
import { problemOf, type Sense } from "./line-problem.js";
import { readWord, type WordReading } from "./line-word.js";
import { lineWords } from "./line-words.js";

export type LineFields = Partial<Pick<DraftData, "type" | "resource" | "amount" | "duration">>;

export interface OneLine {
  readonly fields: LineFields;
  /** Of the addresses on the line; what the chain says of them is still to be asked. */
  readonly verdicts: Verdict[];
  readonly problems: LineProblem[];
}

/** A line of a thousand wrong words is answered with the first ones. */
const MAX_PROBLEMS = 20;

/**
 * Never throws, whatever the text. An empty line leaves everything open; any other is a Fast order.
 */
export function parseOneLine(text: string): OneLine {
  const verdicts = parseAddresses(text);
  const words = lineWords(text).map((word) => ({ word, reading: readWord(word) }));
  if (verdicts.length === 0 && words.length === 0) return { fields: {}, verdicts, problems: [] };
  const sense = senseOf(words.map(({ reading }) => reading));
  const problems = words.flatMap(({ word, reading }) => problemOf(word, reading, sense) ?? []);
  const open = new Set(problems.map(({ field }) => field));
  return {
    fields: {
      type: open.has("type") ? undefined : "Fast",
      resource: open.has("resource") ? undefined : sense.resources[0],
      amount: open.has("amount") ? undefined : sense.amounts[0],
      duration: open.has("duration") ? undefined : sense.durations[0],
    },
    verdicts,
    problems: problems.slice(0, MAX_PROBLEMS),
  };
}

/** All that the words of the line say of each field. */
function senseOf(readings: readonly WordReading[]): Sense {
  return {
    resources: unique(readings.flatMap((it) => (it.kind === "resource" ? [it.resource] : []))),
    durations: unique(readings.flatMap((it) => (it.kind === "duration" ? [it.duration] : []))),
    amounts: unique(
      readings.flatMap((it) =>
        it.kind === "amount" && it.answer.kind === "units" ? [it.answer.units] : [],
      ),
    ),
  };
}

/** The same thing said twice is no contradiction. */
function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
