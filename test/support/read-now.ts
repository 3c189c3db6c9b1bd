/** Looks into a desk's database through a connection of its own, past the desk: what is committed, at once. May write, too. */
import Sqlite from "#shared/sqlite.js";
import { type Database, Statements } from "../../src/store/database.js";
import { drive, type Phase } from "../../src/store/phase.js";

const connections = new WeakMap<Database, Statements>();

export function readNow<T>(database: Database, phase: () => Phase<T>): T {
  return drive(phase(), (connections.get(database) ?? connect(database)).execute);
}

/** Closed with the database, which folds its log into the file when it is the last one. */
function connect(database: Database): Statements {
  const sqlite = new Sqlite(database.path);
  sqlite.pragma("synchronous = OFF");
  const statements = new Statements(sqlite);
  connections.set(database, statements);
  const close = database.close.bind(database);
  database.close = () => {
    sqlite.close();
    connections.delete(database);
    close();
  };
  return statements;
}
