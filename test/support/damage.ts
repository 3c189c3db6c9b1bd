/**
 * Damages a database file as a failing disk does: the first page of a table is overwritten, whoever has the file open. Without
 * that of `sqlite_schema` it is no database any more.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import Sqlite from "#shared/sqlite.js";

export function damage(path: string, table: string): void {
  const raw = new Sqlite(path);
  raw.pragma("wal_checkpoint(TRUNCATE)");
  const pageSize = raw.pragma("page_size", { simple: true }) as number;
  const rootOf = raw.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck();
  const page = table === "sqlite_schema" ? 1 : (rootOf.get(table) as number);
  raw.close();
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(pageSize, 0x55), 0, pageSize, (page - 1) * pageSize);
  closeSync(file);
}
