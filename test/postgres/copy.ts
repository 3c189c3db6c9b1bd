/** Copies a test's database, also while a desk works on it, as SQLite copies a file. */
import type { SqlValue } from "../../src/store/phase.js";
import { TABLES } from "../../src/store/schema.js";
import { databaseOf, dropLater, serverOf, withTables } from "./databases.js";
import { SyncConnection } from "./sync-connection.js";

/** What is at the target already is replaced: no session may be open there. */
export function copyPostgres(from: string, to: string): void {
  const name = databaseOf(to);
  on("postgres", (execute) => {
    execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    execute(withTables(name));
  });
  dropLater(name);
  on(databaseOf(from), (read) =>
    on(name, (write) => {
      // No trigger and no reference is looked at.
      write("SET session_replication_role = replica");
      for (const { name: table } of TABLES) {
        write(`DELETE FROM ${table}`);
        const [all] = read(`SELECT CAST(json_agg(row) AS TEXT) AS rows FROM ${table} AS row`);
        if (typeof all?.rows !== "string") continue;
        write(
          `INSERT INTO ${table} SELECT * FROM json_populate_recordset(CAST(NULL AS ${table}), CAST(? AS json))`,
          all.rows,
        );
      }
      for (const [table, column] of counted()) {
        write(
          `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 0) + 1, false) FROM ${table}`,
        );
      }
    }),
  );
}

/** Columns that the database counts up. */
const counted = () =>
  TABLES.flatMap(({ name, fields, rules }) => [
    ...(rules.isNumbered ? [[name, "seq"] as const] : []),
    ...Object.keys(fields)
      .filter((column) => fields[column]?.rules.isSerial)
      .map((column) => [name, column] as const),
  ]);

function on(
  database: string,
  work: (
    execute: (sql: string, ...params: SqlValue[]) => ReturnType<SyncConnection["execute"]>,
  ) => void,
): void {
  const connection = new SyncConnection(serverOf(database));
  try {
    work((sql, ...params) => connection.execute({ sql, params }));
  } finally {
    connection.close();
  }
}
