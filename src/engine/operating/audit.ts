/** The audit of the books: used by the tests, by `desk audit`, and by a worker that halts new orders on a violation. */
import { findViolations, type Violation } from "../../store/audit/audit.js";
import type { Database } from "../../store/database.js";
import { readFileOnce } from "../../store/read-only.js";

export interface AuditResult {
  readonly ok: boolean;
  readonly violations: readonly Violation[];
}

export function audit(database: Database): AuditResult {
  return resultOf(database.read(findViolations));
}

/** Audits a database file from outside, also while a desk writes to it: the state of one moment. */
export function auditFile(path: string): AuditResult {
  return resultOf(readFileOnce(path, findViolations));
}

function resultOf(violations: readonly Violation[]): AuditResult {
  return { ok: violations.length === 0, violations };
}
