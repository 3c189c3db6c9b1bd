/**
 * Both engines answer the same. What the use cases of the engine ask of a desk on SQLite is recorded with its parameters; then it is asked of
 * both, of the same rows: those that it was asked of, changed at random, with nothing in more places and text that is not ASCII.
 */

import { expect, test } from "vitest";
import { findViolations } from "../../src/store/audit/audit.js";
import type { Database } from "../../src/store/database.js";
import type { Phase, Row, SqlValue } from "../../src/store/phase.js";
import { TABLES } from "../../src/store/schema.js";
import type { Declared } from "../../src/store/table.js";
import { book } from "../engine/faults/book.js";
import { chain } from "../engine/faults/chain.js";
import { deposits } from "../engine/faults/deposits.js";
import { drafts } from "../engine/faults/drafts.js";
import { legs } from "../engine/faults/legs.js";
import { operator } from "../engine/faults/operator.js";
import { orders } from "../engine/faults/orders.js";
import { payouts } from "../engine/faults/payouts.js";
import { sellers } from "../engine/faults/sellers.js";
import { teams } from "../engine/faults/teams.js";
import { telegram } from "../engine/faults/telegram.js";
import { withdrawals } from "../engine/faults/withdrawals.js";
import type { Faulty } from "../support/exhaust.js";
import { onSqlite } from "../support/open-database.js";
import { type Books, booksOf, ScratchBooks } from "../support/scratch-books.js";
import { watched } from "../support/watched.js";

const STORIES = [
  ...[orders, legs, chain, book, payouts, sellers, operator, telegram, drafts],
  ...[deposits, withdrawals, teams],
].flatMap((stories) => Object.values(stories));

/** So many of the parameters that a use case has a statement with. */
const TRIED = 2;

/** Parameters by statement. */
type Asked = Map<string, Map<string, readonly SqlValue[]>>;
let asked: Asked = new Map();

const noting = <T>(phase: Phase<T>) =>
  watched(phase, ({ sql, params }) => {
    const tried = asked.get(sql) ?? new Map();
    if (tried.size < TRIED) asked.set(sql, tried.set(JSON.stringify(params), params));
  });

function watch(database: Database): void {
  const { commit, read } = database;
  database.commit = (phase) => commit.call(database, () => noting(phase())) as never;
  database.read = (phase) => read.call(database, () => noting(phase())) as never;
}

/** What each use case asks, and the books before it; the audit is asked of some. */
const told: { readonly asked: Asked; readonly books: Books }[] = [];

/** Runs it once, without a fault. */
const plainly: Faulty = async (desk, useCase, ...args) => {
  asked = new Map();
  told.push({ asked, books: booksOf(desk.database) });
  if (told.length % 5 === 0) await desk.database.read(() => findViolations());
  const called = useCase(...args);
  return called instanceof Promise
    ? called
    : desk.database.commit(() => useCase(...args) as typeof called);
};

function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const FOREIGN = ["é", "Ж", "中文", "\u{1f600}", "\uffee", "Z", "%_"];

/** Columns that no two rows may have the same in. */
function keysOf({ fields, rules }: Declared): string {
  const indexes = [...(rules.sql ?? "").matchAll(/CREATE UNIQUE INDEX \w+ ON \w+ \(([^)]*)\)/g)];
  const own = Object.keys(fields).filter(
    (name) => fields[name]?.rules.isKey || fields[name]?.rules.isUnique,
  );
  return [rules.key, ...(rules.unique ?? []), ...indexes.map((found) => found[1]), ...own].join();
}

function changed(books: Books, seed: number): Books {
  const random = randomFrom(seed);
  const change = (table: Declared, name: string, value: SqlValue): SqlValue => {
    const field = table.fields[name];
    if (!field || keysOf(table).split(/\W+/).includes(name)) return value;
    if (field.rules.isNullable && random(6) === 0) return null;
    if (field.rules.values || value === null || random(3) > 0) return value;
    if (typeof value === "number") return value + random(1_000);
    // Numbers and JSON stay what they are.
    return /^[\d{["]/.test(value) ? value : `${value}${FOREIGN[random(FOREIGN.length)]}`;
  };
  const changedRow = (table: Declared, row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, change(table, name, value)]),
    );
  return Object.fromEntries(
    TABLES.map((table) => [
      table.name,
      (books[table.name] ?? []).map((row) => changedRow(table, row)),
    ]),
  );
}

const isSelect = (sql: string) => /^\s*(SELECT|WITH)\b/.test(sql);
const isOrdered = (sql: string) => /ORDER BY[^)]*$/.test(sql);

function answer(books: ScratchBooks, sql: string, params: readonly SqlValue[]): string[] {
  try {
    const rows = books.rows(sql, params).map((row) => {
      const values = Object.values(row);
      // Each engine has a name of its own for an only column without one.
      return JSON.stringify(values.length === 1 ? values : row);
    });
    if (isOrdered(sql)) return rows;
    // The first ones of no order may be any.
    return /LIMIT \S+\s*$/.test(sql) ? [`${rows.length} rows`] : rows.sort();
  } catch (error) {
    return [`fails: ${error}`];
  }
}

test("every statement of the use cases is taken by both engines, which answer the same", async () => {
  const sqlite = await onSqlite(watch, async () => {
    for (const story of STORIES) await story(plainly);
    return ScratchBooks.open();
  });
  const postgres = await ScratchBooks.open();
  const others: unknown[] = [];
  const [taken, answered] = [new Set<string>(), new Set<string>()];
  for (const [at, step] of told.entries()) {
    const books = changed(step.books, at + 1);
    sqlite.become(books);
    postgres.become(books);
    for (const [sql, tried] of step.asked) {
      if (!isSelect(sql)) {
        if (!taken.has(sql)) postgres.rows(`EXPLAIN ${sql}`, [...tried.values()][0] ?? []);
        taken.add(sql);
        continue;
      }
      for (const params of tried.values()) {
        const [one, other] = [answer(sqlite, sql, params), answer(postgres, sql, params)];
        if (one.length > 0 && one[0] !== "0 rows") answered.add(sql);
        if (JSON.stringify(one) !== JSON.stringify(other)) others.push({ sql, params, one, other });
      }
    }
  }
  expect(others).toEqual([]);
  expect(taken.size).toBeGreaterThan(100);
  expect(answered.size).toBeGreaterThan(150);
}, 300_000);
