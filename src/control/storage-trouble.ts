/**
 * Words for a disk that is full, fails or may not be written, and for a damaged file, with DATABASE_PATH and what to do: the words of SQLite and the
 * system name no file.
 */
import { basename } from "node:path";
import { StandingRefusal } from "../common/standing-refusal.js";
import { AFTER_DAMAGE, isDamage } from "../common/storage-failure.js";
import { ConfigError } from "../config.js";
import { besideDatabase } from "./beside-database.js";

const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT)$/;
const FAILS = /^(SQLITE_IOERR\w*|EIO)$/;
const NOT_WRITABLE = /^(SQLITE_(READONLY|CANTOPEN|PERM)\w*|EACCES|EPERM|EROFS|EISDIR)$/;

/** The error itself, when it is none of the disk's. */
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
