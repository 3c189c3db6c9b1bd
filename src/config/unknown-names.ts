/**
 * Names that look like settings and are none. A mistyped one changes nothing and nobody notices; so the start warns of it. It is no
 * reason to refuse: a setting of another version must not keep a desk from starting. Values are never told.
 */
import { LONG_HEX } from "./variable.js";
import { VARIABLES } from "./variables.js";

const SETTINGS = Object.keys(VARIABLES);
/** What of a name may differ where its first word is right, and where it is not. */
const UNLIKE_PART = 0.3;
const MOST_TYPOS = 2;
const PLAIN_NAME = /^\w{1,64}$/;

export interface GivenNames {
  /** `.env` is the desk's own: every name in it is meant for it. */
  readonly dotEnv: readonly string[];
  /** The environment holds much else. */
  readonly environment: readonly string[];
}

/** A sentence for each name. */
export function unknownNames({ dotEnv, environment }: GivenNames): string[] {
  const inFile = dotEnv.filter(isUnknown).map((name) => {
    const meant = nearest(name, SETTINGS);
    const advice = meant ? `did you mean ${meant}?` : ".env.example lists them all.";
    return `${shown(name)} in .env is no setting; ${advice}`;
  });
  // Settings of one word, HOST and PORT, are too close to what others call theirs.
  const settings = SETTINGS.filter((name) => name.includes("_"));
  const elsewhere = environment.filter((name) => isUnknown(name) && !dotEnv.includes(name));
  return [
    ...inFile,
    ...elsewhere.flatMap((name) => {
      const meant = nearest(name, settings);
      return meant ? [`${shown(name)} is no setting; did you mean ${meant}?`] : [];
    }),
  ];
}

function isUnknown(name: string): boolean {
  return !SETTINGS.includes(name);
}

/** The setting that was meant; undefined when none is like it. */
function nearest(name: string, settings: readonly string[]): string | undefined {
  const upper = name.toUpperCase();
  const near = settings.flatMap((setting) => {
    const sameFamily = wordsOf(setting)[0] === wordsOf(upper)[0];
    const most = sameFamily ? Math.floor(upper.length * UNLIKE_PART) : 0;
    const edits = sameFamily && hasWordsOf(setting, upper) ? 1 : editsBetween(upper, setting);
    return edits <= Math.max(MOST_TYPOS, most) ? [{ setting, edits }] : [];
  });
  return near.sort((a, b) => a.edits - b.edits)[0]?.setting;
}

function wordsOf(name: string): string[] {
  return name.split("_");
}

/** As TELEGRAM_BOT_TOKEN has those of TELEGRAM_TOKEN. */
function hasWordsOf(setting: string, name: string): boolean {
  const [all, some] = [wordsOf(setting), wordsOf(name)];
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

/** A line that went wrong may have a key where a name should be. */
function shown(name: string): string {
  return PLAIN_NAME.test(name) && !LONG_HEX.test(name) ? name : "A name that is not shown";
}
