/**
 * The rows of each table as text that is the same from both engines: lines as COPY of PostgreSQL writes them, in the order of the key.
 * What is moved and what is compared afterwards is this text.
 */
import { createHash } from "node:crypto";
import { keyOf } from "../ddl.js";
import { SIDES_OWN } from "../moved.js";
import { sendable } from "../postgres/types.js";
import { TABLES } from "../schema.js";

export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Those that are whole numbers. */
  readonly numbers: readonly string[];
  /** The column that the database counts up. */
  readonly counted: string | undefined;
  /** What stands behind the name of the table to select what is moved. */
  readonly where: string;
  readonly order: string;
}

export const MOVED_TABLES: readonly MovedTable[] = TABLES.map((declared) => {
  const { name, fields, rules } = declared;
  const names = Object.keys(fields);
  const serial = names.find((column) => fields[column]?.rules.isSerial);
  const seq = rules.isNumbered ? ["seq"] : [];
  return {
    name,
    columns: [...seq, ...names],
    numbers: [...seq, ...names.filter((column) => fields[column]?.type === "INTEGER")],
    counted: seq[0] ?? serial,
    where:
      name === "setting" ? `WHERE ${SIDES_OWN.map((key) => `key <> '${key}'`).join(" AND ")}` : "",
    order: seq[0] ?? keyOf(declared),
  };
});

export type Lines = Iterable<Buffer> | AsyncIterable<Buffer>;

const ESCAPES: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  "\\": "\\\\",
};
const SPECIAL = /[\0\b\t\n\v\f\r\\]/;
const ALL_SPECIAL = new RegExp(SPECIAL, "g");
const ESCAPED = /\\(.)/g;
const MEANT = new Map(Object.entries(ESCAPES).map(([char, escaped]) => [escaped[1], char]));
const NULL = "\\N";

export function lineOf(values: readonly (string | null)[]): string {
  let line = "";
  for (const [at, value] of values.entries()) {
    if (at > 0) line += "\t";
    if (value === null) line += NULL;
    else if (SPECIAL.test(value)) {
      line += value.replace(ALL_SPECIAL, (char) => ESCAPES[char] ?? String(sendable(char)));
    } else line += value;
  }
  return `${line}\n`;
}

/** Of a line without its end. */
export function valuesOf(line: string): (string | null)[] {
  const values: (string | null)[] = line.split("\t");
  if (!line.includes("\\")) return values;
  return values.map((value) =>
    value === NULL
      ? null
      : (value?.replace(ESCAPED, (_, char: string) => MEANT.get(char) ?? char) ?? null),
  );
}

const LINE_END = 0x0a;

/** Whole lines of what comes in pieces. */
export async function* wholeLines(pieces: Lines): AsyncGenerator<string[]> {
  let rest: Buffer[] = [];
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(LINE_END);
    if (end < 0) {
      rest.push(piece);
      continue;
    }
    yield Buffer.concat([...rest, piece.subarray(0, end)])
      .toString()
      .split("\n");
    rest = end + 1 < piece.length ? [piece.subarray(end + 1)] : [];
  }
}

/** Counts and digests what passes. */
export class Tally {
  rows = 0;
  readonly #hash = createHash("sha256");

  async *over(lines: Lines, onRows: (rows: number) => void): AsyncGenerator<Buffer> {
    for await (const piece of lines) {
      this.#hash.update(piece);
      for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, at + 1)) {
        this.rows += 1;
      }
      onRows(this.rows);
      yield piece;
    }
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}

/** A sum of times may be more than an engine counts to, so a number is summed in two parts. */
const PART = 1_048_576;

/** Selects how many rows a table has and the sums of its numbers, as texts. */
export function figuresSql({ name, numbers, where }: MovedTable): string {
  const sums = numbers.flatMap((column) =>
    [`${column} / ${PART}`, `${column} % ${PART}`].map(
      (part) => `coalesce(CAST(sum(${part}) AS TEXT), '0')`,
    ),
  );
  const all = ["CAST(count(*) AS TEXT)", ...sums].join(" || ' ' || ");
  return `SELECT ${all} AS figures FROM ${name} ${where}`;
}

export interface Figures {
  readonly rows: number;
  readonly sums: readonly { readonly column: string; readonly sum: bigint }[];
}

export function figuresOf({ numbers }: MovedTable, figures: string): Figures {
  const [rows = "", ...parts] = figures.split(" ");
  const sums = numbers.map((column, at) => ({
    column,
    sum: BigInt(parts[2 * at] ?? 0) * BigInt(PART) + BigInt(parts[2 * at + 1] ?? 0),
  }));
  return { rows: Number(rows), sums };
}
