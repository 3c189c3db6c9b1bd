/** The audit of the books: used by the tests, by `desk audit`, and by a worker that halts new orders on a violation. */
import { findViolations, type Violation } from "../../store/audit/audit.js";
import { findNewViolations, type Mark, markBooks } from "../../store/audit/audit-changes.js";
import type { Database } from "../../store/database.js";
import type { Phase } from "../../store/phase.js";
import { ReadOnlyFile, readFileOnce } from "../../store/read-only.js";

/** All of the books, or what may have changed since the last clean audit. */
export type AuditScope = "all" | "changes";

export interface AuditResult {
  readonly ok: boolean;
  readonly violations: readonly Violation[];
}

export async function audit(database: Database): Promise<AuditResult> {
  return resultOf(await database.read(findViolations));
}

/** Audits a database file from outside, also while a desk writes to it: the state of one moment. */
export async function auditFile(path: string): Promise<AuditResult> {
  return resultOf(await readFileOnce(path, findViolations));
}

/** Audits a file again and again, and remembers what the last audit saw. */
export class FileAuditor {
  readonly #file: ReadOnlyFile;
  #mark: Mark | undefined;

  constructor(path: string) {
    this.#file = new ReadOnlyFile(path);
  }

  /** Changes since the last audit, if that was clean; otherwise all of the books. */
  async audit(scope: AuditScope): Promise<AuditResult> {
    const since = scope === "changes" ? this.#mark : undefined;
    this.#mark = undefined;
    const { mark, violations } = await this.#file.read(() => auditSince(since));
    this.#mark = mark;
    return resultOf(violations);
  }

  close(): void {
    this.#file.close();
  }
}

/** The mark belongs to the same moment as the audit. */
function* auditSince(
  since: Mark | undefined,
): Phase<{ mark: Mark | undefined; violations: readonly Violation[] }> {
  const violations = since ? yield* findNewViolations(since) : yield* findViolations();
  return { violations, mark: violations.length === 0 ? yield* markBooks() : undefined };
}

function resultOf(violations: readonly Violation[]): AuditResult {
  return { ok: violations.length === 0, violations };
}
