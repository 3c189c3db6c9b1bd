/** Corrupts a copy of a desk's file, past every check of the tables. */
import { copyFileSync } from "node:fs";
import { expect } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { FileAuditor } from "../../src/engine/operating/audit.js";
import { findViolations } from "../../src/store/audit/audit.js";
import type { Evidence } from "../../src/store/audit/evidence.js";
import type { Violation } from "../../src/store/audit/invariant.js";
import { readFileOnce } from "../../src/store/database.js";
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
  const violations = await readFileOnce(path, () => findViolations(evidence));
  const changes = await auditor.audit("changes");
  auditor.close();
  expect(changes).toEqual({ ok: violations.length === 0, violations });
  expect(await inSlices(path, evidence)).toEqual(bySubject(violations));
  return violations.map(({ invariant }) => invariant);
}

/** What the audit of all finds in slices of a cause each. */
export async function inSlices(path: string, evidence: Evidence = {}): Promise<Violation[]> {
  const auditor = new FileAuditor(path, evidence, { transfersOfSlice: 1 });
  const { violations } = await auditor.audit("all");
  auditor.close();
  return bySubject(violations);
}

/** Each audit finds the same in an order of its own. */
export function bySubject(violations: readonly Violation[]): Violation[] {
  const nameOf = ({ invariant, subject, found }: Violation) => `${invariant} ${subject} ${found}`;
  return violations.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
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
