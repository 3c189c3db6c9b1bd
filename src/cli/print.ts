/** Results for people: a name and a value a line, thousands separated, times in UTC. */
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
export function cellText(cell: Cell | boolean): string {
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
