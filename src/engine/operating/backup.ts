/**
 * Backups, and what must happen before a backup may serve as the desk's database again. A copy is marked, because its books end
 * where it was made while the chain went on. A database is tied to its file: a copy has the same planned orders and may find the same
 * keys, two desks on them would deliver each order twice, and a lock protects one file only.
 */

import { type BigIntStats, statSync } from "node:fs";
import { reasonOf } from "#shared/reason.js";
import { StandingRefusal } from "../../common/failures.js";
import { DeskError } from "../../domain/errors.js";
import { cursorBlock } from "../../store/chain-blocks.js";
import { type Database, fileOf } from "../../store/database.js";
import { assertNotMoved } from "../../store/moved.js";
import type { Phase } from "../../store/phase.js";
import { readSetting, settingWrittenAt, writeSetting } from "../../store/settings.js";
import { type CopyProgress, copyDatabase, isThere, noteIn } from "../../store/sqlite/backup.js";
import { type AuditResult, auditFile } from "./audit.js";

/** Written into every copy: where its books end. */
export interface BackupMark {
  /** Wall time. */
  readonly takenAt: number;
  /** The newest block it had followed; null before the first. */
  readonly block: number | null;
}

export interface BackupResult extends BackupMark {
  readonly file: string;
  readonly bytes: number;
  /** Null when another version of the program wrote the database: then only its pages and keys were checked. */
  readonly audit: AuditResult | null;
}

export interface BackupOptions {
  readonly databasePath: string;
  readonly file: string;
  readonly at: number;
  readonly onProgress: (progress: CopyProgress) => void;
}

/** The file cannot be created there. */
const NO_PLACE = new Set(["ENOENT", "ENOTDIR", "EACCES", "EROFS"]);

/** Copies the database, from any process and while a desk writes to it, then opens the copy and audits it. */
export async function backUp(options: BackupOptions): Promise<BackupResult> {
  const { databasePath, file, at, onProgress } = options;
  if (isThere(file)) {
    throw new DeskError("VALIDATION_FAILED", `FILE: ${file} exists already; name a new one.`);
  }
  let mark: BackupMark = { takenAt: at, block: null };
  const markCopy = function* (): Phase<void> {
    // Nobody could ever open the copy.
    yield* assertNotMoved(databasePath);
    // A copy of an unconfirmed copy ends where the first one does.
    const older = yield* readSetting("backup");
    mark = older
      ? (older as BackupMark)
      : { ...mark, block: (yield* cursorBlock())?.number ?? null };
    yield* writeSetting("backup", mark, "backup", at);
  };
  const copy = await copyDatabase(databasePath, file, markCopy, onProgress).catch(
    (error: NodeJS.ErrnoException) => {
      const advice = NO_PLACE.has(error.code ?? "")
        ? " Name a file in a directory that is there and that you may write to."
        : "";
      const reason = reasonOf(error).replace(/\.$/, "");
      throw new Error(`No backup was made in ${file}: ${reason}.${advice}`, { cause: error });
    },
  );
  const audit = copy.isCurrent ? await auditFile(file) : null;
  // A copy is worth something, whatever its books say. That it cannot be noted, as on a full disk, takes nothing from it.
  if (copy.isCurrent) noteIn(databasePath, () => writeSetting("backed-up", { file }, "backup", at));
  return { file, bytes: copy.bytes, ...mark, audit };
}

/** When this database was copied last, and when it began; undefined where nobody knows. */
export function* backedUpAt() {
  return {
    madeAt: yield* settingWrittenAt("backed-up"),
    begunAt: yield* settingWrittenAt("network"),
  };
}

/** Where a restored backup ends; undefined for the desk's own database. */
async function readBackupMark(database: Pick<Database, "read">): Promise<BackupMark | undefined> {
  return (await database.read(() => readSetting("backup"))) as BackupMark | undefined;
}

/** Throws when the database is an unconfirmed copy: what it plans may be on the chain already. */
export async function assertNoBackup(database: Pick<Database, "read" | "name">): Promise<void> {
  const mark = await readBackupMark(database);
  if (!mark) return;
  throw new StandingRefusal(
    `${database.name} is a backup of ${new Date(mark.takenAt).toISOString()}. Its books do not know what was delegated and paid since. Read \`desk restore\`, then confirm it with \`desk restore --confirm\`.`,
  );
}

/** A database that lacks what it once held is a restored one, wherever it came from. */
export async function markWentBack(database: Database, at: number): Promise<void> {
  await database.commit(function* (): Phase<void> {
    if (yield* readSetting("backup")) return;
    const newest = yield* cursorBlock();
    const mark: BackupMark = { takenAt: newest?.timestamp_ms ?? at, block: newest?.number ?? null };
    yield* writeSetting("backup", mark, "start", at);
  });
}

/** Stores the file at the first start; throws a sentence for the operator when the database is a copy. */
export async function bindFile(
  database: Pick<Database, "source" | "commit" | "name">,
  at: number,
): Promise<void> {
  if (database.source.engine !== "sqlite") return;
  const here = fileIdentityOf(fileOf(database));
  const isOwn = await database.commit(function* (): Phase<boolean> {
    const known = yield* readFile();
    if (known && !isSameFile(known, here)) return false;
    if (!known || known.bornAtNs === null) yield* writeSetting("file", here, "start", at);
    return true;
  });
  if (isOwn) return;
  throw new StandingRefusal(
    `${database.name} is a copy of the file that the desk ran on last, and two desks on the same orders would deliver them twice. If the other file is never started again, because the desk was moved here, say so with \`desk moved\`. If this one is a backup, read \`desk restore --unmarked\`.`,
  );
}

/** Makes this file the desk's. Returns whether it was another one before. */
export async function fileMoved(database: Database, at: number): Promise<boolean> {
  if (database.source.engine !== "sqlite") {
    throw new DeskError(
      "VALIDATION_FAILED",
      "Only a database that is a file is known by its place.",
    );
  }
  const here = fileIdentityOf(fileOf(database));
  return database.commit(function* (): Phase<boolean> {
    const known = yield* readFile();
    yield* writeSetting("file", here, "moved", at);
    return known !== undefined && !isSameFile(known, here);
  });
}

function* readFile(): Phase<FileIdentity | undefined> {
  return (yield* readSetting("file")) as FileIdentity | undefined;
}

/**
 * Identifies the file behind a path: the same after a restart, a renaming and a remount, but different for every copy. Without
 * the device, whose number may change when the machine starts again.
 */
interface FileIdentity {
  readonly inode: string;
  /** Null where the file system stores no time of birth. */
  readonly bornAtNs: string | null;
}

export function fileIdentityOf(path: string): FileIdentity {
  return identityIn(statSync(path, { bigint: true }));
}

export function identityIn({
  ino,
  birthtimeNs,
  ctimeNs,
}: Pick<BigIntStats, "ino" | "birthtimeNs" | "ctimeNs">): FileIdentity {
  // Where no time of birth is stored, the system reports 0 or the time of the last change.
  const isKept = birthtimeNs > 0n && birthtimeNs !== ctimeNs;
  return { inode: String(ino), bornAtNs: isKept ? String(birthtimeNs) : null };
}

export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  const isBirthKnown = one.bornAtNs !== null && other.bornAtNs !== null;
  return one.inode === other.inode && (!isBirthKnown || one.bornAtNs === other.bornAtNs);
}
