/**
 * Holds what every SELECT gives against the declarations of the tables: a value that comes from a column is of the column's type, one of
 * its values, and null only where it may be; or where another row may be missing. Importing it is enough.
 */
import Sqlite from "#shared/sqlite.js";
import { TABLES } from "../../src/store/schema.js";

const FIELDS = new Map(TABLES.map(({ name, fields }) => [name, fields]));
const TYPES = { TEXT: "string", INTEGER: "number" } as const;

type Check = (value: unknown) => boolean;

/** Not of a statement that plucks. */
const isRow = (row: unknown): row is Record<string, unknown> =>
  typeof row === "object" && row !== null;

/** Undefined for what is calculated. */
function checkOf(table: string | null, column: string | null, isOptional: boolean) {
  const field = FIELDS.get(table ?? "")?.[column ?? ""];
  if (!field) return undefined;
  const { type, rules } = field;
  const check: Check = (value) =>
    value === null
      ? isOptional || rules.isNullable === true
      : typeof value === TYPES[type] && (rules.values?.some((one) => one === value) ?? true);
  return check;
}

const { prepare } = Sqlite.prototype;
Sqlite.prototype.prepare = function (this: Sqlite.Database, sql: string) {
  const statement = prepare.call(this, sql);
  if (!statement.reader) return statement;
  const isOptional = /\b(LEFT JOIN|UNION)\b|\(SELECT/.test(sql);
  const checks = statement.columns().map(({ name, table, column }) => {
    return { name, of: `${table}.${column}`, check: checkOf(table, column, isOptional) };
  });
  const reads: { all(...params: unknown[]): unknown[] } = statement;
  const all = reads.all.bind(statement);
  reads.all = (...params) => {
    const rows = all(...params);
    for (const row of rows) {
      for (const [at, { name, of, check }] of checks.entries()) {
        const value = Array.isArray(row) ? row[at] : isRow(row) ? row[name] : row;
        if (check && !check(value)) throw new Error(`${of} is ${JSON.stringify(value)} in: ${sql}`);
      }
    }
    return rows;
  };
  return statement;
} as typeof prepare;
