/** Reads the names in a file, each with its wallet on a line, in either order; also the bot's own export. */
import { isAddress } from "../../domain/address.js";
import { nameKey, walletName } from "../../domain/wallet-name.js";
import type { NewName } from "../../engine/customers/wallet-names.js";
import { parseAddresses } from "./addresses.js";
import { type FileRow, readRows } from "./text-file.js";

/** Why a line has no name. */
export type NameProblem = "noWallet" | "checksum" | "noName" | "badName" | "twice";

export interface BadLine {
  readonly line: number;
  readonly why: NameProblem;
}

export interface BookFile {
  /** Each name once. */
  readonly names: readonly NewName[];
  readonly badLines: readonly BadLine[];
}

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
  if (!isAddress(found.address)) return "checksum";
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
