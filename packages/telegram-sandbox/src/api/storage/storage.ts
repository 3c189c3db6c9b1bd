/**
 * telegram.db. Work that arrives in one turn of the event loop is committed together, a savepoint
 * each, and is answered after the commit: nobody hears of what a crash could undo.
 */
import Database from "#shared/sqlite.js";
import { SCHEMA } from "./schema.js";

type Value = string | number | null | Buffer;

interface Job {
  /** Does the work within the open transaction; answers what to do once it is committed. */
  run(): () => void;
  fail(error: unknown): void;
}

export class Storage {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();
  #jobs: Job[] = [];
  #effects: (() => void)[] = [];

  constructor(file: string) {
    this.#database = new Database(file, { timeout: 0 });
    // One process a file: a second sandbox on it would hand out the same numbers twice.
    this.#database.pragma("locking_mode = EXCLUSIVE");
    this.#database.pragma("journal_mode = WAL");
    this.#database.pragma("synchronous = FULL");
    this.#database.exec(SCHEMA);
  }

  /** All of the work or nothing of it; resolves when it is durable. */
  commit<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => {
        this.#effects = [];
        const value = work();
        const effects = this.#effects;
        return () => {
          for (const effect of effects) effect();
          resolve(value);
        };
      };
      if (this.#jobs.length === 0) setImmediate(() => this.#flush());
      this.#jobs.push({ run, fail: reject });
    });
  }

  /**
   * Within work: what the world may notice of it, and when: after its commit, before its answer.
   */
  afterCommit(effect: () => void): void {
    this.#effects.push(effect);
  }

  /** At once, for the start, when nobody waits for other work. */
  commitNow(work: () => void): void {
    this.#database.transaction(work).immediate();
  }

  get<T>(sql: string, ...values: Value[]): T | undefined {
    return this.#statement(sql).get(...values) as T | undefined;
  }

  all<T>(sql: string, ...values: Value[]): T[] {
    return this.#statement(sql).all(...values) as T[];
  }

  /** How many rows it changed. */
  run(sql: string, ...values: Value[]): number {
    return this.#statement(sql).run(...values).changes;
  }

  close(): void {
    if (!this.#database.open) return;
    if (this.#jobs.length > 0) this.#flush();
    this.#database.close();
  }

  #flush(): void {
    const jobs = this.#jobs;
    this.#jobs = [];
    if (jobs.length === 0) return;
    const endings: (() => void)[] = [];
    try {
      this.#database.exec("BEGIN IMMEDIATE");
      for (const job of jobs) endings.push(this.#attempt(job));
      this.#database.exec("COMMIT");
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec("ROLLBACK");
      for (const job of jobs) job.fail(error);
      return;
    }
    for (const end of endings) end();
  }

  #attempt(job: Job): () => void {
    this.#database.exec("SAVEPOINT job");
    try {
      const end = job.run();
      this.#database.exec("RELEASE job");
      return end;
    } catch (error) {
      this.#database.exec("ROLLBACK TO job; RELEASE job");
      return () => job.fail(error);
    }
  }

  #statement(sql: string): Database.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
