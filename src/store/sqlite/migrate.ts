/** Gives a new file its tables, and brings an older one to those of today, one step and one transaction at a time. */

import type Sqlite from "#shared/sqlite.js";
import { StandingRefusal } from "../../common/failures.js";
import { APPLICATION_ID, newestVersion } from "../ddl.js";
import { STEPS } from "../schema.js";
import { SCHEMA } from "./ddl.js";

/** Tables that every version has. */
const OUR_TABLES = ["account", "transfer", "orders", "leg"];

/** Other programs number their schemas too, so the tables decide. Throws StandingRefusal before any write. */
export function assertOurs(sqlite: Sqlite.Database): void {
  const names = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck();
  const tables = new Set(names.all());
  const version = versionOf(sqlite);
  if (tables.size === 0 && version === 0) return;
  if (version <= 0 || !OUR_TABLES.every((name) => tables.has(name))) {
    throw new StandingRefusal(
      `${sqlite.name} is a database of another program. Set DATABASE_PATH to a desk's, or to a new file.`,
    );
  }
  if (sqlite.pragma("application_id", { simple: true }) !== APPLICATION_ID) {
    throw new StandingRefusal(
      `${sqlite.name} was written by a development version of the desk (schema ${version}), and this version cannot read it. Start the version that wrote it, or set DATABASE_PATH to a new file.`,
    );
  }
}

export function migrate(sqlite: Sqlite.Database): void {
  const version = versionOf(sqlite);
  if (version > newestVersion()) {
    throw new StandingRefusal(
      `The database has schema ${version}, this program knows ${newestVersion()}: it was written by another version. Start that one, or restore a backup.`,
    );
  }
  const whole = `${SCHEMA}; PRAGMA application_id = ${APPLICATION_ID}`;
  if (version === 0) step(sqlite, 0, whole, newestVersion());
  for (let from = versionOf(sqlite); from < newestVersion(); from += 1) {
    step(sqlite, from, STEPS[from - 1]?.sqlite ?? "", from + 1);
  }
}

function step(sqlite: Sqlite.Database, from: number, sql: string, to: number): void {
  try {
    sqlite.exec("BEGIN IMMEDIATE");
    // Another process may have taken the step since.
    if (versionOf(sqlite) === from) sqlite.exec(`${sql}; PRAGMA user_version = ${to}`);
    sqlite.exec("COMMIT");
  } finally {
    // A step that failed must not keep the file locked.
    if (sqlite.inTransaction) sqlite.exec("ROLLBACK");
  }
}

function versionOf(sqlite: Sqlite.Database): number {
  return Number(sqlite.pragma("user_version", { simple: true }));
}
