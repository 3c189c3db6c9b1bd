/** Prints the declared tables as the DDL of an engine: what they differ in is a dialect. */
import { must } from "../domain/assert.js";
import type { SqlValue } from "./phase.js";
import { STEPS } from "./schema.js";
import type { Column, Declared, Trigger } from "./table.js";

/** The version of the tables that this program works with. */
export const newestVersion = () => 1 + STEPS.length;

/** In each database of the desk since 1.0.0, in a file as its PRAGMA application_id: "EDk1". */
export const APPLICATION_ID = 0x4544_6b31;

export type TriggerOnTable = Trigger & { readonly table: string };

export interface Dialect {
  readonly integer: string;
  /** A key that the database counts up. */
  readonly serialKey: string;
  /** The number of a row beside its key. */
  readonly seq: string;
  /** What the key of a table with such numbers is. */
  readonly numberedKey: string;
  /** Indexes, of a table with such numbers. */
  readonly numberedIndexes: (sql: string) => string;
  /** Behind the columns. */
  readonly table: (declared: Declared) => string;
  readonly trigger: (trigger: TriggerOnTable) => string;
}

export function printDdl(tables: readonly Declared[], dialect: Dialect): string {
  const keys = new Map(tables.map((table) => [table.name, keyOf(table)]));
  return tables.map((table) => printed(table, keys, dialect)).join(";\n");
}

/** Columns of the key, as SQL lists them. */
export function keyOf({ fields, rules }: Declared): string {
  const isKey = (name: string) => fields[name]?.rules.isKey;
  return rules.key ?? Object.keys(fields).filter(isKey).join(", ");
}

function printed(declared: Declared, keys: ReadonlyMap<string, string>, dialect: Dialect): string {
  const { name, fields, rules } = declared;
  const lines = [
    ...(rules.isNumbered ? [`seq ${dialect.seq}`] : []),
    ...Object.entries(fields).map(([column, field]) =>
      printedColumn(column, field, { keys, dialect, isNumbered: rules.isNumbered }),
    ),
    ...(rules.key ? [`PRIMARY KEY (${rules.key})`] : []),
    ...(rules.unique ?? []).map((columns) => `UNIQUE (${columns})`),
    ...(rules.checks ?? []).map((check) => `CHECK (${check})`),
  ];
  const sql = rules.sql?.trim().replace(/;$/, "");
  return [
    `CREATE TABLE ${name} (\n  ${lines.join(",\n  ")}\n)${dialect.table(declared)}`,
    ...(sql ? [rules.isNumbered ? dialect.numberedIndexes(sql) : sql] : []),
    ...triggersOf(declared).map((trigger) => dialect.trigger({ table: name, ...trigger })),
  ].join(";\n");
}

interface Printing {
  /** By table. */
  readonly keys: ReadonlyMap<string, string>;
  readonly dialect: Dialect;
  readonly isNumbered: boolean | undefined;
}

function printedColumn(
  name: string,
  { type, rules }: Column<SqlValue, boolean>,
  { keys, dialect, isNumbered }: Printing,
): string {
  const { isNullable, isKey, isSerial, isUnique, byDefault, values, check, references } = rules;
  if (isSerial) return `${name} ${dialect.serialKey}`;
  const quoted = values?.map((value) => (typeof value === "string" ? `'${value}'` : value)) ?? [];
  const listed =
    quoted.length > 2
      ? quoted.map((value) => `${name} = ${value}`).join(" OR ")
      : `${name} IN (${quoted.join(", ")})`;
  const parts = [
    isKey ? (isNumbered ? dialect.numberedKey : "PRIMARY KEY") : !isNullable && "NOT NULL",
    isUnique && "UNIQUE",
    byDefault !== undefined &&
      `DEFAULT ${typeof byDefault === "string" ? `'${byDefault}'` : byDefault}`,
    references && referring(references, keys),
    values && `CHECK (${listed})`,
    check && `CHECK (${check})`,
  ];
  return [name, type === "TEXT" ? type : dialect.integer, ...parts.filter(Boolean)].join(" ");
}

/** Behind the name of the table may stand what is done when its row is deleted. */
function referring(references: string, keys: Printing["keys"]): string {
  const [table = "", ...rest] = references.split(" ");
  return [`REFERENCES ${table} (${must(keys.get(table), "a declared table")})`, ...rest].join(" ");
}

function triggersOf({ name, fields, rules }: Declared): readonly Trigger[] {
  const { isKept, triggers = [] } = rules;
  const fixed = Object.keys(fields).filter((column) => fields[column]?.rules.isFixed);
  const columns = fixed.join(", ");
  const isFinal: Trigger = {
    name: `${name}_is_final`,
    on: `BEFORE UPDATE OF ${columns}`,
    refuses: `${name}: ${columns} are never changed`,
  };
  const isNeverDeleted: Trigger = {
    name: `${name}_is_kept`,
    on: "BEFORE DELETE",
    refuses: `a row of ${name} is never deleted`,
    ...(isKept && isKept !== true && { when: isKept.when }),
  };
  return [...triggers, ...(fixed.length > 0 ? [isFinal] : []), ...(isKept ? [isNeverDeleted] : [])];
}
