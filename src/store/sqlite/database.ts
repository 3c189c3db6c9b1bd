/**
 * The SQLite driver: one writer connection, WAL with `synchronous=FULL`, and group commit. Phases that arrive in one turn of
 * the event loop, or the few next ones, share one transaction and are answered after the COMMIT. A phase that fails leaves the
 * others as they are. And readers of a file, each with a connection of its own that cannot write.
 */

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { reasonOf } from "#shared/reason.js";
import Sqlite from "#shared/sqlite.js";
import { isDamage } from "../../common/failures.js";
import { AssertionFailed, assert } from "../../domain/assert.js";
import type { Database, DatabaseSource } from "../database.js";
import { assertNotMoved } from "../moved.js";
import { drive, type Phase, type Row, type SqlValue, type Statement } from "../phase.js";
import { assertOurs, migrate } from "./migrate.js";

/**
 * The most phases and the longest time of one transaction, so that a flood does not delay the first answer without end. The
 * last phase begins within the time.
 */
const MAX_GROUP = 256;
const GROUP_MS = 16;
/** How often a transaction waits for another turn of the event loop while each brings more phases. */
const MAX_TURNS = 4;
/** Twice as much made creations no cheaper at 80,000 orders. */
const PAGE_CACHE_KIB = 8_192;
/**
 * The WAL is written back into the file once it holds so many pages (16 MiB). SQLite's default of 1,000 is a few commits of a
 * busy desk, which would write the same pages again and again; many more would hold up a commit for too long.
 */
const CHECKPOINT_PAGES = 4_000;

export interface DatabaseOptions {
  readonly path: string;
}

interface Job {
  run(): void;
  settle(): void;
  fail(error: unknown): void;
}

/** What became of one phase of a group. */
type Outcome = "ran" | "spoilt" | { readonly error: unknown };

export class SqliteDatabase implements Database {
  readonly source: DatabaseSource;
  readonly name: string;
  readonly path: string;
  #sqlite: Sqlite.Database;
  #statements: Statements;
  #queue: Job[] = [];
  #scheduled = false;
  #writeProblem: string | undefined;
  /** Called with every failed assertion inside a phase; the phase itself is rolled back and rejects. */
  onAssertionFailed: (failure: AssertionFailed) => void = () => {};
  /** Called when the file turns out to be damaged, with the words of SQLite. */
  onDamage: (words: string) => void = () => {};

  constructor(options: DatabaseOptions) {
    this.path = options.path;
    this.source = { engine: "sqlite", path: options.path };
    this.name = `DATABASE_PATH: ${options.path}`;
    mkdirSync(dirname(options.path), { recursive: true });
    this.#sqlite = new Sqlite(options.path);
    assertOurs(this.#sqlite);
    setPragmas(this.#sqlite);
    migrate(this.#sqlite);
    this.#statements = new Statements(this.#sqlite);
    try {
      drive(assertNotMoved(this.name), this.#statements.execute);
    } catch (error) {
      this.#sqlite.close();
      throw error;
    }
  }

  /** Why the last transaction could not be written, for example a full disk; undefined again after the next successful write. */
  get writeProblem(): string | undefined {
    return this.#writeProblem;
  }

  /** Runs a phase in a transaction; resolves with its result once it is durable. */
  commit<T>(phase: () => Phase<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: { value: T } | undefined;
      this.#queue.push({
        run: () => {
          result = { value: drive(phase(), this.#statements.execute) };
        },
        settle: () => {
          if (result) resolve(result.value);
        },
        fail: reject,
      });
      this.#schedule();
    });
  }

  /**
   * Runs a phase that only reads: on one state, that of some moment between the call and the answer. By then it may be old:
   * what must hold together is read in one phase, and what a read decided a commit decides again.
   */
  async read<T>(phase: () => Phase<T>): Promise<T> {
    assert(!this.#sqlite.inTransaction, "a read must not see an open transaction");
    try {
      return drive(phase(), this.#statements.execute);
    } catch (error) {
      this.#notice(error);
      throw error;
    }
  }

  /** The lock of the file is the process's own. */
  isSure(): boolean {
    return true;
  }

  /** Commits what is queued and closes; the WAL is written back into the file. */
  close(): void {
    while (this.#queue.length > 0) this.#flush();
    this.#sqlite.pragma("wal_checkpoint(TRUNCATE)");
    this.#sqlite.close();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#gather(MAX_TURNS);
  }

  /** Phases that arrive close together share a commit; a single one waits for nobody. */
  #gather(turns: number): void {
    const before = this.#queue.length;
    setImmediate(() => {
      const waiting = this.#queue.length;
      if (waiting > before && waiting < MAX_GROUP && turns > 1) return this.#gather(turns - 1);
      this.#scheduled = false;
      this.#flush();
      if (this.#queue.length > 0) this.#schedule();
    });
  }

  /**
   * A savepoint costs more than most phases, and few phases fail after a write. So they run without savepoints. When one fails
   * after a write, all are undone and run again, each in a savepoint. A phase allows that: it has no effect but its statements.
   */
  #flush(): void {
    const allRan = this.#runGroup((job) => this.#runPlain(job));
    if (!allRan) this.#runGroup((job) => this.#runInSavepoint(job));
  }

  /** One transaction. False when a phase failed after a write: all is undone, and its phases are first in the queue again. */
  #runGroup(runJob: (job: Job) => Outcome): boolean {
    const group: Job[] = [];
    const failed = new Map<Job, unknown>();
    let hasChanged = false;
    try {
      this.#statements.execute({ sql: "BEGIN IMMEDIATE", params: [] });
    } catch (error) {
      this.#writeProblem = reasonOf(error);
      this.#notice(error);
      for (const job of this.#queue.splice(0)) job.fail(error);
      return true;
    }
    try {
      const endsAtMs = performance.now() + GROUP_MS;
      do {
        const job = this.#queue.shift();
        if (!job) break;
        group.push(job);
        const outcome = runJob(job);
        if (outcome === "spoilt") {
          this.#statements.execute({ sql: "ROLLBACK", params: [] });
          this.#queue.unshift(...group);
          return false;
        }
        if (outcome !== "ran") failed.set(job, outcome.error);
        else hasChanged ||= this.#statements.hasChanged;
      } while (group.length < MAX_GROUP && performance.now() < endsAtMs);
      this.#statements.execute({ sql: "COMMIT", params: [] });
    } catch (error) {
      this.#writeProblem = reasonOf(error);
      this.#notice(error);
      if (this.#sqlite.inTransaction) this.#sqlite.exec("ROLLBACK");
      for (const job of group) job.fail(error);
      return true;
    }
    // Without a changed row nothing needs to be durable.
    if (hasChanged) this.#writeProblem = undefined;
    for (const job of group) {
      if (failed.has(job)) job.fail(failed.get(job));
      else job.settle();
    }
    return true;
  }

  /** Runs one phase of a group; a phase that fails before its first write has nothing to undo. */
  #runPlain(job: Job): Outcome {
    this.#statements.hasWritten = false;
    this.#statements.hasChanged = false;
    try {
      job.run();
      return "ran";
    } catch (error) {
      this.#throwIfGivenUp(error);
      if (this.#statements.hasWritten) return "spoilt";
      return this.#failed(error);
    }
  }

  /** Runs one phase of a group; when it fails, its own statements are undone. */
  #runInSavepoint(job: Job): Outcome {
    this.#statements.execute({ sql: "SAVEPOINT phase", params: [] });
    this.#statements.hasChanged = false;
    try {
      job.run();
      this.#statements.execute({ sql: "RELEASE phase", params: [] });
      return "ran";
    } catch (error) {
      this.#throwIfGivenUp(error);
      this.#statements.execute({ sql: "ROLLBACK TO phase", params: [] });
      this.#statements.execute({ sql: "RELEASE phase", params: [] });
      return this.#failed(error);
    }
  }

  #failed(error: unknown): Outcome {
    this.#notice(error);
    return { error };
  }

  /** A disk that is full or fails may end the whole transaction at any statement. */
  #throwIfGivenUp(error: unknown): void {
    if (!this.#sqlite.inTransaction) throw error;
  }

  #notice(error: unknown): void {
    if (error instanceof AssertionFailed) this.onAssertionFailed(error);
    if (isDamage(error)) this.onDamage(reasonOf(error));
  }
}

/** Sets what makes a commit durable and reads it back, because a build or a file system may ignore a pragma silently. */
function setPragmas(sqlite: Sqlite.Database): void {
  sqlite.pragma("busy_timeout = 5000");
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("fullfsync = ON");
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("trusted_schema = OFF");
  sqlite.pragma("cell_size_check = ON");
  // In memory: otherwise what a savepoint or a statement may have to undo goes to a file, page by page.
  sqlite.pragma("temp_store = MEMORY");
  sqlite.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
  sqlite.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  const value = (name: string) => sqlite.pragma(name, { simple: true });
  assert(value("journal_mode") === "wal", "the database is not in WAL mode");
  assert(value("synchronous") === 2, "the database does not write through (synchronous=FULL)");
  assert(value("foreign_keys") === 1, "the database does not check foreign keys");
}

interface Prepared {
  readonly statement: Sqlite.Statement;
  /** Undefined when the statement gives no rows. */
  readonly rowOf: ((values: readonly SqlValue[]) => Row) | undefined;
}

/** The statements of one connection, each prepared once, and their rows. */
export class Statements {
  #prepared = new Map<string, Prepared>();
  /** True once a statement was run that may have changed something; the caller resets it. */
  hasWritten = false;
  /** True once a statement has changed a row; the caller resets it. */
  hasChanged = false;

  constructor(private readonly sqlite: Sqlite.Database) {}

  readonly execute = ({ sql, params }: Statement): Row[] => {
    const { statement, rowOf } = this.#prepared.get(sql) ?? this.#prepare(sql);
    if (!statement.readonly) this.hasWritten = true;
    if (rowOf) {
      const rows = statement.all(...params) as SqlValue[][];
      if (!statement.readonly && rows.length > 0) this.hasChanged = true;
      return rows.map(rowOf);
    }
    const { changes } = statement.run(...params);
    if (changes > 0) this.hasChanged = true;
    return [{ changed: changes }];
  };

  #prepare(sql: string): Prepared {
    const statement = this.sqlite.prepare(sql);
    const prepared = { statement, rowOf: statement.reader ? rowOf(statement.raw()) : undefined };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/**
 * Makes the rows of a statement. The driver's own take twice as long, because it sets each column by name; this copies a row
 * that has all columns already.
 */
function rowOf(statement: Sqlite.Statement): (values: readonly SqlValue[]) => Row {
  const names = statement.columns().map(({ name }) => name);
  const empty: Row = Object.fromEntries(names.map((name) => [name, null]));
  return (values) => {
    const row = { ...empty };
    for (let at = 0; at < names.length; at += 1) row[names[at] as string] = values[at] as SqlValue;
    return row;
  };
}

/** A reader of everything gains nothing from a large cache, and the memory would stay with the process. */
const READER_CACHE_KIB = 2_048;

export class ReadOnlyFile {
  #sqlite: Sqlite.Database;

  constructor(path: string) {
    this.#sqlite = new Sqlite(path, { readonly: true, fileMustExist: true });
    this.#sqlite.pragma(`cache_size = -${READER_CACHE_KIB}`);
  }

  /** Runs a phase on the state of one moment. It may write temporary tables, which stay until `close`. */
  async read<T>(phase: () => Phase<T>): Promise<T> {
    this.#sqlite.exec("BEGIN");
    try {
      return drive(phase(), ({ sql, params }) => {
        const statement = this.#sqlite.prepare(sql);
        if (statement.reader) return statement.all(...params) as Row[];
        return [{ changed: statement.run(...params).changes }];
      });
    } finally {
      // No transaction stays open between two reads, so the WAL can be written back.
      if (this.#sqlite.inTransaction) this.#sqlite.exec("COMMIT");
    }
  }

  close(): void {
    this.#sqlite.close();
  }
}

export async function readFileOnce<T>(path: string, phase: () => Phase<T>): Promise<T> {
  const file = new ReadOnlyFile(path);
  try {
    return await file.read(phase);
  } finally {
    file.close();
  }
}
