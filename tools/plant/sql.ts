/** What can be changed in a statement of SQL: bounds, conditions, order. Its comments and quoted words are left alone. */

export interface TextChange {
  /** Into the text. */
  readonly at: number;
  readonly was: string;
  readonly becomes: string;
}

const STATEMENT = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|CREATE (?:TABLE|TRIGGER))\b/;

const BECOMES: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "<>": "=",
  "+": "-",
  "-": "+",
  AND: "OR",
  OR: "AND",
  "IS NULL": "IS NOT NULL",
  "IS NOT NULL": "IS NULL",
  ASC: "DESC",
  DESC: "ASC",
};

/** What is no word to change comes first, so that it is read over. */
const WORDS =
  /--[^\n]*|'[^']*'|\bBETWEEN\s+\S+\s+AND\b|\bOR (?:IGNORE|REPLACE|ABORT|FAIL|ROLLBACK)\b|(?<=\s)(?:<=|>=|<>|[<>+-])(?=\s)|\b(?:AND|OR|ASC|DESC|IS NULL|IS NOT NULL)\b/g;

export function isSql(text: string): boolean {
  return STATEMENT.test(text);
}

export function sqlChanges(text: string): TextChange[] {
  return [...text.matchAll(WORDS)].flatMap(({ 0: was, index: at }) => {
    const becomes = BECOMES[was];
    return becomes === undefined ? [] : [{ at, was, becomes }];
  });
}
