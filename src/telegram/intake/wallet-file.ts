/** The wallets of a file: one a line, in its first column. Every other line gets a verdict like a pasted word. */
import type { Verdict } from "../state/draft.js";
import { eachOnce, parseAddresses } from "./addresses.js";
import { type FileRow, readRows } from "./text-file.js";

/** A longer word in the first row is a bad wallet, not a title. */
const LONGEST_TITLE = 20;
const LONGEST_SHOWN = 40;

/** In the order of the lines; none when no line has anything like an address. */
export function walletsOfFile(text: string): Verdict[] {
  const rows = readRows(text);
  const column = walletColumn(rows);
  if (column === undefined) return [];
  const [only] = rows;
  // A list on one line is a list too.
  if (only && rows.length === 1) return eachOnce(only.cells.flatMap(parseAddresses));
  return eachOnce(rows.flatMap((row, at) => verdictsOf(row, column, at === 0)));
}

/** The first column with anything like an address in any row. Each cell is checked once, because the sender chooses the size. */
function walletColumn(rows: readonly FileRow[]): number | undefined {
  let first: number | undefined;
  for (const { cells } of rows) {
    const found = cells.slice(0, first).findIndex((cell) => parseAddresses(cell).length > 0);
    if (found !== -1) first = found;
  }
  return first;
}

function verdictsOf({ cells }: FileRow, column: number, isFirst: boolean): Verdict[] {
  const cell = cells[column] ?? "";
  const verdicts = parseAddresses(cell);
  if (verdicts.length > 0) return verdicts;
  if (isFirst && cell.length < LONGEST_TITLE) return [];
  const shown = cell || cells.find((one) => one !== "") || "";
  return [{ address: short(shown), bad: "no address" }];
}

function short(text: string): string {
  const characters = Array.from(text.slice(0, 2 * LONGEST_SHOWN));
  return characters.slice(0, LONGEST_SHOWN).join("");
}
