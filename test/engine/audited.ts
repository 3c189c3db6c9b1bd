/** Desks whose files are corrupted in every way that an invariant of the audit is there for. */
import { expect, test } from "vitest";
import { foundAfter } from "../support/corruption.js";
import type { Desk } from "../support/desk.js";

export interface Audited {
  open(): Promise<Desk>;
  /** What nothing is wrong after. */
  readonly harmless: string;
  /** Statements by the invariant that each of them must break. */
  readonly corruptions: Readonly<Record<string, readonly string[]>>;
}

export function auditedAs(all: Readonly<Record<string, Audited>>): void {
  test.each(Object.entries(all))("%s", async (_, { open, harmless, corruptions }) => {
    const desk = await open();
    expect(await foundAfter(desk, harmless)).toEqual([]);
    for (const [invariant, statements] of Object.entries(corruptions)) {
      for (const sql of statements) expect(await foundAfter(desk, sql), sql).toContain(invariant);
    }
  });
}
