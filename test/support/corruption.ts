/** Corrupts what a desk's books say, past every check of the tables. */
import { expect } from "vitest";
import { Auditor } from "../../src/engine/operating/audit.js";
import { findViolations } from "../../src/store/audit/audit.js";
import type { Evidence } from "../../src/store/audit/evidence.js";
import type { Violation } from "../../src/store/audit/invariant.js";
import { openReader } from "../../src/store/audit/reader.js";
import type { DatabaseSource } from "../../src/store/database.js";
import type { Desk } from "./desk.js";
import { booksOf, ScratchBooks } from "./scratch-books.js";

const scratches = new WeakMap<Desk, Promise<ScratchBooks>>();

/**
 * Writes to a copy of the books by force, and gives what the audit finds in it. An audit of what has changed since the database had
 * nothing but its tables must find something too, exactly when there is something to find.
 */
export async function foundAfter(
  desk: Desk,
  sql: string,
  evidence: Evidence = {},
): Promise<string[]> {
  const opened = scratches.get(desk) ?? ScratchBooks.open();
  scratches.set(desk, opened);
  const scratch = await opened;
  const { source } = scratch;
  scratch.become(scratch.empty);
  const auditor = new Auditor(source, evidence);
  expect((await auditor.audit("all")).violations).toEqual([]);
  scratch.become(booksOf(desk.database));
  scratch.corrupt(sql);
  const violations = bySubject(await inOneRead(source, evidence));
  const changes = await auditor.audit("changes");
  await auditor.close();
  expect(bySubject(changes.violations)).toEqual(violations);
  expect(changes.ok).toBe(violations.length === 0);
  expect(await inSlices(source, evidence)).toEqual(violations);
  return violations.map(({ invariant }) => invariant);
}

export async function inOneRead(source: DatabaseSource, evidence?: Evidence): Promise<Violation[]> {
  const reader = await openReader(source);
  const violations = await reader.read(() => findViolations(evidence));
  await reader.close();
  return violations;
}

/** What the audit of all finds in slices of a cause each; PostgreSQL takes long to make their tables. */
export async function inSlices(source: DatabaseSource, evidence?: Evidence): Promise<Violation[]> {
  const transfersOfSlice = source.engine === "sqlite" ? 1 : 10;
  const auditor = new Auditor(source, evidence, { transfersOfSlice });
  const { violations } = await auditor.audit("all");
  await auditor.close();
  return bySubject(violations);
}

/** Each audit finds the same in an order of its own. */
export function bySubject(violations: readonly Violation[]): Violation[] {
  const nameOf = ({ invariant, subject, found }: Violation) => `${invariant} ${subject} ${found}`;
  return violations.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
