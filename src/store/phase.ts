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
  /** The phase does not look at the answer, so a driver need not wait for it: nor will a failure of it be told before a later one. */
  readonly isEffect?: true;
}

/** Statements that are sent at once; who executes them puts the rows of each into `answers`, and answers with none. */
interface Several {
  readonly statements: readonly Statement[];
  answers: Row[][];
}

export type Asked = Statement | Several;

/** A statement that selects nothing returns one row: `changed`, the number of rows it has changed. */
export type Phase<T> = Generator<Asked, T, Row[]>;

/** What stands between the parentheses of IN for these: NULL, which nothing is, where there are none. */
export const marks = (values: readonly unknown[]) => values.map(() => "?").join(",") || "NULL";

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
  yield { sql, params, isEffect: true };
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

/**
 * Runs phases that do not depend on each other, side by side: where a database answers later, for all of them is waited once instead of
 * for one after the other. Their results, in order; throws what the first of them throws, whichever throws earlier.
 */
export function* together<T extends readonly unknown[]>(
  ...phases: { readonly [Nth in keyof T]: Phase<T[Nth]> }
): Phase<T> {
  const sides = phases.map((phase) => new Side(phase));
  for (;;) {
    // What comes after one that throws would not run.
    const failedAt = sides.findIndex(({ failure }) => failure);
    const asking = sides.slice(0, failedAt < 0 ? sides.length : failedAt).filter(isAsking);
    if (asking.length === 0) break;
    const asked: Several = {
      statements: asking.flatMap(({ statements }) => statements),
      answers: [],
    };
    yield asked;
    for (const side of asking) side.goOn(asked.answers.splice(0, side.statements.length));
  }
  const failed = sides.find(({ failure }) => failure);
  if (failed) throw failed.failure?.error;
  return sides.map(({ result }) => result) as readonly unknown[] as T;
}

/** The same for any number of phases of one kind. */
export const each = <T>(phases: readonly Phase<T>[]): Phase<readonly T[]> =>
  together<readonly T[]>(...phases);

/** One of the phases that run together. */
class Side {
  /** What it waits for the answers of; none once it has ended. */
  statements: readonly Statement[] = [];
  failure: { readonly error: unknown } | undefined;
  result: unknown;
  #several: Several | undefined;

  constructor(private readonly phase: Phase<unknown>) {
    this.#step([]);
  }

  goOn(answers: Row[][]): void {
    if (this.#several) this.#several.answers = answers;
    this.#step(this.#several ? [] : (answers[0] ?? []));
  }

  #step(answer: Row[]): void {
    this.statements = [];
    try {
      const { done, value: next } = this.phase.next(answer);
      if (done) this.result = next;
      else {
        this.#several = isSeveral(next) ? next : undefined;
        this.statements = statementsOf(next);
      }
    } catch (error) {
      this.failure = { error };
    }
  }
}

const isAsking = ({ statements }: Side) => statements.length > 0;

const isSeveral = (asked: Asked): asked is Several => "statements" in asked;

export const statementsOf = (asked: Asked) => (isSeveral(asked) ? asked.statements : [asked]);

/** A phase that only reads, with each of its statements executed once: in one transaction the same one has the same rows. */
export function* readingOnce<T>(phase: Phase<T>): Phase<T> {
  const known = new Map<string, Row[]>();
  let step = phase.next([]);
  while (!step.done) {
    const asked = step.value;
    const keyed = statementsOf(asked).map((one) => [JSON.stringify(one), one] as const);
    const unknown = keyed.filter(([key]) => !known.has(key));
    const found = yield* each(unknown.map(([, one]) => ask(one)));
    for (const [nth, [key]] of unknown.entries()) known.set(key, found[nth] ?? []);
    const answers = keyed.map(([key]) => known.get(key) ?? []);
    if (isSeveral(asked)) asked.answers = answers;
    step = phase.next(isSeveral(asked) ? [] : (answers[0] ?? []));
  }
  return step.value;
}

function* ask(statement: Statement): Phase<Row[]> {
  return yield statement;
}

/** Runs a phase to its end on a connection that executes a statement at once. */
export function drive<T>(phase: Phase<T>, execute: (statement: Statement) => Row[]): T {
  let step = phase.next([]);
  while (!step.done) {
    const asked = step.value;
    if (isSeveral(asked)) asked.answers = asked.statements.map(execute);
    step = phase.next(isSeveral(asked) ? [] : execute(asked));
  }
  return step.value;
}

/** The same on a connection that answers later, and not at all where nobody looks at the answer. */
export async function driveLater<T>(
  phase: Phase<T>,
  send: (statement: Statement) => Promise<Row[]> | undefined,
): Promise<T> {
  let step = phase.next([]);
  while (!step.done) {
    const asked = step.value;
    if (isSeveral(asked))
      asked.answers = await Promise.all(asked.statements.map((one) => send(one) ?? []));
    step = phase.next(isSeveral(asked) ? [] : ((await send(asked)) ?? []));
  }
  return step.value;
}
