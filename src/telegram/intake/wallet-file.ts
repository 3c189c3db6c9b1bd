/** Files of wallets: one a line, or with its name, as a program exports an address book. */
import { isAddress } from "../../domain/address.js";
import { withoutPrivateKeys } from "../../domain/private-key.js";
import { nameKey, walletName } from "../../domain/wallet-name.js";
import type { NewName } from "../../engine/customers/wallet-names.js";
import type { Verdict } from "../state/draft.js";
import { eachOnce, parseAddresses } from "./addresses.js";
import { type FileRow, readRows } from "./text-file.js";
import { amountIn, isOrderable, readWalletText, withWritten } from "./wallet-text.js";

/** A longer word in the first row is a bad wallet, not a title. */
const LONGEST_TITLE = 20;
const LONGEST_SHOWN = 40;

/**
 * The wallets of a file: one a line, in its first column, and its amount in another. Every other line gets its verdict like a pasted
 * word. In the order of the lines; none when no line holds anything like an address.
 */
export function walletsOfFile(text: string): Verdict[] {
  const rows = readRows(text);
  const column = walletColumn(rows);
  if (column === undefined) return [];
  const [only] = rows;
  // A list on one line is a list too.
  if (only && rows.length === 1) {
    return eachOnce(readWalletText(only.cells.join(" "), "own").verdicts);
  }
  const amounts = amountColumn(rows, column);
  return eachOnce(
    rows.flatMap((row, at) =>
      verdictsOf(row, column, at === 0).map((verdict, _, all) => {
        const written = row.cells[amounts ?? -1] ?? "";
        if (written === "" || all.length > 1) return verdict;
        return withWritten(verdict, short(written), amountIn(written) ?? { kind: "none" });
      }),
    ),
  );
}

/** Titles of a column of amounts, in the languages of the bot. */
const AMOUNT_TITLES: ReadonlySet<string> = new Set([
  ...["amount", "amounts", "units", "quantity", "qty", "energy", "bandwidth", "resourceamount"],
  ...["количество", "кол-во", "энергия", "cantidad", "energía", "energia", "数量", "能量", "带宽"],
]);

/**
 * The column that is called so; in a file without titles the one behind the wallets, when most of it are numbers, and one of them
 * could be ordered.
 */
function amountColumn(rows: readonly FileRow[], column: number): number | undefined {
  const [first] = rows;
  if (first && verdictsOf(first, column, true).length === 0) {
    const named = first.cells.findIndex((cell) => AMOUNT_TITLES.has(cell.toLowerCase()));
    return named === -1 ? undefined : named;
  }
  const cells = rows.map((row) => row.cells[column + 1] ?? "").filter((cell) => cell !== "");
  const answers = cells.map(amountIn);
  const numbers = answers.filter((answer) => answer !== undefined).length;
  return answers.some(isOrderable) && 2 * numbers > cells.length ? column + 1 : undefined;
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
  const characters = Array.from(withoutPrivateKeys(text).slice(0, 2 * LONGEST_SHOWN));
  return characters.slice(0, LONGEST_SHOWN).join("");
}

/** Why a line has no name. */
export type NameProblem = "noWallet" | "checksum" | "ethereum" | "noName" | "badName" | "twice";

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

function nameOf({ cells }: FileRow): NewName | NameProblem {
  const walletAt = cells.findIndex((cell) => parseAddresses(cell).length === 1);
  const [found] = parseAddresses(cells[walletAt] ?? "");
  if (!found) return "noWallet";
  if (!isAddress(found.address)) return found.bad === "ethereum" ? "ethereum" : "checksum";
  const written = cells.find((cell, at) => at !== walletAt && cell !== "");
  if (written === undefined) return "noName";
  const name = walletName(bare(written));
  return name === undefined ? "badName" : { name, address: found.address };
}

/** Without the apostrophe that protects from spreadsheets, and without the @. */
function bare(cell: string): string {
  return cell.replace(/^'/, "").replace(/^@/, "");
}

function conflict(names: ReadonlyMap<string, NewName>, read: NewName): NameProblem | undefined {
  const known = names.get(nameKey(read.name));
  return known && known.address !== read.address ? "twice" : undefined;
}
