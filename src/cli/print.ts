/** Results for people: aligned columns, thousands separated, times in UTC. */
import { formatInteger, formatTrx, SUN_PER_TRX } from "../domain/money.js";

type Cell = string | number;

const NUMBER = /^[\d,]+(\.\d+)?$/;

/** Rows under headings; numbers to the right. `whenEmpty` stands for no rows at all. */
export function table(headings: readonly string[], rows: readonly Cell[][], whenEmpty: string) {
  if (rows.length === 0) return whenEmpty;
  const texts = rows.map((row) => row.map(cellText));
  const isNumber = headings.map((_, at) => texts.every((row) => NUMBER.test(row[at] ?? "")));
  const lines = [headings, ...texts];
  const widths = headings.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) =>
          isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** One name and value a line. */
export function fields(record: Readonly<Record<string, Cell | boolean | null>>): string {
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  return Object.entries(record)
    .map(([name, value]) => `${name.padEnd(width)}  ${cellText(value ?? "-")}`.trimEnd())
    .join("\n");
}

/** TRX as the engine gives it, 10000.5, as 10,000.5. */
export function trx(amount: number): string {
  return formatTrx(Math.round(amount * SUN_PER_TRX));
}

/** "2026-08-01 12:00:00Z" */
export function moment(atMs: number): string {
  return new Date(atMs).toISOString().replace("T", " ").replace(/\.\d+/, "");
}

/** Names and reasons come from outside: a control character must not reach the terminal. */
function cellText(cell: Cell | boolean): string {
  if (typeof cell === "number") return formatInteger(cell);
  return String(cell).replace(/\p{Cc}/gu, " ");
}
