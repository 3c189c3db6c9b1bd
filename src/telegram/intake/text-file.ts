/**
 * Reads a user's file as rows of cells, with one separator: a tab, a semicolon, a comma or a bar, or spaces in a row without it. The
 * others are parts of cells, as the comma of 65,5k is.
 */
import { trimInvisible, trimWhile } from "./invisible.js";

/** The largest file that is read, in bytes. */
export const MAX_FILE_BYTES = 64 * 1_024;

export interface FileText {
  readonly text: string;
  /** False for an older character set, which is guessed: letters beyond A to Z may be wrong. */
  readonly isCertain: boolean;
}

/** Why a file cannot be read. */
export type FileProblem = "tooLarge" | "unavailable" | "spreadsheet" | "notText" | "noWallets";

/** Control characters that are in no text; bytes above 127 are letters in some older sets. */
const BINARY = /[^\P{Cc}\t\n\v\f\r\u0080-\u009f]/u;

/** Undefined when the bytes are no text: UTF-8, UTF-16 with a byte order mark, or an older set. */
export function decodeText(bytes: Uint8Array): FileText | undefined {
  const encoding = markedEncoding(bytes);
  const text = decoded(bytes, encoding ?? "utf-8");
  if (text !== undefined) return BINARY.test(text) ? undefined : { text, isCertain: true };
  if (encoding !== undefined) return undefined;
  const latin = Buffer.from(bytes).toString("latin1");
  if (BINARY.test(latin)) return undefined;
  return { text: cyrillic(bytes) ?? chinese(bytes, latin) ?? latin, isCertain: false };
}

const NOT_LATIN = /[^\p{ASCII}\P{L}]/u;
const RUSSIAN = /^(?:[А-ЯЁ]?[а-яё]+|[А-ЯЁ]+)$/;

/** As Excel saves it in Russian. Any byte is a Cyrillic letter, but other sets do not make words of one case of them. */
function cyrillic(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder("windows-1251").decode(bytes);
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => NOT_LATIN.test(word));
  const isRussian = words.every((word) => RUSSIAN.test(word));
  return isRussian && words.some((word) => word.length > 1) ? text : undefined;
}

const CHINESE_BYTES = /^(?:[\0-\x7f]|[\xa1-\xa3\xb0-\xf7][\xa1-\xfe])*$/;

/** As Excel saves it in Chinese: two bytes a letter. */
function chinese(bytes: Uint8Array, latin: string): string | undefined {
  return CHINESE_BYTES.test(latin) ? decoded(bytes, "gb18030") : undefined;
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
  const separator = separatorOf(text);
  return rowsOf(text, separator, true) ?? rowsOf(text, separator, false) ?? [];
}

const SEPARATORS = ["\t", ";", ",", "|"] as const;
/** Spreadsheets write it for one another. */
const NAMES_SEPARATOR = /^\p{Cf}*"?sep=([^"\r\n])"?(?:\r\n?|\n)/iu;
const ADDRESS = /(?<![0-9A-Za-z])T[0-9A-Za-z]{33}(?![0-9A-Za-z])/;

/**
 * What the file names, or the first that stands beside a wallet, or in a file without wallets in a line; undefined where nothing
 * does. More lines than not must have it, so that one in a note does not count.
 */
export function separatorOf(text: string): string | undefined {
  const named = NAMES_SEPARATOR.exec(text)?.[1];
  if (named !== undefined) return named;
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const withWallets = lines.filter((line) => ADDRESS.test(line));
  const beside = (withWallets.length > 0 ? withWallets : lines).map(marksIn);
  // A comma that touches no wallet is one of a number.
  const marks = beside.some((one) => one !== "")
    ? beside
    : lines.map((line) => line.replaceAll(",", ""));
  const counted = SEPARATORS.map((mark) => marks.filter((one) => one.includes(mark)).length);
  const most = counted.findIndex((count) => 2 * count > marks.length);
  return SEPARATORS[most === -1 ? counted.findIndex((count) => count > 0) : most];
}

/** The marks that touch a wallet of the line, or all of them. */
function marksIn(line: string): string {
  const bare = line.replace(/["'<>]/g, "");
  const { index, 0: wallet } = ADDRESS.exec(bare) ?? { index: 0, 0: "" };
  if (wallet === "") return line.replace(/"[^"]*"/g, "");
  const isSpace = (character: string) => /[^\S\t]/.test(character);
  const before = trimWhile(bare.slice(0, index), isSpace);
  const after = trimWhile(bare.slice(index + wallet.length), isSpace);
  const touching = before.slice(-1) + after.slice(0, 1);
  return SEPARATORS.filter((mark) => touching.includes(mark)).join("");
}

/** The spaces inside of 65 000. */
const GROUPING_SPACE = /(?<=(?:^|\s)\d{1,3})[ \u00a0\u2009\u202f](?=\d{3}(?!\S))/g;

function withoutQuotes(cell: string): string {
  return trimWhile(cell, (character) => character === '"');
}

/** Undefined when a quote is open at the end. */
function rowsOf(
  text: string,
  separator: string | undefined,
  quotesSpanLines: boolean,
): FileRow[] | undefined {
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
    if (cells.length === 1 && !wasQuoted) {
      cells = only
        .replace(GROUPING_SPACE, "\u00a0")
        .split(/[^\S\u00a0]+/)
        .map(withoutQuotes);
    }
    if (cells.some((one) => one !== "")) rows.push({ line: startLine, cells });
    cells = [];
    wasQuoted = false;
  };
  const start = NAMES_SEPARATOR.exec(text)?.[0].length ?? 0;
  if (start > 0) [line, startLine] = [2, 2];
  for (let at = start; at < text.length; at += 1) {
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
    } else if (character === separator && !isOpen) {
      endCell();
    } else {
      cell += isBreak ? "\n" : character;
    }
  }
  if (isOpen && quotesSpanLines) return undefined;
  endRow();
  return rows;
}
