/** Which known name a mistyped one was meant to be, in any letter case. */

/** What of a name may differ where its first word is right, and where it is not. */
const UNLIKE_PART = 0.3;
const MOST_TYPOS = 2;

/** Undefined when none is like it. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const typed = name.toUpperCase();
  const near = known.flatMap((candidate) => {
    const edits = editsOf(typed, candidate.toUpperCase());
    return edits === undefined ? [] : [{ candidate, edits }];
  });
  return near.sort((a, b) => a.edits - b.edits)[0]?.candidate;
}

/** Undefined where one is not like the other: some letter of the known name must have been typed. */
function editsOf(typed: string, known: string): number | undefined {
  const sameFamily = wordsOf(known)[0] === wordsOf(typed)[0];
  const most = sameFamily ? Math.floor(typed.length * UNLIKE_PART) : 0;
  const edits = sameFamily && hasWordsOf(known, typed) ? 1 : editsBetween(typed, known);
  const isLike = edits <= Math.max(MOST_TYPOS, most) && edits < known.length;
  return isLike ? edits : undefined;
}

function wordsOf(name: string): string[] {
  return name.split("_");
}

/** As TELEGRAM_BOT_TOKEN has those of TELEGRAM_TOKEN. */
function hasWordsOf(known: string, typed: string): boolean {
  const [all, some] = [wordsOf(known), wordsOf(typed)];
  return some.length > 1 && some.every((word) => all.includes(word));
}

/** How many letters must be put in, left out or changed to make one of the other (Levenshtein). */
function editsBetween(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...from].entries()) {
    const edits = [row + 1];
    for (const [at, other] of [...to].entries()) {
      const changed = (above[at] ?? 0) + (letter === other ? 0 : 1);
      edits.push(Math.min(changed, (above[at + 1] ?? 0) + 1, (edits[at] ?? 0) + 1));
    }
    above = edits;
  }
  return above.at(-1) ?? 0;
}
