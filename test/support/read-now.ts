/** Looks into a desk's database through a connection of its own, past the desk: what is committed, at once. May write, too. */

import Sqlite from "../../src/sqlite.js";
import type { Database } from "../../src/store/database.js";
import { drive, type Phase } from "../../src/store/phase.js";
import { Statements } from "../../src/store/statements.js";

const connections = new WeakMap<object, Statements>();

export function readNow<T>(database: Pick<Database, "path">, phase: () => Phase<T>): T {
  return drive(phase(), statementsOf(database).execute);
}

function statementsOf(database: Pick<Database, "path">): Statements {
  const known = connections.get(database);
  if (known) return known;
  const sqlite = new Sqlite(database.path);
  sqlite.pragma("synchronous = OFF");
  const statements = new Statements(sqlite);
  connections.set(database, statements);
  return statements;
}
