/**
 * An atomic phase is a generator that yields SQL statements and receives their rows. A driver runs it in one transaction:
 * SQLite synchronously, another database perhaps not. A phase has no effect but its statements (ids, times and randomness are
 * arguments), never awaits, and never catches a statement's error: it asks how many rows were changed, or which.
 */
export type SqlValue = string | number | null;
export type Row = Record<string, SqlValue>;

export interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** A statement that selects nothing returns one row: `changed`, the number of rows it has changed. */
export type Phase<T> = Generator<Statement, T, Row[]>;

/** Runs a statement and gives its rows; `R` is the shape of the columns the SQL selects. */
export function* all<R extends Row>(sql: string, ...params: SqlValue[]): Phase<R[]> {
  return (yield { sql, params }) as R[];
}

/** The only row, or undefined when there is none. */
export function* one<R extends Row>(sql: string, ...params: SqlValue[]): Phase<R | undefined> {
  const rows = (yield { sql, params }) as R[];
  return rows[0];
}

/** Runs a statement for its effect. */
export function* run(sql: string, ...params: SqlValue[]): Phase<void> {
  yield { sql, params };
}

/** Runs a statement for its effect and returns how many rows it has changed: cheaper than `RETURNING` them. */
export function* countChanged(sql: string, ...params: SqlValue[]): Phase<number> {
  const [row] = yield { sql, params };
  return Number(row?.changed);
}

/** The same, where it is enough to know whether there was one. */
export function* didChange(sql: string, ...params: SqlValue[]): Phase<boolean> {
  return (yield* countChanged(sql, ...params)) > 0;
}

/** The only column of the only row, or undefined when there is none. */
export function* value<V extends SqlValue>(
  sql: string,
  ...params: SqlValue[]
): Phase<V | undefined> {
  return (yield* column<V>(sql, ...params))[0];
}

/** The only column of all rows. */
export function* column<V extends SqlValue>(sql: string, ...params: SqlValue[]): Phase<V[]> {
  return (yield { sql, params }).map((row) => Object.values(row)[0] as V);
}

/** Whether there is a row: `from` is what stands behind FROM. */
export function* exists(from: string, ...params: SqlValue[]): Phase<boolean> {
  return (yield { sql: `SELECT 1 FROM ${from} LIMIT 1`, params }).length > 0;
}

/** How many rows there are: `from` is what stands behind FROM. */
export function* count(from: string, ...params: SqlValue[]): Phase<number> {
  return (yield* value<number>(`SELECT count(*) FROM ${from}`, ...params)) ?? 0;
}

/** A phase that only reads, with each of its statements executed once: in one transaction the same one has the same rows. */
export function* readingOnce<T>(phase: Phase<T>): Phase<T> {
  const known = new Map<string, Row[]>();
  let step = phase.next();
  while (!step.done) {
    const key = JSON.stringify(step.value);
    const rows = known.get(key) ?? (yield step.value);
    known.set(key, rows);
    step = phase.next(rows);
  }
  return step.value;
}

/** Runs a phase to its end on a connection that executes a statement at once. */
export function drive<T>(phase: Phase<T>, execute: (statement: Statement) => Row[]): T {
  let step = phase.next([]);
  while (!step.done) step = phase.next(execute(step.value));
  return step.value;
}
