/** Corrupts a copy of a desk's file, past every check of the tables. */
import { copyFileSync } from "node:fs";
import { expect } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { auditFile, FileAuditor } from "../../src/engine/operating/audit.js";
import type { Evidence } from "../../src/store/audit/evidence.js";
import type { Desk } from "./desk.js";
import { databasePath } from "./files.js";
import { withSchema } from "./schema.js";

/**
 * Writes to a copy of the file by force, and gives what the audit finds in it. An audit of what has changed since the file had
 * nothing but its tables must find something too, exactly when there is something to find.
 */
export async function foundAfter(
  desk: Desk,
  sql: string,
  evidence: Evidence = {},
): Promise<string[]> {
  const copy = databasePath();
  desk.close();
  copyFileSync(desk.path, copy);
  const path = withSchema(databasePath());
  const auditor = new FileAuditor(path, evidence);
  expect((await auditor.audit("all")).violations).toEqual([]);
  const raw = new Sqlite(copy);
  corrupt(raw, sql);
  await raw.backup(path);
  raw.close();
  const result = await auditFile(path, evidence);
  expect(result.ok).toBe(result.violations.length === 0);
  const changes = await auditor.audit("changes");
  auditor.close();
  expect(changes.violations).toEqual(result.violations);
  return result.violations.map(({ invariant }) => invariant);
}

/** Runs a statement that no check or trigger of the tables holds up. */
export function corrupt(raw: Sqlite.Database, sql: string): void {
  raw.pragma("ignore_check_constraints = ON");
  raw.pragma("foreign_keys = OFF");
  const guards = raw.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND (name LIKE '%\\_is\\_final' ESCAPE '\\' OR name LIKE '%\\_is\\_kept' ESCAPE '\\')",
  );
  for (const trigger of guards.pluck().all()) raw.exec(`DROP TRIGGER ${trigger}`);
  const { changes } = raw.prepare(sql).run();
  expect(changes, "the corruption changed nothing").toBeGreaterThan(0);
}
