/** What a move asks of the database on either side, which it holds alone: `sqlite-books.ts`, `postgres-books.ts`. */
import type { Database } from "../database.js";
import type { Phase } from "../phase.js";
import type { Figures, Lines, MovedTable } from "./rows.js";

export interface Books extends Pick<Database, "name" | "source" | "commit" | "read"> {
  /** No table is there, of a desk or of another program. */
  isEmpty(): Promise<boolean>;
  /** The columns of each table that is there, in the order of their names. */
  tables(): Promise<ReadonlyMap<string, readonly string[]>>;
  figures(table: MovedTable): Promise<Figures>;
  lines(table: MovedTable): Lines;
  /** In one transaction: makes the tables where there are none, empties them, and fills them. `mark` comes last. */
  fill(copy: (take: Take) => Promise<void>, mark: () => Phase<void>): Promise<void>;
  /** Puts in order what a transaction could not. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** Writes rows into a table that is empty. */
export type Take = (table: MovedTable, lines: Lines) => Promise<void>;
