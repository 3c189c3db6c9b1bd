/**
 * Checks the place of a database before anything is written, so that a wrong DATABASE_PATH is refused by its name and leaves
 * nothing behind.
 */
import { closeSync, mkdirSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type Config, ConfigError } from "../config.js";
import { besideDatabase } from "./beside-database.js";
import { START_NEW } from "./own-name.js";

export const TAKES = "it takes the path of a database, or of a new file where files may be made";

/** The first bytes of a database file, https://sqlite.org/fileformat2.html#the_database_header. */
const SQLITE_MARK = "SQLite format 3\0";
const HEADER_BYTES = 100;
const PAGE_SIZE_AT = 16;
const SCHEMA_NUMBER_AT = 60;
/** 1 in a file that no desk has opened since `desk backup` made it; 2 where a desk writes. */
const WRITE_VERSION_AT = 18;

/** Throws ConfigError unless a database is there, or may be created; changes nothing. */
export function assertDatabasePlace(databasePath: string): void {
  naming(databasePath, (path) => {
    assertDirectory(nearestThere(dirname(path)));
    if (isThere(path)) assertDatabase(path);
  });
  assertOneName(databasePath);
}

/**
 * Throws ConfigError where a database is to begin and one is there; and, outside the sandbox, where none is there and none is to
 * begin: a disk that is not mounted, or a mistyped path, would begin a desk without its customers' money.
 */
export function assertBegun(
  { databasePath, network }: Pick<Config, "databasePath" | "network">,
  isNew: boolean,
): void {
  const path = besideDatabase(databasePath, "");
  const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (isNew && sizeBytes) {
    throw new ConfigError([
      `DATABASE_PATH: ${path} is a database already, and --new begins one; start without it, or name another file.`,
    ]);
  }
  if (isNew || sizeBytes || network === "sandbox") return;
  const found = sizeBytes === 0 ? `${path} is empty (0 bytes)` : `there is no database at ${path}`;
  throw new ConfigError([
    `DATABASE_PATH: ${found}. Is the path right, and its disk mounted? To begin a new database there, start once with --new: ${START_NEW}`,
  ]);
}

/** Throws ConfigError where the file has two names: a desk on each would have a lock and a log of its own, and spoil the file. */
export function assertOneName(databasePath: string): void {
  const path = besideDatabase(databasePath, "");
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.nlink < 2) return;
  throw new ConfigError([
    `DATABASE_PATH: ${path} has a second name (a hard link), under which it could be opened once more; \`find DIRECTORY -samefile '${path}'\` finds it. Remove that one, or make it a copy with \`desk backup\`.`,
  ]);
}

/** Makes the directory of a database; throws ConfigError unless a database is there, or may be made. */
export function prepareDatabasePlace(databasePath: string): void {
  assertDatabasePlace(databasePath);
  naming(databasePath, (path) => makeDirectory(dirname(path)));
}

/** Errors inside are reported as errors of DATABASE_PATH. */
function naming(databasePath: string, use: (path: string) => void): void {
  try {
    use(besideDatabase(databasePath, ""));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`DATABASE_PATH is "${databasePath}", but ${why}; ${TAKES}.`]);
  }
}

function nearestThere(path: string): string {
  return isThere(path) ? path : nearestThere(dirname(path));
}

function assertDirectory(path: string): void {
  if (!statSync(path).isDirectory()) throw new Error(`${path} is not a directory`);
}

/**
 * Step by step: Node's own recursion never ends where a system refuses with ENOENT, as /proc does.
 */
function makeDirectory(path: string): void {
  if (isThere(path)) {
    assertDirectory(path);
    return;
  }
  makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have been quicker.
    if (!isThere(path)) throw error;
  }
}

function assertDatabase(path: string): void {
  const stat = statSync(path);
  if (stat.isDirectory()) throw new Error(`${path} is a directory`);
  if (!stat.isFile()) throw new Error(`${path} is not a file`);
  if (stat.size === 0) return;
  const header = headerOf(path);
  if (header.toString("latin1", 0, SQLITE_MARK.length) !== SQLITE_MARK) {
    throw new Error(`${path} is a file of another kind`);
  }
  if (isAnothers(header, stat.size) && !isThere(`${path}-wal`)) {
    throw new Error(`${path} is a database of another program`);
  }
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (header[WRITE_VERSION_AT] === 1 && wal && wal.size > 0) {
    throw new Error(
      `${path} is a copy, and ${path}-wal is what a database of this name left before it, and would be read into the copy; copy it to a name that was never used`,
    );
  }
}

/**
 * Has tables but no schema version: no desk's file, because the desk writes its version with the first table. The WAL may be
 * newer.
 */
function isAnothers(header: Buffer, sizeBytes: number): boolean {
  const written = header.readUInt16BE(PAGE_SIZE_AT);
  const pageBytes = written === 1 ? 65_536 : written;
  return header.readUInt32BE(SCHEMA_NUMBER_AT) === 0 && sizeBytes > pageBytes;
}

function headerOf(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, "r+");
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  return header;
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
