/** Values as the server takes them; and what it answers as text, as the values of a row: the same that SQLite gives. */
import { assert, must } from "../../domain/assert.js";
import type { SqlValue } from "../phase.js";

/** https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
type Parser = (text: string) => SqlValue;
const PARSERS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [16, (text) => (text === "t" ? 1 : 0)],
  ...[20, 21, 23, 1700].map((oid) => [oid, numberOf] as [number, Parser]),
  [701, Number],
  ...[19, 25, 705, 1043].map((oid) => [oid, (text: string) => text] as [number, Parser]),
  // What a function without an answer gives.
  [2278, () => null],
]);

export const getTypeParser = (oid: number) =>
  must(PARSERS.get(oid), `an answer has a type that no column has (${oid})`);

/** A sum is told as numeric. Throws beyond the largest number that JavaScript counts exactly. */
function numberOf(text: string): number {
  const number = Number(text);
  assert(
    Math.abs(number) <= Number.MAX_SAFE_INTEGER,
    `${text} is more than can be counted exactly`,
  );
  return number;
}

/** No text of the server holds a NUL, which whoever asks for an order may send: U+FFFD stands for it. */
export const sendable = (value: SqlValue): SqlValue =>
  typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
