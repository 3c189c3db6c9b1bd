/** Reads a database file through a connection of its own that cannot write, in one transaction. */
import Sqlite from "better-sqlite3";
import { drive, type Phase, type Row } from "./phase.js";

export function readFileOnce<T>(path: string, phase: () => Phase<T>): T {
  const sqlite = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    sqlite.exec("BEGIN");
    return drive(phase(), ({ sql, params }) => sqlite.prepare(sql).all(...params) as Row[]);
  } finally {
    sqlite.close();
  }
}
