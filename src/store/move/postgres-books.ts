/** The books on a PostgreSQL server, for a move: one session that holds the lock of the desk, and waits for as long as it takes. */

import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Server } from "../database.js";
import { driveLater, type Phase, type Row, type Statement } from "../phase.js";
import { SCHEMA } from "../postgres/ddl.js";
import { LOCK } from "../postgres/epoch.js";
import {
  assertUsable,
  bringTables,
  findPrimary,
  isEmpty as isEmptyOf,
  type Place,
} from "../postgres/open.js";
import { reached } from "../postgres/session.js";
import { postgresSql } from "../postgres/sql.js";
import { getTypeParser } from "../postgres/types.js";
import type { Books, Take } from "./books.js";
import { figuresOf, figuresSql, type Lines, type MovedTable } from "./rows.js";

/** The server ends the session of a client that is gone, whatever runs in it; nothing else ends it. */
const SETTINGS = [
  ...["tcp_keepalives_idle=3", "tcp_keepalives_interval=1", "tcp_keepalives_count=3"],
  ...["client_connection_check_interval=1000", "synchronous_commit=on"],
  ...["statement_timeout=0", "idle_session_timeout=0", "idle_in_transaction_session_timeout=0"],
  ...["work_mem=65536", "maintenance_work_mem=262144"],
];
/** A desk or a command that was killed is still known to the server for a moment. */
const LOCK_TRIES = 12;
const LOCK_AGAIN_MS = 250;

const IN_SCHEMA = "relnamespace = CAST(current_schema() AS regnamespace)";
/** What belongs to the server's side, and is not moved. */
const OWN_TABLE = /^desk_/;

export class PostgresBooks implements Books {
  readonly name: string;
  readonly source: { readonly engine: "postgres"; readonly server: Server };
  readonly #client: pg.Client;
  #epoch: number | undefined;
  #seq = 0;
  #warnings: string[] = [];

  private constructor(
    client: pg.Client,
    server: Server,
    name: string,
    readonly holder: string,
  ) {
    this.#client = client;
    this.name = `DATABASE_URL: ${name}`;
    this.source = { engine: "postgres", server };
  }

  /** Throws where a desk has the database, and StandingRefusal where none may. `holder`: for who finds it taken. */
  static async open(place: Place, name: string, holder: string): Promise<PostgresBooks> {
    const session = await findPrimary(place, holder);
    try {
      await assertUsable(session);
      const isEmpty = await isEmptyOf(session);
      const books = await PostgresBooks.#connect(session.server, name, holder);
      if (!isEmpty) await bringTables(session);
      return books;
    } finally {
      await session.close();
    }
  }

  static async #connect(server: Server, name: string, holder: string): Promise<PostgresBooks> {
    const client = new pg.Client({
      ...reached(server),
      application_name: holder,
      options: SETTINGS.map((setting) => `-c ${setting}`).join(" "),
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      types: { getTypeParser: getTypeParser as pg.CustomTypesConfig["getTypeParser"] },
    });
    const books = new PostgresBooks(client, server, name, holder);
    // What is under way then fails, and says so.
    client.on("error", () => {});
    client.on("notice", ({ code, message }) => {
      if (code === "01000") books.#warnings.push(message ?? "");
    });
    await client.connect();
    try {
      await books.#lock();
      return books;
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async #lock(): Promise<void> {
    for (let left = LOCK_TRIES; left > 0; left -= 1) {
      const [row] = await this.#rows(`SELECT pg_try_advisory_lock(${LOCK}) AS ours`);
      if (row?.ours === 1) return;
      await sleep(LOCK_AGAIN_MS);
    }
    throw new Error(
      `${this.name} is in use by a desk, or by another command. Stop all desks of it, then try again.`,
    );
  }

  async isEmpty(): Promise<boolean> {
    const [row] = await this.#rows(`SELECT count(*) AS objects FROM pg_class WHERE ${IN_SCHEMA}`);
    return row?.objects === 0;
  }

  async tables(): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await this.#rows(
      `SELECT relname AS name, (SELECT string_agg(CAST(attname AS TEXT), ' ' ORDER BY attname) FROM pg_attribute
         WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped) AS columns
       FROM pg_class WHERE ${IN_SCHEMA} AND relkind IN ('r', 'p')`,
    );
    return new Map(
      rows
        .filter(({ name }) => !OWN_TABLE.test(String(name)))
        .map(({ name, columns }) => [String(name), String(columns).split(" ")]),
    );
  }

  async commit<T>(phase: () => Phase<T>): Promise<T> {
    this.#epoch ??= await this.#raiseEpoch();
    this.#seq += 1;
    const proof = { sql: "SELECT mark_epoch(?, ?)", params: [this.#epoch, this.#seq] };
    return this.#transaction(async () => {
      await this.#answer(proof);
      return this.read(phase);
    });
  }

  /** From then on a desk that has lost the lock and does not know it can write nothing. */
  async #raiseEpoch(): Promise<number> {
    const params = [this.holder, Date.now()];
    const [row] = await this.#answer({ sql: "SELECT raise_epoch(?, ?) AS epoch", params });
    return Number(row?.epoch);
  }

  read<T>(phase: () => Phase<T>): Promise<T> {
    return driveLater(phase(), (statement) => this.#answer(statement));
  }

  async #transaction<T>(act: () => Promise<T>): Promise<T> {
    await this.#rows("BEGIN");
    try {
      const result = await act();
      this.#warnings = [];
      const { command } = await this.#client.query("COMMIT");
      if (command !== "COMMIT") throw new Error(`a commit was answered by ${command}`);
      // Somebody ended its wait for the stand-by of the server.
      if (this.#warnings.length > 0) throw new Error(`a commit: ${this.#warnings.join("; ")}`);
      return result;
    } catch (error) {
      await this.#rows("ROLLBACK").catch(() => {});
      throw error;
    }
  }

  async #answer({ sql, params }: Statement): Promise<Row[]> {
    const { text } = postgresSql(sql);
    const { fields, rows, rowCount } = await this.#client.query<Row>(text, [...params]);
    return fields.length > 0 ? rows : [{ changed: rowCount ?? 0 }];
  }

  async #rows(sql: string): Promise<Row[]> {
    return (await this.#client.query<Row>(sql)).rows;
  }

  async figures(table: MovedTable) {
    const [row] = await this.#rows(figuresSql(table));
    return figuresOf(table, String(row?.figures));
  }

  lines({ name, columns, where, order }: MovedTable): Lines {
    const selected = `SELECT ${columns.join(", ")} FROM ${name} ${where} ORDER BY ${order}`;
    return this.#client.query(copyTo(`COPY (${selected}) TO STDOUT`));
  }

  async fill(copy: (take: Take) => Promise<void>, mark: () => Phase<void>): Promise<void> {
    await this.#transaction(async () => {
      if (await this.isEmpty()) await this.#rows(SCHEMA);
      const putBack = await this.#setAside();
      const tables: MovedTable[] = [];
      await copy(async (table, lines) => {
        tables.push(table);
        await this.#take(table, lines);
      });
      for (const table of tables) await this.#countOn(table);
      for (const sql of putBack) await this.#rows(sql);
      await this.read(mark);
    });
  }

  async #take({ name, columns }: MovedTable, lines: Lines): Promise<void> {
    const sink = this.#client.query(copyFrom(`COPY ${name} (${columns.join(", ")}) FROM STDIN`));
    await pipeline(lines, sink);
  }

  /** The next number is behind the highest one. */
  async #countOn({ name, counted }: MovedTable): Promise<void> {
    if (counted === undefined) return;
    await this.#rows(
      `SELECT setval(pg_get_serial_sequence('${name}', '${counted}'), coalesce(max(${counted}), 1), max(${counted}) IS NOT NULL) FROM ${name}`,
    );
  }

  /** Empties all tables, and takes away what would work at each row, or can be made quicker of all of them: answers how. */
  async #setAside(): Promise<string[]> {
    const names = [...(await this.tables()).keys()];
    await this.#rows(`TRUNCATE ${names.join(", ")}`);
    const references = await this.#rows(
      `SELECT CAST(CAST(conrelid AS regclass) AS TEXT) AS owner, conname AS name, pg_get_constraintdef(oid) AS sql
       FROM pg_constraint WHERE contype = 'f' AND connamespace = CAST(current_schema() AS regnamespace)`,
    );
    for (const { owner, name } of references) {
      await this.#rows(`ALTER TABLE ${owner} DROP CONSTRAINT ${name}`);
    }
    const indexes = await this.#rows(
      `SELECT CAST(CAST(indexrelid AS regclass) AS TEXT) AS name, pg_get_indexdef(indexrelid) AS sql
       FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE ${IN_SCHEMA}
         AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`,
    );
    for (const { name } of indexes) await this.#rows(`DROP INDEX ${name}`);
    for (const name of names) await this.#rows(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    return [
      ...indexes.map(({ sql }) => String(sql)),
      ...references.map(
        ({ owner, name, sql }) => `ALTER TABLE ${owner} ADD CONSTRAINT ${name} ${sql}`,
      ),
      ...names.map((name) => `ALTER TABLE ${name} ENABLE TRIGGER USER`),
    ];
  }

  /** Without statistics the server would read whole tables for single rows. */
  async tidy(): Promise<void> {
    await this.#rows("VACUUM (ANALYZE)");
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
