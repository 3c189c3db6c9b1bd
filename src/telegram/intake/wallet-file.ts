/** Files of wallets: one a line, or with its name, as a program exports an address book. */
import { isAddress } from "../../domain/address.js";
import { withoutPrivateKeys } from "../../domain/private-key.js";
import { nameKey, walletName } from "../../domain/wallet-name.js";
import type { NewName } from "../../engine/customers/wallet-names.js";
import type { Verdict } from "../state/draft.js";
import { eachOnce, parseAddresses } from "./addresses.js";
import { type FileRow, readRows } from "./text-file.js";

/** A longer word in the first row is a bad wallet, not a title. */
const LONGEST_TITLE = 20;
const LONGEST_SHOWN = 40;

/**
 * The wallets of a file: one a line, in its first column. Every other line gets its verdict like a pasted word. In the order of the
 * lines; none when no line holds anything like an address.
 */
export function walletsOfFile(text: string): Verdict[] {
  const rows = readRows(text);
  const column = walletColumn(rows);
  if (column === undefined) return [];
  const [only] = rows;
  // A list on one line is a list too.
  if (only && rows.length === 1) return eachOnce(only.cells.flatMap(parseAddresses));
  return eachOnce(rows.flatMap((row, at) => verdictsOf(row, column, at === 0)));
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
