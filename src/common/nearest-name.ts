/** Finds the known name that a mistyped one was meant to be, in any letter case. */

/** The share of the letters that may differ if the first word is right; the typos allowed if it is not. */
const UNLIKE_PART = 0.3;
const MOST_TYPOS = 2;

/** Undefined when no known name is similar. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const typed = name.toUpperCase();
  const near = known.flatMap((candidate) => {
    const edits = editsOf(typed, candidate.toUpperCase());
    return edits === undefined ? [] : [{ candidate, edits }];
  });
  return near.sort((a, b) => a.edits - b.edits)[0]?.candidate;
}

/** The advice to a caller who mistyped a name. */
export function didYouMean(meant: string): string {
  return `did you mean ${meant}?`;
}

/** Undefined when the names are not similar: at least one letter of the known name must have been typed. */
function editsOf(typed: string, known: string): number | undefined {
  const sameFamily = wordsOf(known)[0] === wordsOf(typed)[0];
  if (sameFamily && hasWordsOf(known, typed)) return 1;
  const most = sameFamily ? Math.floor(typed.length * UNLIKE_PART) : 0;
  return editsBetween(typed, known, Math.min(Math.max(MOST_TYPOS, most), known.length - 1));
}

function wordsOf(name: string): string[] {
  return name.split("_");
}

/** TELEGRAM_BOT_TOKEN has all words of TELEGRAM_TOKEN. */
function hasWordsOf(known: string, typed: string): boolean {
  const [all, some] = [wordsOf(known), wordsOf(typed)];
  return some.length > 1 && some.every((word) => all.includes(word));
}

/**
 * How many edits make one name of the other: a letter added, left out, changed or swapped with the next (Damerau's distance, no
 * letter edited twice). Undefined when more than `most`.
 */
export function editsBetween(from: string, to: string, most: number): number | undefined {
  if (Math.abs(from.length - to.length) > most) return undefined;
  let twoAbove: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const edits = [row];
    for (let at = 1; at <= to.length; at += 1) {
      const isSame = from[row - 1] === to[at - 1];
      const isSwapped = from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      const changed = (above[at - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwapped ? (twoAbove[at - 2] ?? 0) + 1 : changed;
      edits.push(Math.min(changed, swapped, (above[at] ?? 0) + 1, (edits[at - 1] ?? 0) + 1));
    }
    // The smallest value of a row never falls from one row to the next, swaps included.
    if (Math.min(...edits) > most) return undefined;
    [twoAbove, above] = [above, edits];
  }
  const edits = above.at(-1) ?? 0;
  return edits <= most ? edits : undefined;
}
