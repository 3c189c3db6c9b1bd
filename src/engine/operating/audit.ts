/** The audit of the books: used by the tests, by `desk audit`, and by a worker that halts new orders on a violation. */
import { Archive, ArchiveUnreadable } from "../../store/archive/archive.js";
import { findViolations, type Violation } from "../../store/audit/audit.js";
import { findArchiveViolations } from "../../store/audit/audit-archive.js";
import type { Database } from "../../store/database.js";
import type { Phase } from "../../store/phase.js";
import { readFileOnce } from "../../store/read-only.js";
import { problemOfArchive } from "./archive.js";

export interface AuditResult {
  readonly ok: boolean;
  readonly violations: readonly Violation[];
}

/** With the archive beside the books, the orders that have moved there are checked too. */
export function audit(database: Database, archive?: Archive): AuditResult {
  return resultOf(database.read(() => violationsIn(archive)));
}

/** Audits a database file from outside, also while a desk writes to it: the state of one moment. */
export function auditFile(path: string, archivePath?: string): AuditResult {
  const archive = archivePath === undefined ? undefined : new Archive(archivePath);
  try {
    return resultOf(readFileOnce(path, () => violationsIn(archive)));
  } finally {
    archive?.close();
  }
}

/** The books first: what they still have at that moment may be in the archive as well when that is read, and nothing else. */
function* violationsIn(archive: Archive | undefined): Phase<Violation[]> {
  const violations = yield* findViolations();
  if (!archive) return violations;
  const problem = yield* problemOfArchive(archive);
  if (problem !== undefined) return [...violations, notThere(archive, problem)];
  try {
    return [...violations, ...(yield* findArchiveViolations(archive))];
  } catch (error) {
    if (!(error instanceof ArchiveUnreadable)) throw error;
    return [...violations, notThere(archive, error.problem)];
  }
}

function notThere({ path: subject }: Archive, problem: string): Violation {
  const invariant = "the archive has what the books have moved there";
  return { invariant, subject, found: `${problem}; \`desk archive --lost\` says what to do` };
}

function resultOf(violations: readonly Violation[]): AuditResult {
  return { ok: violations.length === 0, violations };
}
