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

/** The rows of the given columns of each table; of all tables and columns unless given. */
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
    const read = sqlite.prepare(`SELECT ${columns.join(", ")} FROM ${table} ORDER BY 1, 2`).raw();
    return [table, read.all() as unknown[][]] as const;
  });
  sqlite.close();
  return { rows: new Map(rows), columnsOf };
}
