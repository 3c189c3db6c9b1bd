/** The audit of the books: used by the tests, by `desk audit`, and by a worker that halts new orders on a violation. */
import { findViolations, type Violation } from "../store/audit.js";
import type { Database } from "../store/database.js";

export interface AuditResult {
  readonly ok: boolean;
  readonly violations: readonly Violation[];
}

export function audit(database: Database): AuditResult {
  const violations = database.read(findViolations);
  return { ok: violations.length === 0, violations };
}
