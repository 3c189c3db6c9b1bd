/** Reads a database file through a connection of its own that cannot write, in one transaction. */
import Sqlite from "../sqlite.js";
import { drive, type Phase, type Row } from "./phase.js";

/** Whoever reads everything once gains nothing from a large cache, and the memory would stay with the process. */
const PAGE_CACHE_KIB = 2_048;

export function readFileOnce<T>(path: string, phase: () => Phase<T>): T {
  const sqlite = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    sqlite.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
    sqlite.exec("BEGIN");
    return drive(phase(), ({ sql, params }) => sqlite.prepare(sql).all(...params) as Row[]);
  } finally {
    sqlite.close();
  }
}
