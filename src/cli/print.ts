/** Results for people: a name and a value a line, or rows in columns if they fit the terminal; thousands separated, times in UTC. */
import { formatInteger, formatTrx, SUN_PER_TRX } from "../domain/money.js";

export type Cell = string | number;

/** The width of the terminal; undefined in a pipe, where lines are as long as they need. */
export type Width = number | undefined;

/** One name and value a line. */
export function fields(
  record: Readonly<Record<string, Cell | boolean | null>>,
  width?: Width,
): string {
  const nameWidth = Math.max(...Object.keys(record).map((name) => name.length)) + 2;
  const lines = Object.entries(record).flatMap(([name, value]) => {
    const pieces = fold(cellText(value ?? "-"), width && width - nameWidth);
    const isTooLong = width !== undefined && nameWidth + (pieces[0]?.length ?? 0) > width;
    // An id that fits on a line of its own gets one.
    if (isTooLong) return [name, ...pieces.map((piece) => `  ${piece}`)];
    return pieces.map((piece, at) =>
      `${(at === 0 ? name : "").padEnd(nameWidth)}${piece}`.trimEnd(),
    );
  });
  return lines.join("\n");
}

/** A text in pieces of at most so many characters, broken between words; a longer word stays whole. */
export function fold(text: string, room: Width): string[] {
  const words = text.split(" ");
  if (room === undefined || words.some((word) => word.length > room)) return [text];
  const pieces: string[] = [];
  for (const word of words) {
    const longer = pieces.length === 0 ? word : `${pieces.at(-1)} ${word}`;
    if (pieces.length === 0 || longer.length > room) pieces.push(word);
    else pieces[pieces.length - 1] = longer;
  }
  return pieces;
}

/** TRX as the engine gives it, 10000.5, as 10,000.5. */
export function trx(amount: number): string {
  return formatTrx(Math.round(amount * SUN_PER_TRX));
}

/** "2026-08-01 12:00:00Z" */
export function moment(atMs: number): string {
  return new Date(atMs).toISOString().replace("T", " ").replace(/\.\d+/, "");
}

/** A terminal obeys the first kind; the others reverse the rest of the line, so that amounts and ids read backwards. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Names and reasons come from outside: a control character must not reach the terminal. */
function cellText(cell: Cell | boolean): string {
  if (typeof cell === "number") return formatInteger(cell);
  return String(cell).replace(CONTROLS, " ");
}

/** The same for JSON, which leaves some of them as they are; a reader of the JSON gets them all back. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value ?? null).replace(
    CONTROLS,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

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

type FieldOf<Row> = {
  [K in keyof Row & string]: Row[K] extends Cell | boolean | null | undefined ? K : never;
}[keyof Row & string];

/** A field under its own name, or under another one ("created: createdAt"), or what is made of the row. */
export type Column<Row> =
  | FieldOf<Row>
  | `${string}: ${FieldOf<Row>}`
  | readonly [heading: string, cellOf: (row: Row) => Cell];

/** Rows by their columns. A field whose name ends in `At` is a time; nothing stands for null. */
export function tableOf<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  whenEmpty: string,
  width: Width,
): string {
  const made = columns.map((column): readonly [string, (row: Row) => Cell] => {
    if (typeof column !== "string") return column;
    const [heading = "", name = heading] = column.split(": ");
    return [heading, (row) => cellOf(name, row[name as keyof Row])];
  });
  const cells = rows.map((row) => made.map(([, cellOf]) => cellOf(row)));
  return table(
    made.map(([heading]) => heading),
    cells,
    whenEmpty,
    width,
  );
}

function cellOf(name: string, value: unknown): Cell {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "number") return String(value ?? "");
  return name.endsWith("At") ? moment(value) : value;
}

export function widest(text: string): number {
  return Math.max(...text.split("\n").map((line) => line.length));
}

interface Measured {
  readonly width: number;
  readonly isNumber: boolean;
}

function columnsOf(headings: readonly string[], rows: readonly string[][]): Measured[] {
  return headings.map((heading, at) => {
    const cells = rows.map((row) => row[at] ?? "");
    const filled = cells.filter((cell) => cell !== "");
    return {
      width: Math.max(heading.length, ...cells.map(({ length }) => length)),
      isNumber: filled.length > 0 && filled.every((cell) => NUMBER.test(cell)),
    };
  });
}

function aligned(lines: readonly (readonly string[])[], columns: readonly Measured[]): string {
  const pad = (cell: string, { width, isNumber } = columns[0] as Measured) =>
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
  columns: readonly Measured[],
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
