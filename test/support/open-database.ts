/**
 * The database of a desk in a test: a file of SQLite; or a database of a PostgreSQL server, in a run that has one (`npm run
 * test:postgres`). Which it is no test needs to know, unless it is about one of them.
 */
import type { Database, DatabaseSource } from "../../src/store/database.js";
import { SqliteDatabase } from "../../src/store/sqlite/database.js";
import { databaseOf, isOnPostgres, openPostgres, serverOf } from "../postgres/databases.js";
import { countAnswers } from "./answers.js";
import { withSchema } from "./schema.js";

type Watch = (database: Database) => void;

let watchOnSqlite: Watch | undefined;

/** For a test of both engines: what is opened while it works is on SQLite. */
export async function onSqlite<T>(watch: Watch, work: () => Promise<T>): Promise<T> {
  watchOnSqlite = watch;
  try {
    return await work();
  } finally {
    watchOnSqlite = undefined;
  }
}

/** What is there at `path`, or a new database with the tables. Not written through: no test of it cuts the power. */
export async function openDatabase(path: string): Promise<Database> {
  if (isOnPostgres && !watchOnSqlite) return countAnswers(await openPostgres(path));
  const database = new SqliteDatabase({ path: withSchema(path) });
  await database.read(function* () {
    yield { sql: "PRAGMA synchronous = OFF", params: [] };
  });
  watchOnSqlite?.(database);
  return database;
}

/** Where the books of a desk are that has its file at a path: for who looks into them from outside. */
export const sourceAt = (path: string): DatabaseSource =>
  isOnPostgres
    ? { engine: "postgres", server: serverOf(databaseOf(path)) }
    : { engine: "sqlite", path };
