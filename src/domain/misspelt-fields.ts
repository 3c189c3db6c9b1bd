/**
 * Misspelt fields of a body. Unknown fields are ignored, but ignoring a misspelt one would silently change what is bought or
 * paid: with `quoteID` an order would pay another price than the quoted one.
 */

import { didYouMean, editsBetween } from "../common/nearest-name.js";
import type { FieldProblem } from "./errors.js";
import { MAX_REPORTED_NAMES, noSuchName, SHOWN_NAME_LENGTH } from "./fields.js";

/** Shorter known names are too similar to fields that clients have for something else. */
const LEAST_LETTERS = 6;
const MOST_TYPOS = 2;
/** In how many unknown names typos are looked for: a body may hold thousands, and each takes microseconds. */
const MOST_JUDGED = 100;

export interface FieldNames {
  readonly known: ReadonlySet<string>;
  /** Paths of known fields that this body does not use: misspellings of them are allowed too. */
  readonly unused?: readonly string[];
  /** The path of the object that holds the fields; undefined for the body itself. */
  readonly within?: string;
}

/**
 * The fields that are unknown but similar to a known one: equal but for letter case and underscores or, if the known name has
 * at least six letters, at most two typos away. Names of more than 60 characters pass; typos are looked for in the first 100
 * unknown names only.
 */
export function misspeltFields(fields: object, names: FieldNames): FieldProblem[] {
  const problems: FieldProblem[] = [];
  let meaning: ((name: string) => string | undefined) | undefined;
  for (const name of Object.keys(fields)) {
    if (names.known.has(name) || name.length > SHOWN_NAME_LENGTH) continue;
    meaning ??= meaningOf(names);
    const meant = meaning(name);
    if (meant === undefined) continue;
    problems.push(noSuchName("field", pathOf(names, name), didYouMean(meant)));
    if (problems.length === MAX_REPORTED_NAMES) break;
  }
  return problems;
}

function meaningOf(names: FieldNames): (name: string) => string | undefined {
  const { known, unused = [] } = names;
  const used = [...known].filter((name) => !unused.includes(pathOf(names, name)));
  const exact = new Map(used.map((name) => [folded(name), name]));
  const long = [...exact].filter(([letters]) => letters.length >= LEAST_LETTERS);
  let judged = 0;
  return (name) => {
    const letters = folded(name);
    const same = exact.get(letters);
    if (same !== undefined || judged === MOST_JUDGED) return same;
    judged += 1;
    return long.find(([one]) => editsBetween(letters, one, MOST_TYPOS) !== undefined)?.[1];
  };
}

/** Ignores the usual mistakes: snake_case for camelCase, and capitals. */
function folded(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes("_") ? lower.replaceAll("_", "") : lower;
}

function pathOf({ within }: FieldNames, name: string): string {
  return within === undefined ? name : `${within}.${name}`;
}
