/** Brings a database file to the current schema, one numbered step and one transaction at a time. */

import type Sqlite from "#shared/sqlite.js";
import { StandingRefusal } from "../common/standing-refusal.js";
import { MIGRATIONS } from "./schema.js";

/** Tables that every version has. */
const OUR_TABLES = ["account", "transfer", "orders", "leg"];

/** Other programs number their schemas too, so the tables decide. Throws StandingRefusal before any write. */
export function assertOurs(sqlite: Sqlite.Database): void {
  const names = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck();
  const tables = new Set(names.all());
  const version = versionOf(sqlite);
  const isNew = tables.size === 0 && version === 0;
  const isDesks = version > 0 && OUR_TABLES.every((name) => tables.has(name));
  if (isNew || isDesks) return;
  throw new StandingRefusal(
    `${sqlite.name} is a database of another program. Set DATABASE_PATH to a desk's, or to a new file.`,
  );
}

export function migrate(sqlite: Sqlite.Database): void {
  const version = versionOf(sqlite);
  if (version > MIGRATIONS.length) {
    throw new StandingRefusal(
      `The database has schema ${version}, this program knows ${MIGRATIONS.length}: it was written by another version. Start that one, or restore a backup.`,
    );
  }
  for (const [at, sql] of MIGRATIONS.entries()) {
    if (at < version) continue;
    try {
      sqlite.exec("BEGIN IMMEDIATE");
      // Another process may have taken the step since.
      if (versionOf(sqlite) === at) sqlite.exec(`${sql}; PRAGMA user_version = ${at + 1}`);
      sqlite.exec("COMMIT");
    } finally {
      // A step that failed must not keep the file locked.
      if (sqlite.inTransaction) sqlite.exec("ROLLBACK");
    }
  }
}

function versionOf(sqlite: Sqlite.Database): number {
  return Number(sqlite.pragma("user_version", { simple: true }));
}
