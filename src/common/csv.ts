/** Lines of CSV (RFC 4180) that a spreadsheet reads as what they are, and never as a formula. */

/** A number stands as it is; a text may be anything that anybody has written. */
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
 * What a spreadsheet would reckon with; spaces before it are no protection. An apostrophe in front makes a text of it, and
 * stands before one that begins with it, too, so that it can be taken off again.
 */
const LOOKS_LIKE_A_FORMULA = /^\s*[=+\-@＝＋－＠']|^[\t\r\n]/;
