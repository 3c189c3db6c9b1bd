/** Files of wallets: one a line, or with its name, as a program exports an address book. */

import { withoutPrivateKeys } from "../../common/private-key.js";
import { isAddress } from "../../domain/address.js";
import { nameKey, walletName } from "../../domain/wallet-name.js";
import type { NewName } from "../../engine/customers/wallet-names.js";
import { eachOnce, parseAddresses, withBrokenJoined } from "./addresses.js";
import { meansElse } from "./bare-names.js";
import type { LineProblem, Verdict } from "./findings.js";
import { trimInvisible } from "./invisible.js";
import { type FileRow, readRows, separatorOf } from "./text-file.js";
import { readWalletList, type WalletList, withWritten } from "./wallet-text.js";
import { amountIn, isOrderable, NONE } from "./wallet-tokens.js";

/** A longer word in the first row is a bad wallet, not a title. */
const LONGEST_TITLE = 20;
const LONGEST_SHOWN = 40;

/**
 * The wallets of a file: one a line, in its first column with any, and its amount in another. Every other line gets its verdict like a
 * pasted word. In the order of the lines; none when no line holds anything like an address.
 */
export function walletsOfFile(text: string): WalletList {
  const whole = withBrokenJoined(text);
  const rows = readRows(whole).map(({ cells }) => cells);
  const hasCommas = separatorOf(whole) === ",";
  const read = hasCommas ? withGroups(rows) : rows;
  const column = walletColumn(read);
  const [only] = read;
  if (column === undefined || !only) return { verdicts: [], problems: [] };
  // A list on one line is a list too.
  if (read.length === 1) return onceEach(readWalletList(only.join(" ")));
  const titles = isTitle(only, column) ? only : undefined;
  const body = titles ? read.slice(1) : read;
  const isCut = (at: number) =>
    hasCommas && (body.some((cells) => isCutByComma(cells, at, titles)) || isFraction(body, at));
  const { at: amounts = -1, problems } = amountColumn(titles, body, column, isCut);
  const lists = body.map((cells) => listOf(cells, column, cells[amounts] ?? ""));
  return onceEach({
    verdicts: lists.flatMap(({ verdicts }) => verdicts),
    problems: problemsOnce([...problems, ...lists.flatMap((list) => list.problems)]),
  });
}

const MAX_PROBLEMS = 20;

/** A column is asked about once, and a wallet named once. */
function problemsOnce(problems: readonly LineProblem[]): LineProblem[] {
  const once = new Map<string, LineProblem>();
  for (const problem of problems) {
    const { code, word } = problem;
    const key = code === "COLUMN_NOT_READ" ? code : `${code} ${word}`;
    if (!once.has(key)) once.set(key, problem);
  }
  return [...once.values()].slice(0, MAX_PROBLEMS);
}

function onceEach({ verdicts, problems }: WalletList): WalletList {
  return { verdicts: eachOnce(verdicts), problems };
}

function isTitle(cells: readonly string[], column: number): boolean {
  if (cells.some((cell) => parseAddresses(cell).length > 0)) return false;
  const cell = cells[column] ?? "";
  if (amountIn(cell)) return false;
  return cell.length < LONGEST_TITLE || /[^0-9A-Za-z]/.test(cell);
}

/** The first column with anything like an address in any row. Each cell is checked once, because the sender chooses the size. */
function walletColumn(rows: readonly (readonly string[])[]): number | undefined {
  let first: number | undefined;
  for (const cells of rows) {
    const found = cells.slice(0, first).findIndex((cell) => parseAddresses(cell).length > 0);
    if (found !== -1) first = found;
  }
  return first;
}

/** 131,000 without quotes is two cells of a file with commas. Where there are titles, they say how many cells there are. */
function withGroups(rows: readonly (readonly string[])[]): (readonly string[])[] {
  const [first = []] = rows;
  const hasTitles = first.every((cell) => parseAddresses(cell).length === 0);
  const most = hasTitles ? first.length : 0;
  return rows.map((cells) => (cells.length > most ? regrouped(cells) : cells));
}

function regrouped(cells: readonly string[]): string[] {
  const joined: string[] = [];
  for (const cell of cells) {
    const last = joined.at(-1) ?? "";
    if (/^\d{3}$/.test(cell) && /^[1-9]\d{0,2}(?:,\d{3})*$/.test(last)) {
      joined[joined.length - 1] = `${last},${cell}`;
    } else joined.push(cell);
  }
  return joined;
}

/** The wallets of a row; what stands in their cell beside them is read as in a list. */
function listOf(cells: readonly string[], column: number, written: string): WalletList {
  const cell = cells[column] ?? "";
  const list = isAddress(cell)
    ? { verdicts: [{ address: cell }], problems: [] }
    : readWalletList(cell);
  const { verdicts, problems } = list;
  if (verdicts.length === 0) {
    const shown = cell || cells.find((one) => one !== "") || "";
    // Its wallet is not taken from another column, but named.
    const others = cells.filter(isAddress).map(notTaken);
    return { verdicts: [{ address: short(shown), bad: "no address" }], problems: others };
  }
  if (written === "") return list;
  const [verdict, second] = verdicts;
  if (!verdict || second || verdict.written !== undefined) {
    const word = short([...verdicts.flatMap((one) => one.written ?? []), written].join(", "));
    const bare = verdicts.map(({ address, bad }) => (bad ? { address, bad } : { address }));
    return {
      verdicts: bare,
      problems: [...problems, { word, code: "WHOSE_AMOUNTS", field: "amount", hint: [] }],
    };
  }
  const answer = amountIn(written) ?? NONE;
  return { verdicts: [withWritten(verdict, short(written), answer)], problems };
}

/** How titles of amounts begin, in the languages of the bot. */
const AMOUNT_TITLES = [
  ...["amounts?", "units", "quantity", "qty", "energy", "bandwidth", "resource ?amount"],
  ...["количество", "кол-во", "энерги[яи]", "cantidad", "energ[ií]a", "数量", "能量", "带宽"],
].join("|");
const AMOUNT_TITLE = new RegExp(
  `^(?:${AMOUNT_TITLES})(?!\\p{Script=Latin}|\\p{Script=Cyrillic})`,
  "iu",
);
/** Amounts of money, and prices. */
const OTHER_TITLE = /trx|usdt|usd|sun|\$|price|cost|цена|стоимость|precio|costo|价/iu;

/** The one that is proposed. */
const TITLE = "Amount";

interface AmountColumn {
  readonly at?: number | undefined;
  readonly problems: readonly LineProblem[];
}

/**
 * The column that is called so; in a file without titles the one beside the wallets, when most of it are numbers, and one of them
 * could be ordered. What else may be amounts is asked about.
 */
function amountColumn(
  titles: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
  column: number,
  isCut: (at: number) => boolean,
): AmountColumn {
  const found = columnsOf(rows, column);
  const isNamed = (at: number) => {
    const title = trimInvisible(titles?.[at] ?? "");
    return at !== column && AMOUNT_TITLE.test(title) && !OTHER_TITLE.test(title);
  };
  const named = (titles ?? []).flatMap((_, at) => (isNamed(at) && found.has(at) ? [at] : []));
  const like = [...found].flatMap(([at, one]) => (looksLikeAmounts(one) ? [at] : []));
  const [first, second] = titles && named.length > 0 ? named : like;
  const isCertain = named.length > 0 || (!titles && Math.abs((first ?? column) - column) === 1);
  if (first !== undefined && second === undefined && isCertain && !isCut(first)) {
    return { at: first, problems: walletsElsewhere(found) };
  }
  const asked = first ?? [column + 1, column - 1].find((at) => isFull(found.get(at), rows.length));
  if (asked === undefined) return { problems: walletsElsewhere(found) };
  const word = short(titles?.[asked] || found.get(asked)?.first || "");
  const problem: LineProblem = { word, code: "COLUMN_NOT_READ", field: "amount", hint: [TITLE] };
  return { problems: [problem, ...walletsElsewhere(found)] };
}

/** What the cells of a column hold; empty ones do not count. */
interface Column {
  first: string;
  filled: number;
  /** Cells with a number that may be an amount, and those that could be ordered. */
  numbers: number;
  orderable: number;
  /** Cells in which a word begins with a figure. */
  figures: number;
  wallets: number;
  /** 1, 2, 3: the numbers of the lines. */
  isCounting: boolean;
}

const FIGURE = /(?:^|\s)[~≈<>=+-]*\d/;

/** Each cell is read once. */
function columnsOf(
  rows: readonly (readonly string[])[],
  walletAt: number,
): ReadonlyMap<number, Column> {
  const columns = new Map<number, Column>();
  for (const cells of rows) {
    for (const [at, cell] of cells.entries()) {
      if (at === walletAt || cell === "") continue;
      const known = columns.get(at);
      const column = known ?? { ...NO_COLUMN, first: cell };
      if (!known) columns.set(at, column);
      const answer = amountIn(cell);
      column.filled += 1;
      column.numbers += answer ? 1 : 0;
      column.orderable += isOrderable(answer) ? 1 : 0;
      column.figures += FIGURE.test(cell) ? 1 : 0;
      column.wallets += isAddress(cell) ? 1 : 0;
      column.isCounting &&= Number(cell) === column.filled;
    }
  }
  return columns;
}

const NO_COLUMN: Column = {
  ...{ first: "", filled: 0, numbers: 0, orderable: 0, figures: 0, wallets: 0 },
  isCounting: true,
};

function looksLikeAmounts({ filled, numbers, orderable, isCounting }: Column): boolean {
  return orderable > 0 && 2 * numbers > filled && !isCounting;
}

/** 131,5k without quotes is two cells of a file with commas, of which the first is another amount. */
function isCutByComma(
  cells: readonly string[],
  at: number,
  titles: readonly string[] | undefined,
): boolean {
  const hasMore = !titles || cells.length > titles.length;
  return hasMore && /\d$/.test(cells[at] ?? "") && /^\d/.test(cells[at + 1] ?? "");
}

/** The k of 131,5k is in the second cell, behind a number that is not the line's. */
function isFraction(rows: readonly (readonly string[])[], at: number): boolean {
  if (rows.every((cells, row) => Number(cells[at - 1]) === row + 1)) return false;
  return rows.some(
    (cells) => /^\d+$/.test(cells[at - 1] ?? "") && /^\d+\D+$/.test(cells[at] ?? ""),
  );
}

/** It holds figures that are not the numbers of the lines. */
function isFull(column: Column | undefined, rows: number): boolean {
  if (!column || column.isCounting) return false;
  return 2 * column.filled > rows && 2 * column.figures > column.filled;
}

/** Wallets are taken from one column: that another has some is said. */
function walletsElsewhere(found: ReadonlyMap<number, Column>): LineProblem[] {
  return [...found.values()].flatMap(({ first, filled, wallets }): LineProblem[] =>
    2 * wallets > filled ? [notTaken(first)] : [],
  );
}

function notTaken(cell: string): LineProblem {
  return { word: short(cell), code: "UNKNOWN_WORD", hint: [] };
}

function short(text: string): string {
  const characters = Array.from(withoutPrivateKeys(text).slice(0, 2 * LONGEST_SHOWN));
  return characters.slice(0, LONGEST_SHOWN).join("");
}

/** Why a line has no name. */
type AddressProblem = "ethereum" | "hex" | "checksum";
export type NameProblem =
  | AddressProblem
  | "noWallet"
  | "noName"
  | "badName"
  | "meansElse"
  | "twice";

export interface BadLine {
  readonly line: number;
  readonly why: NameProblem;
}

export interface BookFile {
  /** Each name once. */
  readonly names: readonly NewName[];
  readonly badLines: readonly BadLine[];
}

/** Reads the names in a file, each with its wallet on a line, in either order; also the bot's own export. */
export function namesOfFile(text: string): BookFile {
  const names = new Map<string, NewName>();
  const badLines: BadLine[] = [];
  for (const [at, row] of readRows(text).entries()) {
    const read = nameOf(row);
    if (read === "noWallet" && at === 0) continue;
    const why = typeof read === "string" ? read : conflict(names, read);
    if (why) badLines.push({ line: row.line, why });
    else if (typeof read !== "string") names.set(nameKey(read.name), read);
  }
  return { names: [...names.values()], badLines };
}

function addressProblem({ bad }: Verdict): AddressProblem {
  return bad === "ethereum" || bad === "hex" ? bad : "checksum";
}

function nameOf({ cells }: FileRow): NewName | NameProblem {
  const walletAt = cells.findIndex((cell) => parseAddresses(cell).length === 1);
  const [found] = parseAddresses(cells[walletAt] ?? "");
  if (!found) return "noWallet";
  if (!isAddress(found.address)) return addressProblem(found);
  const written = cells.find((cell, at) => at !== walletAt && cell !== "");
  if (written === undefined) return "noName";
  const name = walletName(bare(written));
  if (name === undefined) return "badName";
  return meansElse(name) ? "meansElse" : { name, address: found.address };
}

/** Without the apostrophe that protects from spreadsheets, and without the @. */
function bare(cell: string): string {
  return cell.replace(/^'/, "").replace(/^@/, "");
}

function conflict(names: ReadonlyMap<string, NewName>, read: NewName): NameProblem | undefined {
  const known = names.get(nameKey(read.name));
  return known && known.address !== read.address ? "twice" : undefined;
}
