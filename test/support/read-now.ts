/** Looks into a desk's database through a connection of its own, past the desk: what is committed, at once. May write, too. */
import Sqlite from "#shared/sqlite.js";
import type { Database, DatabaseSource } from "../../src/store/database.js";
import { drive, type Phase, type Row, type Statement, value } from "../../src/store/phase.js";
import { Statements } from "../../src/store/sqlite/database.js";
import { SyncConnection } from "../postgres/sync-connection.js";

interface Connection {
  execute(statement: Statement): Row[];
  close(): void;
}

const connections = new WeakMap<Database, Connection>();

export function readNow<T>(database: Database, phase: () => Phase<T>): T {
  const { execute } = connections.get(database) ?? connect(database);
  return drive(phase(), execute);
}

const VERSION = {
  sqlite: "SELECT total_changes() || ' ' || data_version FROM pragma_data_version",
  postgres: "SELECT CAST(pg_current_wal_insert_lsn() AS TEXT)",
};

/** Another as soon as anything was written, by the desk or past it. */
export function versionOf(database: Database): string {
  return readNow(database, () => value<string>(VERSION[database.source.engine])) ?? "";
}

/** Closed with the database, which folds its log into the file when it is the last one. */
function connect(database: Database): Connection {
  const connection = connectTo(database.source);
  connections.set(database, connection);
  const close = database.close.bind(database);
  database.close = () => {
    connection.close();
    connections.delete(database);
    return close();
  };
  return connection;
}

/** For the books of another process; to be closed. */
export const connectTo = (source: DatabaseSource): Connection =>
  source.engine === "sqlite" ? connectToFile(source.path) : new SyncConnection(source.server);

function connectToFile(path: string): Connection {
  const sqlite = new Sqlite(path);
  sqlite.pragma("synchronous = OFF");
  const { execute } = new Statements(sqlite);
  return { execute, close: () => sqlite.close() };
}
