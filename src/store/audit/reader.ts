/** A connection beside the desk's, on which the audit reads the state of one moment after another and keeps its own tables. */
import type { DatabaseSource } from "../database.js";
import type { Phase } from "../phase.js";
import { PostgresReader } from "../postgres/reader.js";
import { ReadOnlyFile } from "../sqlite/database.js";

export interface Reader {
  /** Runs a phase on the state of one moment. It may write temporary tables, which stay until `close`. */
  read<T>(phase: () => Phase<T>): Promise<T>;
  close(): void | Promise<void>;
}

export async function openReader(source: DatabaseSource): Promise<Reader> {
  return source.engine === "sqlite"
    ? new ReadOnlyFile(source.path)
    : PostgresReader.open(source.server);
}
