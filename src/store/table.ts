/**
 * A table, declared once: its columns give the type of its rows, the list of a SELECT, the INSERT, and the CREATE TABLE. Whoever
 * prints it for another engine has all in `fields` and `rules`.
 */
import type { SqlValue } from "./phase.js";

interface ColumnRules {
  readonly isNullable?: boolean;
  readonly isKey?: boolean;
  /** Counted up by SQLite; no INSERT gives it. */
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
  /** Its rows have numbers of their own, by which they are found in the order in which they came. */
  readonly hasRowid?: boolean;
  /** No row is ever deleted; or only such rows. */
  readonly isKept?: boolean | { readonly when: string };
  /** Indexes, triggers and first rows. */
  readonly sql?: string;
}

/** A declared table, as far as CREATE TABLE is printed from it. */
export interface Declared {
  readonly name: string;
  readonly fields: Columns;
  readonly rules: TableRules;
}

export function table<C extends Columns>(name: string, fields: C, rules: TableRules = {}) {
  const all = Object.entries(fields);
  const given = all.filter(([, column]) => !column.rules.isSerial);
  const columnsBut = (...hidden: readonly (keyof C & string)[]) =>
    all.flatMap(([column]) => (hidden.includes(column) ? [] : [column])).join(", ");
  const names = given.map(([column]) => column);
  return {
    ...{ name, fields, rules },
    /** The column list of a SELECT that gives whole rows. */
    columns: columnsBut(),
    columnsBut,
    /** The columns that are not fixed. */
    changing: all
      .filter(([, { rules }]) => !rules.isFixed)
      .map(([column]) => column as keyof C & string),
    insert: `INSERT INTO ${name} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    /** What the INSERT takes: where a row says nothing, not even null, the default of the column, or null. */
    values: (row: NewRow<C>): SqlValue[] => {
      const said: Readonly<Record<string, SqlValue | undefined>> = row;
      return given.map(([column, { rules }]) => {
        const value = said[column];
        return value === undefined ? (rules.byDefault ?? null) : value;
      });
    },
  };
}

/** The assignments of an UPDATE. */
export const sets = (columns: readonly string[]) => columns.map((name) => `${name} = ?`).join(", ");
