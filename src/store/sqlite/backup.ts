/** Copies of a database file: made while others write to it, marked as copies, and checked before they count. */

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "#shared/sqlite.js";
import { newestVersion } from "../ddl.js";
import { drive, type Phase } from "../phase.js";
import { Statements } from "./database.js";
import { assertOurs } from "./migrate.js";

/** Pages copied between two turns of the event loop. */
const PAGES_A_STEP = 500;
const OWN_FILE_ONLY = 0o600;

export interface CopyProgress {
  readonly copiedPages: number;
  readonly totalPages: number;
}

export interface Copy {
  readonly bytes: number;
  /** False when another version of the program wrote it: the audit does not know its tables. */
  readonly isCurrent: boolean;
}

/**
 * Copies the state of one moment into a new file that only its user can read. Writers are not held up, and later writes are not
 * in the copy. The name is taken first and given to the copy last, so a file with content is a whole copy. `mark` is written
 * into the copy. Throws when the name is taken or the copy is not sound.
 */
export async function copyDatabase(
  from: string,
  to: string,
  mark: () => Phase<void>,
  onProgress: (progress: CopyProgress) => void,
): Promise<Copy> {
  const partial = `${to}.partial`;
  closeSync(openSync(to, "wx", OWN_FILE_ONLY));
  try {
    rmSync(partial, { force: true });
    closeSync(openSync(partial, "wx", OWN_FILE_ONLY));
    await copyPages(from, partial, onProgress);
    const isCurrent = finish(partial, mark);
    flush(partial);
    renameSync(partial, to);
    flush(dirname(to));
    return { bytes: statSync(to).size, isCurrent };
  } catch (error) {
    for (const path of [partial, `${partial}-wal`, `${partial}-shm`, `${partial}-journal`, to]) {
      rmSync(path, { force: true });
    }
    throw error;
  }
}

/** An open read holds the state of one moment: without it the copy would begin again with each commit of others. */
async function copyPages(
  from: string,
  to: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  const source = new Sqlite(from, { readonly: true, fileMustExist: true });
  try {
    source.pragma("busy_timeout = 5000");
    assertOurs(source);
    source.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
    await source.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress({ copiedPages: totalPages - remainingPages, totalPages });
        return PAGES_A_STEP;
      },
    });
  } finally {
    source.close();
  }
}

/** Turns the copy into one file, marks it and checks every page, key and index. */
function finish(path: string, mark: () => Phase<void>): boolean {
  const copy = new Sqlite(path, { fileMustExist: true });
  try {
    copy.pragma("journal_mode = DELETE");
    copy.pragma("synchronous = FULL");
    drive(mark(), new Statements(copy).execute);
    const [found] = copy.pragma("integrity_check") as { integrity_check: string }[];
    if (found?.integrity_check !== "ok") {
      throw new Error(`the copy is damaged: ${found?.integrity_check}`);
    }
    const orphans = copy.pragma("foreign_key_check") as unknown[];
    if (orphans.length > 0) throw new Error(`the copy has ${orphans.length} rows without parents`);
    return copy.pragma("user_version", { simple: true }) === newestVersion();
  } finally {
    copy.close();
  }
}

/** Writes the mark into a database that others may have open; skips it where it cannot be written. */
export function noteIn(path: string, note: () => Phase<void>): void {
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(path, { fileMustExist: true });
    database.pragma("busy_timeout = 5000");
    drive(note(), new Statements(database).execute);
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
  } finally {
    database?.close();
  }
}

function flush(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function isThere(path: string): boolean {
  return existsSync(path);
}
