/** Books of a moment as rows, and a database that takes them up: one without a check or trigger, where they may say anything. */
import { expect, onTestFinished } from "vitest";
import type { Database } from "../../src/store/database.js";
import {
  all,
  column,
  countChanged,
  type Phase,
  type Row,
  run,
  type SqlValue,
} from "../../src/store/phase.js";
import { TABLES } from "../../src/store/schema.js";
import { databasePath } from "./files.js";
import { openDatabase } from "./open-database.js";
import { readNow } from "./read-now.js";

/** By table. */
export type Books = Readonly<Record<string, readonly Row[]>>;

export function booksOf(database: Database): Books {
  return readNow(database, function* (): Phase<Books> {
    const books: Record<string, readonly Row[]> = {};
    for (const { name } of TABLES) books[name] = yield { sql: `SELECT * FROM ${name}`, params: [] };
    return books;
  });
}

export class ScratchBooks {
  /** Of a desk that nothing has happened on. */
  readonly empty: Books;
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
    this.empty = booksOf(database);
  }

  static async open(): Promise<ScratchBooks> {
    const database = await openDatabase(databasePath());
    onTestFinished(async () => database.close());
    readNow(database, UNGUARDED[database.source.engine]);
    return new ScratchBooks(database);
  }

  get source() {
    return this.#database.source;
  }

  become(books: Books): void {
    const { engine } = this.source;
    readNow(this.#database, function* (): Phase<void> {
      yield* run("BEGIN");
      for (const { name, rules } of TABLES) {
        yield* run(`DELETE FROM ${name}`);
        const rows = books[name] ?? [];
        yield* insert(name, rows);
        if (engine === "sqlite" || !rules.isNumbered || rows.length === 0) continue;
        const newest = Math.max(...rows.map(({ seq }) => Number(seq)));
        yield* run(`ALTER TABLE ${name} ALTER COLUMN seq RESTART WITH ${newest + 1}`);
      }
      yield* run("COMMIT");
    });
  }

  rows(sql: string, params: readonly SqlValue[]): Row[] {
    return readNow(this.#database, () => all(sql, ...params));
  }

  corrupt(sql: string): void {
    const changed = readNow(this.#database, () => countChanged(sql));
    expect(changed, `${sql} changes nothing`).toBeGreaterThan(0);
  }
}

function* insert(table: string, rows: readonly Row[]): Phase<void> {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return;
  const values = rows.map(() => `(${names.map(() => "?").join(", ")})`).join(", ");
  const params = rows.flatMap((row) => names.map((name) => row[name] ?? null));
  yield* run(`INSERT INTO ${table} (${names.join(", ")}) VALUES ${values}`, ...params);
}

const UNGUARDED = {
  *sqlite(): Phase<void> {
    yield* run("PRAGMA ignore_check_constraints = ON");
    yield* run("PRAGMA foreign_keys = OFF");
    yield* each("SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'");
  },
  *postgres(): Phase<void> {
    yield* each(`SELECT 'ALTER TABLE ' || CAST(conrelid AS regclass) || ' DROP CONSTRAINT ' || conname
      FROM pg_constraint WHERE contype IN ('c', 'f') AND connamespace = CAST('public' AS regnamespace) AND conrelid <> 0`);
    yield* each(`SELECT 'DROP TRIGGER ' || tgname || ' ON ' || CAST(tgrelid AS regclass)
      FROM pg_trigger WHERE NOT tgisinternal`);
  },
};

function* each(statements: string): Phase<void> {
  for (const sql of yield* column<string>(statements)) yield* run(sql);
}
