/** Corrupts a copy of a desk's file, past every check of the tables. */
import { copyFileSync } from "node:fs";
import { expect } from "vitest";
import { auditFile } from "../../src/engine/operating/audit.js";
import Sqlite from "../../src/sqlite.js";
import type { Desk } from "./desk.js";
import { databasePath } from "./files.js";

/** Writes to a copy of the file by force, and gives what the audit finds in it. */
export function foundAfter(desk: Desk, sql: string): string[] {
  const path = databasePath();
  desk.close();
  copyFileSync(desk.path, path);
  const raw = new Sqlite(path);
  raw.pragma("ignore_check_constraints = ON");
  raw.pragma("foreign_keys = OFF");
  raw.exec("DROP TRIGGER transfer_is_final; DROP TRIGGER transfer_is_kept");
  raw.exec("DROP TRIGGER order_status_is_final");
  const { changes } = raw.prepare(sql).run();
  expect(changes, "the corruption changed nothing").toBeGreaterThan(0);
  raw.close();
  const result = auditFile(path);
  expect(result.ok).toBe(result.violations.length === 0);
  return result.violations.map(({ invariant }) => invariant);
}
