/** Rows for people: in columns if they fit the terminal. No id or address is ever broken. */
import { type Cell, cellText, fields, fold, type Width } from "./print.js";

const NUMBER = /^[\d,]+(\.\d+)?$/;
const GAP = "  ";
/** Narrower columns of prose are hard to read. */
const LEAST_PROSE = 24;

/**
 * Rows under headings; numbers to the right. `whenEmpty` stands for no rows at all. In a table wider than the terminal the last
 * column is folded if it is prose; otherwise each row becomes a block of lines.
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  whenEmpty: string,
  width: Width,
): string {
  if (rows.length === 0) return whenEmpty;
  const texts = rows.map((row) => row.map(cellText));
  const columns = columnsOf(headings, texts);
  const whole = aligned([headings, ...texts], columns);
  if (width === undefined || widest(whole) <= width) return whole;
  return folded(headings, texts, columns, width) ?? records(headings, texts, width);
}

/** A block of lines for each row, without empty fields. */
export function records(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  width: Width,
): string {
  const blocks = rows.map((row) => {
    const cells = headings.map((heading, at) => [heading, row[at] ?? ""] as const);
    return fields(Object.fromEntries(cells.filter(([, cell]) => cell !== "")), width);
  });
  return blocks.join("\n\n");
}

export function widest(text: string): number {
  return Math.max(...text.split("\n").map((line) => line.length));
}

interface Column {
  readonly width: number;
  readonly isNumber: boolean;
}

function columnsOf(headings: readonly string[], rows: readonly string[][]): Column[] {
  return headings.map((heading, at) => {
    const cells = rows.map((row) => row[at] ?? "");
    const filled = cells.filter((cell) => cell !== "");
    return {
      width: Math.max(heading.length, ...cells.map(({ length }) => length)),
      isNumber: filled.length > 0 && filled.every((cell) => NUMBER.test(cell)),
    };
  });
}

function aligned(lines: readonly (readonly string[])[], columns: readonly Column[]): string {
  const pad = (cell: string, { width, isNumber } = columns[0] as Column) =>
    isNumber ? cell.padStart(width) : cell.padEnd(width);
  return lines
    .map((line) =>
      line
        .map((cell, at) => pad(cell, columns[at]))
        .join(GAP)
        .trimEnd(),
    )
    .join("\n");
}

/** The last column, folded; undefined when it would be too narrow, or must not be broken. */
function folded(
  headings: readonly string[],
  rows: readonly string[][],
  columns: readonly Column[],
  width: number,
): string | undefined {
  const others = columns.slice(0, -1);
  const room = width - others.reduce((sum, one) => sum + one.width + GAP.length, 0);
  if (room < LEAST_PROSE) return undefined;
  const lines = rows.flatMap((row) => {
    const [first = "", ...more] = fold(row.at(-1) ?? "", room);
    const blank = others.map(() => "");
    return [[...row.slice(0, -1), first], ...more.map((piece) => [...blank, piece])];
  });
  if (lines.some((line) => (line.at(-1)?.length ?? 0) > room)) return undefined;
  return aligned([headings, ...lines], [...others, { width: room, isNumber: false }]);
}
