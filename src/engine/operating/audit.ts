/** The audit of the books: used by the tests, by `desk audit`, and by a worker that halts new orders on a violation. */
import type { Address } from "../../domain/address.js";
import { findViolations } from "../../store/audit/audit.js";
import { findNewViolations, type Mark, markBooks } from "../../store/audit/audit-changes.js";
import type { Evidence } from "../../store/audit/evidence.js";
import type { Violation } from "../../store/audit/invariant.js";
import { type Database, ReadOnlyFile, readFileOnce } from "../../store/database.js";
import type { Phase } from "../../store/phase.js";
import { depositKeysOf } from "../deposits/addresses.js";

/** All of the books, or what may have changed since the last clean audit. */
export type AuditScope = "all" | "changes";

export interface AuditResult {
  readonly ok: boolean;
  readonly violations: readonly Violation[];
}

export async function audit(database: Database, evidence: Evidence = {}): Promise<AuditResult> {
  return resultOf(await database.read(() => findViolations(evidence)));
}

/** Audits a database file from outside, also while a desk writes to it: the state of one moment. */
export async function auditFile(path: string, evidence: Evidence = {}): Promise<AuditResult> {
  return resultOf(await readFileOnce(path, () => findViolations(evidence)));
}

/** Audits a file again and again, and remembers what the last audit saw. */
export class FileAuditor {
  readonly #file: ReadOnlyFile;
  readonly #evidence: Evidence;
  #mark: Mark | undefined;

  constructor(path: string, evidence: Evidence = {}) {
    this.#file = new ReadOnlyFile(path);
    this.#evidence = evidence;
  }

  /** Changes since the last audit, if that was clean; otherwise all of the books. */
  async audit(scope: AuditScope): Promise<AuditResult> {
    const since = scope === "changes" ? this.#mark : undefined;
    this.#mark = undefined;
    const { mark, violations } = await this.#file.read(() => auditSince(since, this.#evidence));
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
  evidence: Evidence,
): Phase<{ mark: Mark | undefined; violations: readonly Violation[] }> {
  const violations = since
    ? yield* findNewViolations(since, evidence)
    : yield* findViolations(evidence);
  return { violations, mark: violations.length === 0 ? yield* markBooks() : undefined };
}

/**
 * The key of deposits as evidence: addresses that were derived once are remembered, for the audits of each minute. Undefined without
 * a key.
 */
export function keyAsEvidence(xpub: string | undefined): Evidence["depositKeys"] {
  if (xpub === undefined) return undefined;
  const { hash, addressAt } = depositKeysOf(xpub);
  const derived = new Map<number, Address>();
  return {
    hash,
    addressAt(index) {
      const address = derived.get(index) ?? addressAt(index);
      derived.set(index, address);
      return address;
    },
  };
}

function resultOf(violations: readonly Violation[]): AuditResult {
  return { ok: violations.length === 0, violations };
}
