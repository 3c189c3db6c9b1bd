/** Backups of a rig's desk, and the desk's database put back to one; the chain goes on as it is. */
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type AuditResult, auditOnce } from "../../src/engine/operating/audit.js";
import { backUp, markWentBack } from "../../src/engine/operating/backup.js";
import { copyPostgres } from "../postgres/copy.js";
import { isOnPostgres } from "../postgres/databases.js";
import { openDatabase, sourceAt } from "../support/open-database.js";
import type { Rig } from "./rig.js";

const pathOf = ({ directory }: Rig) => join(directory, "desk.db");

/** Also while the desk runs. Gives what an audit finds in it. */
export async function backUpRig(rig: Rig, file: string): Promise<AuditResult | null> {
  const databasePath = pathOf(rig);
  if (!isOnPostgres) {
    return (await backUp({ databasePath, file, at: Date.now(), onProgress: () => {} })).audit;
  }
  copyPostgres(databasePath, file);
  return auditOnce(sourceAt(file));
}

/** The desk is stopped. Gives the path of its database. On PostgreSQL a desk sees by itself that its database went back. */
export async function putBack(rig: Rig, file: string): Promise<string> {
  const path = pathOf(rig);
  if (!isOnPostgres) {
    for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
    copyFileSync(file, path);
    return path;
  }
  copyPostgres(file, path);
  const database = await openDatabase(path);
  await markWentBack(database, Date.now());
  await database.close();
  return path;
}
