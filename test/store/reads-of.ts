/** The plans of statements, in a database without rows. */
import Sqlite from "#shared/sqlite.js";
import { type Phase, statementsOf } from "../../src/store/phase.js";
import { SCHEMA } from "../../src/store/sqlite/ddl.js";

const sqlite = new Sqlite(":memory:").exec(SCHEMA);

/** How SQLite reads the tables of all statements of a phase; or other steps of its plan. */
export function readsOf(phase: Phase<unknown>, steps = /^(SCAN|SEARCH)/): string[] {
  const reads: string[] = [];
  for (let step = phase.next(); !step.done; step = phase.next([])) {
    for (const { sql, params } of statementsOf(step.value)) {
      const plan = sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params);
      reads.push(...(plan as { detail: string }[]).map(({ detail }) => detail));
    }
  }
  return reads.filter((one) => steps.test(one));
}
