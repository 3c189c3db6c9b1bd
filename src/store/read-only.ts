/** Reads a database file through a connection of its own that cannot write, in one transaction. */
import Sqlite from "better-sqlite3";
import type { Phase, Row } from "./phase.js";

export function readFileOnce<T>(path: string, phase: () => Phase<T>): T {
  const sqlite = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    sqlite.exec("BEGIN");
    const running = phase();
    let step = running.next([]);
    while (!step.done) {
      const { sql, params } = step.value;
      step = running.next(sqlite.prepare(sql).all(...params) as Row[]);
    }
    return step.value;
  } finally {
    sqlite.close();
  }
}
