/** Writes lines of CSV (RFC 4180) that no spreadsheet reads as formulas. */

/** A number is written as it is; a text may come from anybody. */
export type CsvCell = string | number | { readonly decimal: string } | undefined;

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(cell: CsvCell): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  if (typeof cell !== "string") return cell.decimal;
  const harmless = LOOKS_LIKE_A_FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * What a spreadsheet would calculate; leading spaces do not protect. An apostrophe in front makes it a text. A text that begins
 * with an apostrophe gets one too, so that a reader can take it off again.
 */
const LOOKS_LIKE_A_FORMULA = /^\s*[=+\-@＝＋－＠']|^[\t\r\n]/;
