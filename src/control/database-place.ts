/**
 * Checks the place of a database before anything is written, so that a wrong DATABASE_PATH is refused by its name and leaves
 * nothing behind.
 */

import { createHash } from "node:crypto";
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { AFTER_DAMAGE, isDamage, StandingRefusal } from "../common/failures.js";
import { type Config, ConfigError } from "../config.js";
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

/** Longest path of a socket in bytes; the system cuts a longer one off, or refuses it. */
const MAX_SOCKET_PATH_BYTES = process.platform === "darwin" ? 103 : 107;
const MAX_LINKS = 40;

/** The path of a file beside the database; `suffix` is appended to the database's own. */
export function besideDatabase(databasePath: string, suffix: string): string {
  return realPath(resolve(databasePath)) + suffix;
}

/** The real path, also of a file that does not exist yet. */
function realPath(path: string, links = 0): string {
  const target = links < MAX_LINKS ? linkTarget(path) : undefined;
  if (target !== undefined) return realPath(resolve(dirname(path), target), links + 1);
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent, links), basename(path));
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** The control socket of the desk that runs on this database. */
export function controlSocketPath(databasePath: string): string {
  const path = besideDatabase(databasePath, ".sock");
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return path;
  const hash = createHash("sha256").update(path).digest("hex");
  return join(privateDirectory(), `${hash.slice(0, 32)}.sock`);
}

/** A directory that nobody else may look into; throws when somebody else made it first. */
function privateDirectory(): string {
  const path = join(tmpdir(), `energy-desk-${process.getuid?.() ?? "user"}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const stat = lstatSync(path);
  const isMine = process.getuid === undefined || stat.uid === process.getuid();
  if (stat.isDirectory() && isMine && (stat.mode & 0o077) === 0) return path;
  throw new Error(
    `${path} must be a directory of this user that nobody else may read. Remove it, or give DATABASE_PATH a shorter path.`,
  );
}

const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT)$/;
const FAILS = /^(SQLITE_IOERR\w*|EIO)$/;
const NOT_WRITABLE = /^(SQLITE_(READONLY|CANTOPEN|PERM)\w*|EACCES|EPERM|EROFS|EISDIR)$/;

/** In words with DATABASE_PATH and what to do: those of SQLite and the system name no file. The error itself, when it is none of the disk's. */
export function storageTrouble(error: unknown, databasePath: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  const why = `(${error.message || code})`;
  const path = besideDatabase(databasePath, "");
  if (isDamage(error)) {
    return new StandingRefusal(`DATABASE_PATH: ${path} is damaged ${why}. ${AFTER_DAMAGE}`);
  }
  // No standing refusals: space or a disk may come back.
  if (FULL.test(code)) {
    return new Error(
      `DATABASE_PATH: the disk that holds ${path} is full ${why}. Free some space there, then try again.`,
    );
  }
  if (FAILS.test(code)) {
    return new Error(
      `DATABASE_PATH: the disk that holds ${path} cannot be read or written ${why}. Look at the disk and at what the system's log says of it, then try again.`,
    );
  }
  if (!NOT_WRITABLE.test(code)) return error;
  return new ConfigError([
    `DATABASE_PATH is "${databasePath}", but ${path} or a file beside it cannot be written ${why}; the directory and each ${basename(path)}* in it must be the desk's user's own.`,
  ]);
}

/** An error from a thread may have lost its code, or have nothing else. */
function codeOf(error: Error): string {
  if ("code" in error) return String(error.code);
  return error.message === "database or disk is full" ? "SQLITE_FULL" : error.message;
}
