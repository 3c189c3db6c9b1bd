/**
 * Reads a user's file as rows of cells, with any usual separator: commas, semicolons, tabs or bars, or spaces in a row without
 * these.
 */
import { trimInvisible } from "./invisible.js";

/** The largest file that is read, in bytes. */
export const MAX_FILE_BYTES = 64 * 1_024;

export interface FileText {
  readonly text: string;
  /** False for an older character set: letters beyond A to Z may be wrong. */
  readonly isCertain: boolean;
}

/** Why a file cannot be read. */
export type FileProblem = "tooLarge" | "unavailable" | "spreadsheet" | "notText" | "noWallets";

/** Control characters that are in no text; bytes above 127 are letters in some older sets. */
const BINARY = /[^\P{Cc}\t\n\v\f\r\u0080-\u009f]/u;

/** Undefined when the bytes are no text: UTF-8, UTF-16 with a byte order mark, or an older set with one byte a letter. */
export function decodeText(bytes: Uint8Array): FileText | undefined {
  const encoding = markedEncoding(bytes);
  const text = decoded(bytes, encoding ?? "utf-8");
  if (text !== undefined) return BINARY.test(text) ? undefined : { text, isCertain: true };
  if (encoding !== undefined) return undefined;
  const older = Buffer.from(bytes).toString("latin1");
  return BINARY.test(older) ? undefined : { text: older, isCertain: false };
}

function markedEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** Without the byte order mark. */
function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export interface FileRow {
  /** From 1, as editors count lines. */
  readonly line: number;
  /** Without invisible characters at their ends. */
  readonly cells: readonly string[];
}

/** The rows with content. Quotes keep a cell together, also over lines; an unclosed quote ends with its line. */
export function readRows(text: string): FileRow[] {
  return rowsOf(text, true) ?? rowsOf(text, false) ?? [];
}

const SEPARATORS: ReadonlySet<string> = new Set([",", ";", "\t", "|"]);

/** Undefined when a quote is open at the end. */
function rowsOf(text: string, quotesSpanLines: boolean): FileRow[] | undefined {
  const rows: FileRow[] = [];
  let cells: string[] = [];
  let cell = "";
  let isOpen = false;
  let wasQuoted = false;
  let line = 1;
  let startLine = 1;
  const endCell = () => {
    cells.push(trimInvisible(cell));
    cell = "";
  };
  const endRow = () => {
    endCell();
    const [only = ""] = cells;
    if (cells.length === 1 && !wasQuoted) cells = only.split(/\s+/);
    if (cells.some((one) => one !== "")) rows.push({ line: startLine, cells });
    cells = [];
    wasQuoted = false;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const isBreak = character === "\n" || character === "\r";
    if (character === "\r" && text.charAt(at + 1) === "\n") at += 1;
    if (isBreak) line += 1;
    if (isBreak && !(isOpen && quotesSpanLines)) {
      isOpen = false;
      endRow();
      startLine = line;
    } else if (character === '"' && isOpen && text.charAt(at + 1) === '"') {
      cell += character;
      at += 1;
    } else if (character === '"' && (isOpen || cell.trim() === "")) {
      isOpen = !isOpen;
      wasQuoted = true;
    } else if (SEPARATORS.has(character) && !isOpen) {
      endCell();
    } else {
      cell += isBreak ? "\n" : character;
    }
  }
  if (isOpen && quotesSpanLines) return undefined;
  endRow();
  return rows;
}
