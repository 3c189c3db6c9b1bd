/** A table, declared once: its columns give the type of its rows, the SELECT, the INSERT, and the CREATE TABLE of each engine. */
import { assert, must } from "../domain/assert.js";
import { all, didChange, one, type Phase, run, type SqlValue } from "./phase.js";

interface ColumnRules {
  readonly isNullable?: boolean;
  readonly isKey?: boolean;
  /** Counted up by the database; no INSERT gives it. */
  readonly isSerial?: boolean;
  readonly isUnique?: boolean;
  /** Never changed once it is written, whoever writes to the file. */
  readonly isFixed?: boolean;
  readonly byDefault?: string | number;
  readonly values?: readonly (string | number)[];
  readonly check?: string;
  readonly references?: string;
}

/** `V`: what a row has there. `Given`: whether each INSERT must say it. */
export class Column<V extends SqlValue, Given extends boolean = true> {
  declare readonly value: V;
  declare readonly given: Given;

  constructor(
    readonly type: "TEXT" | "INTEGER",
    readonly rules: ColumnRules = {},
  ) {}

  #with<W extends SqlValue = V, G extends boolean = Given>(rules: ColumnRules): Column<W, G> {
    return new Column<W, G>(this.type, { ...this.rules, ...rules });
  }

  get orNull() {
    return this.#with<V | null, false>({ isNullable: true });
  }
  get key() {
    return this.#with({ isKey: true });
  }
  get unique() {
    return this.#with({ isUnique: true });
  }
  get fixed() {
    return this.#with({ isFixed: true });
  }
  default(byDefault: V & (string | number)) {
    return this.#with<V, false>({ byDefault });
  }
  check(check: string) {
    return this.#with({ check });
  }
  /** The key of another table. */
  references(references: string) {
    return this.#with({ references });
  }
}

export const text = <V extends string = string>() => new Column<V>("TEXT");
export const integer = <V extends number = number>() => new Column<V>("INTEGER");
export const oneOf = <const V extends string>(values: readonly V[]) =>
  new Column<V>("TEXT", { values });
export const flag = () => new Column<0 | 1>("INTEGER", { values: [0, 1] });
export const serial = () => new Column<number, false>("INTEGER", { isKey: true, isSerial: true });

type Columns = Readonly<Record<string, Column<SqlValue, boolean>>>;
type Given<C extends Columns> = { [K in keyof C]: C[K]["given"] extends true ? K : never }[keyof C];

export type RowOf<T extends { readonly fields: Columns }> = {
  [K in keyof T["fields"]]: T["fields"][K]["value"];
};
type NewRow<C extends Columns> = { readonly [K in Given<C>]: C[K]["value"] } & {
  readonly [K in Exclude<keyof C, Given<C>>]?: C[K]["value"] | undefined;
};

interface TableRules {
  /** Of several columns. */
  readonly key?: string;
  readonly unique?: readonly string[];
  readonly checks?: readonly string[];
  /** Its rows have a number beside their key, `seq`, by which they are found in the order in which they came. */
  readonly isNumbered?: boolean;
  /** No row is ever deleted; or only such rows. */
  readonly isKept?: boolean | { readonly when: string };
  readonly triggers?: readonly Trigger[];
  /** Indexes and first rows. */
  readonly sql?: string;
}

/** What the database itself does at a change of a row: it refuses it, in these words, or lets other changes follow. */
export type Trigger = {
  readonly name: string;
  /** The declared one, unless it is named. */
  readonly table?: string;
  /** As in "BEFORE UPDATE OF status, reason" or "AFTER INSERT". */
  readonly on: string;
  /** A condition on OLD and NEW. */
  readonly when?: string;
} & ({ readonly refuses: string } | { readonly does: readonly string[] });

/** A declared table, as far as its DDL is printed from it. */
export interface Declared {
  readonly name: string;
  readonly fields: Columns;
  readonly rules: TableRules;
}

export function table<C extends Columns>(name: string, fields: C, rules: TableRules = {}) {
  type Row = RowOf<{ readonly fields: C }>;
  const names = Object.keys(fields) as (keyof C & string)[];
  const columnsBut = (...hidden: readonly (keyof C & string)[]) =>
    names.filter((column) => !hidden.includes(column)).join(", ");
  const columns = columnsBut();
  const key = rules.key ?? names.filter((column) => fields[column]?.rules.isKey).join(", ");
  /** Of what a row says: a column of which it says nothing, not even null, gets its default, or null. */
  const insert = (rest: (said: readonly string[]) => string) => {
    const known = new Map<string, string>();
    return (row: NewRow<C>) => {
      const said: string[] = [];
      const params: SqlValue[] = [];
      for (const [column, value] of Object.entries<SqlValue | undefined>(row)) {
        if (value === undefined) continue;
        said.push(column);
        params.push(value);
      }
      const list = said.join(", ");
      let sql = known.get(list);
      if (sql === undefined) {
        for (const column of said) {
          const { isSerial } = fields[column]?.rules ?? { isSerial: true };
          assert(!isSerial, `no INSERT gives ${name}.${column}`);
        }
        sql = `INSERT INTO ${name} (${list}) VALUES (${said.map(() => "?").join(", ")})${rest(said)}`;
        known.set(list, sql);
      }
      return [sql, ...params] as const;
    };
  };
  const plain = insert(() => "");
  const returning = insert(() => ` RETURNING ${columns}`);
  const unlessThere = insert(() => " ON CONFLICT DO NOTHING");
  const overwriting = insert((said) => {
    const others = said.filter((column) => !key.split(", ").includes(column));
    return ` ON CONFLICT (${key}) DO UPDATE SET ${others.map((column) => `${column} = excluded.${column}`).join(", ")}`;
  });
  return {
    ...{ name, fields, rules, columns, columnsBut },
    /** The columns that are not fixed. */
    changing: names.filter((column) => !fields[column]?.rules.isFixed),
    /** Whole rows: `rest` is what stands behind the name of the table. */
    all: (rest = "", ...params: SqlValue[]) =>
      all(`SELECT ${columns} FROM ${name} ${rest}`, ...params) as Phase<Row[]>,
    one: (rest = "", ...params: SqlValue[]) =>
      one(`SELECT ${columns} FROM ${name} ${rest}`, ...params) as Phase<Row | undefined>,
    add: (row: NewRow<C>) => run(...plain(row)),
    /** One statement a row: SQLite takes many rows in one no quicker, and as JSON at three times the cost. */
    *addAll(rows: readonly NewRow<C>[]): Phase<void> {
      for (const row of rows) yield* run(...plain(row));
    },
    /** Gives the row as it was written. */
    *addRow(row: NewRow<C>): Phase<Row> {
      return must(yield* one(...returning(row)), "an inserted row") as Row;
    },
    /** False when there is such a row: it stays as it is. */
    addNew: (row: NewRow<C>) => didChange(...unlessThere(row)),
    /** In the place of the row with its key, of which the other columns stay. */
    put: (row: NewRow<C>) => run(...overwriting(row)),
  };
}

/** The assignments of an UPDATE. */
export const sets = (columns: readonly string[]) => columns.map((name) => `${name} = ?`).join(", ");
