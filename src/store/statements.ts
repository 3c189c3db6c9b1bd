/** The statements of one connection, each prepared once, and their rows. */
import type Sqlite from "#shared/sqlite.js";
import type { Row, SqlValue, Statement } from "./phase.js";

interface Prepared {
  readonly statement: Sqlite.Statement;
  /** Undefined when the statement gives no rows. */
  readonly rowOf: ((values: readonly SqlValue[]) => Row) | undefined;
}

export class Statements {
  #prepared = new Map<string, Prepared>();
  /** True once a statement was run that may have changed something; the caller resets it. */
  hasWritten = false;
  /** True once a statement has changed a row; the caller resets it. */
  hasChanged = false;

  constructor(private readonly sqlite: Sqlite.Database) {}

  readonly execute = ({ sql, params }: Statement): Row[] => {
    const { statement, rowOf } = this.#prepared.get(sql) ?? this.#prepare(sql);
    if (!statement.readonly) this.hasWritten = true;
    if (rowOf) {
      const rows = statement.all(...params) as SqlValue[][];
      if (!statement.readonly && rows.length > 0) this.hasChanged = true;
      return rows.map(rowOf);
    }
    const { changes } = statement.run(...params);
    if (changes > 0) this.hasChanged = true;
    return [{ changed: changes }];
  };

  #prepare(sql: string): Prepared {
    const statement = this.sqlite.prepare(sql);
    const prepared = { statement, rowOf: statement.reader ? rowOf(statement.raw()) : undefined };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/**
 * Makes the rows of a statement. The driver's own take twice as long, because it sets each column by name; this copies a row
 * that has all columns already.
 */
function rowOf(statement: Sqlite.Statement): (values: readonly SqlValue[]) => Row {
  const names = statement.columns().map(({ name }) => name);
  const empty: Row = Object.fromEntries(names.map((name) => [name, null]));
  return (values) => {
    const row = { ...empty };
    for (let at = 0; at < names.length; at += 1) row[names[at] as string] = values[at] as SqlValue;
    return row;
  };
}
