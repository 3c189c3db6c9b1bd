/** The tables as SQLite has them. */
import { type Dialect, keyOf, printDdl } from "../ddl.js";
import { TABLES } from "../schema.js";

const SQLITE: Dialect = {
  integer: "INTEGER",
  serialKey: "INTEGER PRIMARY KEY",
  seq: "INTEGER PRIMARY KEY",
  numberedKey: "NOT NULL UNIQUE",
  numberedIndexes: (sql) => sql,
  table(declared) {
    const { fields, rules } = declared;
    const isNumber = rules.isNumbered || fields[keyOf(declared)]?.type === "INTEGER";
    return isNumber ? " STRICT" : " STRICT, WITHOUT ROWID";
  },
  trigger(trigger) {
    const { name, on, table, when } = trigger;
    const statements =
      "does" in trigger ? trigger.does : [`SELECT RAISE(ABORT, '${trigger.refuses}')`];
    return `CREATE TRIGGER ${name} ${on} ON ${table} ${when ? `WHEN ${when}` : ""}
BEGIN ${statements.join("; ")}; END`;
  },
};

/** What a new file is given: the tables as the newest step leaves them. */
export const SCHEMA = printDdl(TABLES, SQLITE);
