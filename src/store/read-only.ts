/** Reads a database file through a connection of its own that cannot write, each time in one transaction. */
import Sqlite from "#shared/sqlite.js";
import { drive, type Phase, type Row } from "./phase.js";

/** A reader of everything gains nothing from a large cache, and the memory would stay with the process. */
const PAGE_CACHE_KIB = 2_048;

export class ReadOnlyFile {
  #sqlite: Sqlite.Database;

  constructor(path: string) {
    this.#sqlite = new Sqlite(path, { readonly: true, fileMustExist: true });
    this.#sqlite.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
  }

  /** Runs a phase on the state of one moment. It may write temporary tables, which stay until `close`. */
  async read<T>(phase: () => Phase<T>): Promise<T> {
    this.#sqlite.exec("BEGIN");
    try {
      return drive(phase(), ({ sql, params }) => {
        const statement = this.#sqlite.prepare(sql);
        if (statement.reader) return statement.all(...params) as Row[];
        return [{ changed: statement.run(...params).changes }];
      });
    } finally {
      // No transaction stays open between two reads, so the WAL can be written back.
      if (this.#sqlite.inTransaction) this.#sqlite.exec("COMMIT");
    }
  }

  close(): void {
    this.#sqlite.close();
  }
}

export async function readFileOnce<T>(path: string, phase: () => Phase<T>): Promise<T> {
  const file = new ReadOnlyFile(path);
  try {
    return await file.read(phase);
  } finally {
    file.close();
  }
}
