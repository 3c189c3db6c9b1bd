/**
 * Ties a database to its file. A copy has the same planned orders and may find the same keys: two desks on them would deliver
 * each order twice, and a lock protects one file only.
 */

import { statSync } from "node:fs";
import { StandingRefusal } from "../../common/failures.js";
import type { Database } from "../../store/database.js";
import type { Phase } from "../../store/phase.js";
import { readSetting, writeSetting } from "../../store/settings.js";

/** Stores the file at the first start; throws a sentence for the operator when the database is a copy. */
export async function bindFile(database: Database, at: number): Promise<void> {
  const here = fileIdentityOf(database.path);
  const isOwn = await database.commit(function* (): Phase<boolean> {
    const known = yield* readFile();
    if (known && !isSameFile(known, here)) return false;
    if (!known || known.bornAtNs === null) yield* writeSetting("file", here, "start", at);
    return true;
  });
  if (isOwn) return;
  throw new StandingRefusal(
    `DATABASE_PATH: ${database.path} is a copy of the file that the desk ran on last, and two desks on the same orders would deliver them twice. If the other file is never started again, because the desk was moved here, say so with \`desk moved\`. If this one is a backup, read \`desk restore --unmarked\`.`,
  );
}

/** Makes this file the desk's. Returns whether it was another one before. */
export async function fileMoved(database: Database, at: number): Promise<boolean> {
  const here = fileIdentityOf(database.path);
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
  const { ino, birthtimeNs, ctimeNs } = statSync(path, { bigint: true });
  // Where no time of birth is stored, the system reports 0 or the time of the last change.
  const isKept = birthtimeNs > 0n && birthtimeNs !== ctimeNs;
  return { inode: String(ino), bornAtNs: isKept ? String(birthtimeNs) : null };
}

export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  const isBirthKnown = one.bornAtNs !== null && other.bornAtNs !== null;
  return one.inode === other.inode && (!isBirthKnown || one.bornAtNs === other.bornAtNs);
}
