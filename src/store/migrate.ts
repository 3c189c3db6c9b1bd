/** Brings a database file to the current schema, one numbered step and one transaction at a time. */
import { StandingRefusal } from "../domain/standing-refusal.js";
import type Sqlite from "../sqlite.js";
import { MIGRATIONS } from "./schema.js";

export function migrate(sqlite: Sqlite.Database): void {
  const version = Number(sqlite.pragma("user_version", { simple: true }));
  if (version > MIGRATIONS.length) {
    throw new StandingRefusal(
      `The database has schema ${version}, this program knows ${MIGRATIONS.length}: it was written by a newer version. Start that one, or restore a backup.`,
    );
  }
  for (const [at, sql] of MIGRATIONS.entries()) {
    if (at < version) continue;
    sqlite.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${at + 1}; COMMIT`);
  }
}
