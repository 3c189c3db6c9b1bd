/** The books in a file, for a move: held by a lock that its caller has taken. */
import { closeSync, openSync } from "node:fs";
import Sqlite from "#shared/sqlite.js";
import { APPLICATION_ID, newestVersion } from "../ddl.js";
import { drive, type Phase, value } from "../phase.js";
import { Statements } from "../sqlite/database.js";
import { SCHEMA } from "../sqlite/ddl.js";
import { assertOurs, migrate } from "../sqlite/migrate.js";
import type { Books, Take } from "./books.js";
import {
  figuresOf,
  figuresSql,
  type Lines,
  lineOf,
  type MovedTable,
  valuesOf,
  wholeLines,
} from "./rows.js";

/** For indexes that are made of all rows at once. */
const PAGE_CACHE_KIB = 262_144;
const PIECE_CHARS = 65_536;
const OWN_FILE_ONLY = 0o600;

export class SqliteBooks implements Books {
  readonly name: string;
  readonly source: { readonly engine: "sqlite"; readonly path: string };
  readonly #sqlite: Sqlite.Database;
  readonly #statements: Statements;

  /** Throws StandingRefusal where it is another program's. */
  constructor(path: string) {
    this.name = `DATABASE_PATH: ${path}`;
    this.source = { engine: "sqlite", path };
    closeSync(openSync(path, "a", OWN_FILE_ONLY));
    this.#sqlite = new Sqlite(path);
    this.#statements = new Statements(this.#sqlite);
    assertOurs(this.#sqlite);
    this.#sqlite.pragma("busy_timeout = 5000");
    this.#sqlite.pragma("synchronous = FULL");
    this.#sqlite.pragma("fullfsync = ON");
    this.#sqlite.pragma("trusted_schema = OFF");
    this.#sqlite.pragma("cell_size_check = ON");
    this.#sqlite.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
    if (!this.#isEmpty()) migrate(this.#sqlite);
  }

  async isEmpty(): Promise<boolean> {
    return this.#isEmpty();
  }

  #isEmpty(): boolean {
    return this.#column("SELECT name FROM sqlite_schema").length === 0;
  }

  #column(sql: string, ...params: string[]): string[] {
    return this.#sqlite
      .prepare(sql)
      .pluck()
      .all(...params) as string[];
  }

  async tables(): Promise<ReadonlyMap<string, readonly string[]>> {
    const names = this.#column(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    const columns = (table: string) =>
      this.#column("SELECT name FROM pragma_table_info(?) ORDER BY name", table);
    return new Map(names.map((name) => [name, columns(name)]));
  }

  async commit<T>(phase: () => Phase<T>): Promise<T> {
    return this.#transaction("BEGIN IMMEDIATE", async () =>
      drive(phase(), this.#statements.execute),
    );
  }

  async read<T>(phase: () => Phase<T>): Promise<T> {
    return drive(phase(), this.#statements.execute);
  }

  async #transaction<T>(begin: string, act: () => Promise<T>): Promise<T> {
    this.#sqlite.exec(begin);
    try {
      const result = await act();
      this.#sqlite.exec("COMMIT");
      return result;
    } finally {
      if (this.#sqlite.inTransaction) this.#sqlite.exec("ROLLBACK");
    }
  }

  async figures(table: MovedTable) {
    const figures = drive(value<string>(figuresSql(table)), this.#statements.execute);
    return figuresOf(table, figures ?? "");
  }

  /** Numbers as the database writes them: as JavaScript's, large ones would not be exact. */
  *lines({ name, columns, numbers, where, order }: MovedTable): Generator<Buffer> {
    const selected = columns.map((column) =>
      numbers.includes(column) ? `CAST(${column} AS TEXT)` : column,
    );
    const rows = this.#sqlite
      .prepare(`SELECT ${selected.join(", ")} FROM ${name} ${where} ORDER BY ${order}`)
      .raw()
      .iterate() as Iterable<(string | null)[]>;
    let piece = "";
    for (const row of rows) {
      piece += lineOf(row);
      if (piece.length < PIECE_CHARS) continue;
      yield Buffer.from(piece);
      piece = "";
    }
    if (piece !== "") yield Buffer.from(piece);
  }

  /** Without a log beside the file, which would hold all of it once more: what a rollback needs is only what was there before. */
  async fill(copy: (take: Take) => Promise<void>, mark: () => Phase<void>): Promise<void> {
    this.#sqlite.pragma("journal_mode = DELETE");
    this.#sqlite.pragma("foreign_keys = OFF");
    await this.#transaction("BEGIN IMMEDIATE", async () => {
      if (this.#isEmpty()) {
        this.#sqlite.exec(SCHEMA);
        this.#sqlite.pragma(`application_id = ${APPLICATION_ID}`);
        this.#sqlite.pragma(`user_version = ${newestVersion()}`);
      }
      const putBack = this.#setAside();
      await copy((table, lines) => this.#take(table, lines));
      for (const sql of putBack) this.#sqlite.exec(sql);
      const orphans = this.#sqlite.pragma("foreign_key_check") as unknown[];
      if (orphans.length > 0)
        throw new Error(`${orphans.length} rows refer to rows that are not there`);
      drive(mark(), this.#statements.execute);
    });
  }

  /** Empties all tables, and takes away what would work at each row, or can be made quicker of all of them: answers how. */
  #setAside(): string[] {
    const found = this.#sqlite
      .prepare(
        "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
      )
      .all() as { type: string; name: string; sql: string }[];
    for (const { type, name } of found) this.#sqlite.exec(`DROP ${type} ${name}`);
    const tables = this.#column(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    for (const table of tables) this.#sqlite.exec(`DELETE FROM ${table}`);
    return found.map(({ sql }) => sql);
  }

  /** A text that is a whole number becomes one in a column of numbers: the tables are STRICT. */
  async #take({ name, columns }: MovedTable, pieces: Lines): Promise<void> {
    const insert = this.#sqlite.prepare(
      `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    );
    for await (const lines of wholeLines(pieces)) {
      for (const line of lines) insert.run(valuesOf(line));
    }
  }

  async tidy(): Promise<void> {}

  async close(): Promise<void> {
    this.#sqlite.close();
  }
}
