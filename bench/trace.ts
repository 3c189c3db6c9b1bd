/**
 * The statements of a run of creations, recorded and run again on bare better-sqlite3: the same
 * reads, rows and transactions, without savepoints and engine. That is the raw limit of the engine.
 */
import Sqlite from "#shared/sqlite.js";
import { type Phase, type Statement, statementsOf } from "../src/store/phase.js";
import { SqliteDatabase } from "../src/store/sqlite/database.js";

/** The statements of one commit. */
export type Trace = readonly Statement[];

export class TracingDatabase extends SqliteDatabase {
  readonly traces: Trace[] = [];

  override commit<T>(phase: () => Phase<T>): Promise<T> {
    const statements: Statement[] = [];
    this.traces.push(statements);
    return super.commit(() => traced(phase(), statements));
  }
}

function* traced<T>(phase: Phase<T>, statements: Statement[]): Phase<T> {
  let step = phase.next([]);
  while (!step.done) {
    statements.push(...statementsOf(step.value));
    step = phase.next(yield step.value);
  }
  return step.value;
}

/** Runs the traces again, `group` of them a transaction, each durable; returns the seconds it took. */
export function replay(path: string, traces: readonly Trace[], group: number): number {
  const sqlite = new Sqlite(path);
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("cache_size = -8192");
  const prepared = new Map<string, Sqlite.Statement>();
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? sqlite.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const work = traces.map((trace) =>
    trace.map(({ sql, params }) => [prepare(sql), params] as const),
  );
  const run = sqlite.transaction((from: number) => {
    for (const statements of work.slice(from, from + group)) {
      for (const [statement, params] of statements) {
        if (statement.reader) statement.all(...params);
        else statement.run(...params);
      }
    }
  });
  const startedAtMs = performance.now();
  for (let from = 0; from < work.length; from += group) run.immediate(from);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  sqlite.close();
  return seconds;
}
