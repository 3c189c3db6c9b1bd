/** Databases as each version of the schema left them in the middle of its work; fixtures/keep-version.mjs makes them. */
import { readdirSync, readFileSync } from "node:fs";
import Sqlite from "#shared/sqlite.js";
import { databasePath } from "./files.js";

const FIXTURES = new URL("../fixtures/", import.meta.url);

/** The numbers of those that are kept, rising. */
export const KEPT_VERSIONS: readonly number[] = readdirSync(FIXTURES)
  .flatMap((name) => /^version-(\d+)\.sql$/.exec(name)?.[1] ?? [])
  .map(Number)
  .sort((a, b) => a - b);

/** The path of a new file with the database of a version. */
export function keptDatabase(version: number): string {
  const path = databasePath();
  const sqlite = new Sqlite(path);
  sqlite.exec(readFileSync(new URL(`version-${version}.sql`, FIXTURES), "utf8"));
  sqlite.close();
  return path;
}

interface Moved {
  /** The table that has the rows now, and which of its rows they are. */
  readonly from: string;
  /** Columns that have another name there. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/** Where the rows of tables are that a later step has moved. */
const MOVED: Readonly<Record<string, Moved>> = {
  draft: { from: "flow WHERE kind = 'draft'", renamed: { quote_expires_at: "due_at" } },
  selling: { from: "flow WHERE kind = 'selling'" },
  card: {
    from: "card",
    renamed: {
      draft_id: "(SELECT id FROM flow WHERE flow.id = flow_id AND kind = 'draft')",
      selling_id: "(SELECT id FROM flow WHERE flow.id = flow_id AND kind = 'selling')",
    },
  },
};

/** How a table is read by the columns that it had at some version. */
function query(sqlite: Sqlite.Database, table: string, columns: readonly string[]): string {
  const there = sqlite.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
  const isThere = columns.every((column) => there.includes(column));
  const { from, renamed = {} } = (isThere ? undefined : MOVED[table]) ?? { from: table };
  const selected = columns.map((column) => renamed[column] ?? column);
  return `SELECT ${selected.join(", ")} FROM ${from} ORDER BY 1, 2`;
}

/** The rows of the given columns of each table, wherever they are now; of all tables and columns unless given. */
export function contents(path: string, columnsOf = new Map<string, readonly string[]>()) {
  const sqlite = new Sqlite(path, { readonly: true });
  if (columnsOf.size === 0) {
    const names = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck();
    for (const table of names.all() as string[]) {
      const columns = sqlite.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck();
      columnsOf.set(table, columns.all() as string[]);
    }
  }
  const rows = [...columnsOf].map(([table, columns]) => {
    const read = sqlite.prepare(query(sqlite, table, columns)).raw();
    return [table, read.all() as unknown[][]] as const;
  });
  sqlite.close();
  return { rows: new Map(rows), columnsOf };
}
