/**
 * One process at a time owns a database. The lock is an open exclusive transaction on a small file
 * beside it: the operating system ends it with the process, also after kill -9.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import Sqlite from "#shared/sqlite.js";
import { ConfigError } from "../config.js";
import { besideDatabase, prepareDatabasePlace, storageTrouble, TAKES } from "./database-place.js";

export interface DatabaseLock {
  release(): void;
}

/** Another process has the database open; the message says which. */
export class DatabaseInUse extends Error {
  override name = "DatabaseInUse";
}

/** Locks of this process. Without a reference a lock would be garbage-collected, and so opened, at any moment. */
const HELD = new Set<Sqlite.Database>();

export interface LockOptions {
  /** Who takes it, for the next one who finds it taken. */
  readonly holder?: string;
  /** How long to wait, blocking the process, for a command that is about to end. */
  readonly waitMs?: number;
}

/**
 * Takes the lock; throws DatabaseInUse when another process holds it, and ConfigError where no
 * database can be.
 */
export function acquireDatabaseLock(databasePath: string, options: LockOptions = {}): DatabaseLock {
  const { holder = "the desk", waitMs = 1_000 } = options;
  const lockPath = besideDatabase(databasePath, ".lock");
  const holderPath = besideDatabase(databasePath, ".pid");
  prepareDatabasePlace(databasePath);
  const sqlite = openLock(databasePath, lockPath, waitMs);
  try {
    sqlite.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    sqlite.close();
    if (!isBusy(error)) throw error;
    throw new DatabaseInUse(
      `${databasePath} is in use by ${readHolder(holderPath)}. Stop that one, or set DATABASE_PATH to another file.`,
    );
  }
  try {
    writeFileSync(holderPath, `${process.pid} ${holder}\n`);
  } catch (error) {
    sqlite.close();
    throw storageTrouble(error, databasePath);
  }
  HELD.add(sqlite);
  return {
    release() {
      if (!sqlite.open) return;
      rmSync(holderPath, { force: true });
      HELD.delete(sqlite);
      sqlite.close();
    },
  };
}

/** A directory that takes no new file is noticed here first. */
function openLock(databasePath: string, lockPath: string, timeout: number): Sqlite.Database {
  try {
    return new Sqlite(lockPath, { timeout });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError([
      `DATABASE_PATH is "${databasePath}", but ${lockPath} cannot be written (${why}); ${TAKES}.`,
    ]);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/** The file only explains: it may be stale or missing, the lock is what counts. */
function readHolder(holderPath: string): string {
  try {
    const match = /^(\d+) (.+)\n$/.exec(readFileSync(holderPath, "utf8"));
    if (match) return `${match[2]} (process ${match[1]})`;
  } catch {
    // Just written, or just removed.
  }
  return "another process";
}
