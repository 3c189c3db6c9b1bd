/** The audit of the books: used by the tests, by `desk audit`, and by a worker that halts new orders on a violation. */
import { setImmediate as turn } from "node:timers/promises";
import type { Address } from "../../domain/address.js";
import { findViolations, NAMED } from "../../store/audit/audit.js";
import { findNewViolations, type Mark, markBooks } from "../../store/audit/audit-changes.js";
import { auditSlice, beginSlices, endSlices } from "../../store/audit/audit-slices.js";
import { type Evidence, indexesAfter } from "../../store/audit/evidence.js";
import type { Violation } from "../../store/audit/invariant.js";
import { openReader, type Reader } from "../../store/audit/reader.js";
import type { Database, DatabaseSource } from "../../store/database.js";
import type { Phase } from "../../store/phase.js";
import { depositKeysOf } from "../deposits/addresses.js";

/** All of the books, or what may have changed since the last clean audit. */
export type AuditScope = "all" | "changes";

export interface AuditResult {
  readonly ok: boolean;
  readonly violations: readonly Violation[];
}

export async function audit(database: Database, evidence: Evidence = {}): Promise<AuditResult> {
  const violations = await database.read(() => findViolations(evidence));
  return { ok: violations.length === 0, violations };
}

/** Audits a database from outside, also while a desk writes to it. */
export async function auditOnce(
  source: DatabaseSource,
  evidence: Evidence = {},
): Promise<AuditResult> {
  const auditor = new Auditor(source, evidence);
  try {
    return await auditor.audit("all");
  } finally {
    await auditor.close();
  }
}

export const auditFile = (path: string, evidence: Evidence = {}) =>
  auditOnce({ engine: "sqlite", path }, evidence);

interface AuditorOptions {
  readonly transfersOfSlice?: number;
  /** Between two slices, of which the first took so long. */
  readonly rest?: (tookMs: number) => Promise<unknown>;
}

/** Audits a database again and again, and remembers what the last audit saw. */
export class Auditor {
  readonly #source: DatabaseSource;
  readonly #evidence: Evidence;
  readonly #options: AuditorOptions;
  #reader: Reader | undefined;
  #mark: Mark | undefined;

  constructor(source: DatabaseSource, evidence: Evidence = {}, options: AuditorOptions = {}) {
    this.#source = source;
    this.#evidence = evidence;
    this.#options = options;
  }

  /** Changes since the last audit, if that was clean; otherwise all of the books. */
  async audit(scope: AuditScope): Promise<AuditResult> {
    const since = scope === "changes" ? this.#mark : undefined;
    this.#mark = undefined;
    this.#reader ??= await openReader(this.#source);
    try {
      const violations = since
        ? await this.#end(this.#reader, () => findNewViolations(since, this.#evidence))
        : await this.#auditAll(this.#reader);
      return { ok: violations.length === 0, violations };
    } catch (error) {
      // Perhaps it is of the connection, and the next audit reads all on another.
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const reader = this.#reader;
    this.#reader = undefined;
    await reader?.close();
  }

  async #auditAll(reader: Reader): Promise<readonly Violation[]> {
    const { transfersOfSlice, rest = () => turn() } = this.#options;
    await this.#deriveAddresses(reader);
    let progress = await reader.read(beginSlices);
    const found = new Map<string, Violation>();
    const add = (violations: readonly Violation[]) => {
      for (const violation of violations) found.set(JSON.stringify(violation), violation);
    };
    for (let isLast = false; !isLast; ) {
      const done = progress;
      const startedAtMs = performance.now();
      const slice = await reader.read(() => auditSlice(done, this.#evidence, transfersOfSlice));
      add(slice.violations);
      ({ progress, isLast } = slice);
      await rest(performance.now() - startedAtMs);
    }
    add(await this.#end(reader, () => endSlices(progress, this.#evidence), found.size === 0));
    return mostOfEach([...found.values()]);
  }

  /** The mark belongs to the same moment as the last of the audit. */
  async #end(
    reader: Reader,
    findLast: () => Phase<Violation[]>,
    isClean = true,
  ): Promise<readonly Violation[]> {
    const { violations, mark } = await reader.read(function* () {
      const violations = yield* findLast();
      return {
        violations,
        mark: isClean && violations.length === 0 ? yield* markBooks() : undefined,
      };
    });
    this.#mark = mark;
    return violations;
  }

  /** Outside of every read, which would be long by it. The evidence remembers them. */
  async #deriveAddresses(reader: Reader): Promise<void> {
    const { depositKeys } = this.#evidence;
    if (!depositKeys) return;
    for (let last: number | undefined = -1; last !== undefined; ) {
      const after: number = last;
      const indexes = await reader.read(() => indexesAfter(depositKeys.hash, after));
      for (const index of indexes) depositKeys.addressAt(index);
      last = indexes.at(-1);
      await turn();
    }
  }
}

/** Of each invariant as many as one query lists. */
function mostOfEach(violations: readonly Violation[]): readonly Violation[] {
  const counts = new Map<string, number>();
  return violations.filter(({ invariant }) => {
    const count = (counts.get(invariant) ?? 0) + 1;
    counts.set(invariant, count);
    return count <= NAMED;
  });
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
