/**
 * A program with one step more than the schema has: what it makes of a database that lacks the step. No other program's database is
 * touched, and none of a version that was never released.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { audit } from "../../src/engine/operating/audit.js";
import { backUp } from "../../src/engine/operating/backup.js";
import { SqliteDatabase } from "../../src/store/sqlite/database.js";
import { migrate } from "../../src/store/sqlite/migrate.js";
import { openDesk } from "../support/desk.js";
import { databasePath } from "../support/files.js";
import { deliver } from "../support/steps.js";

const MADE_UP = `
ALTER TABLE orders ADD COLUMN note TEXT NOT NULL DEFAULT '';
UPDATE orders SET note = 'was ' || status;
CREATE TABLE remark (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
INSERT INTO remark (text) VALUES ('made up')`;
const steps = vi.hoisted((): { sqlite: string; postgres: string }[] => []);

vi.mock("../../src/store/schema.js", async (original) => ({
  ...(await original<typeof import("../../src/store/schema.js")>()),
  STEPS: steps,
}));
afterEach(() => void steps.splice(0));

/** A file of version 1 with an order that is delivered, and one that is not. */
async function ofVersion1(): Promise<string> {
  const desk = await openDesk();
  await desk.order();
  await deliver(desk);
  await desk.order();
  await desk.close();
  return desk.path;
}

/** All rows of all tables of a file, or of those that are named. */
function contents(path: string, tables?: readonly string[]): Map<string, unknown[]> {
  const sqlite = new Sqlite(path, { readonly: true });
  const named = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck();
  const names = tables ?? (named.all() as string[]);
  const rows = names.map((name) => [name, sqlite.prepare(`SELECT * FROM ${name}`).all()] as const);
  sqlite.close();
  return new Map(rows);
}

function versionOf(path: string): unknown {
  const sqlite = new Sqlite(path, { readonly: true });
  const version = sqlite.pragma("user_version", { simple: true });
  sqlite.close();
  return version;
}

test("every row is kept, the step is done once, and the books add up", async () => {
  const path = await ofVersion1();
  const before = contents(path);
  expect(versionOf(path)).toBe(1);
  steps.push({ sqlite: MADE_UP, postgres: "" });
  new SqliteDatabase({ path }).close();
  const again = new SqliteDatabase({ path });
  expect(await audit(again)).toEqual({ ok: true, violations: [] });
  again.close();
  expect(versionOf(path)).toBe(2);
  const after = contents(path);
  expect(after.get("remark")).toEqual([{ id: 1, text: "made up" }]);
  for (const [table, rows] of before) {
    const asBefore = after.get(table)?.map((row) => {
      const { note, ...rest } = row as { note?: string; status?: string };
      if (table === "orders") expect(note).toBe(`was ${rest.status}`);
      return rest;
    });
    expect(asBefore, table).toEqual(rows);
  }
});

test("a new database is of the newest version, and takes no step", () => {
  steps.push({ sqlite: MADE_UP, postgres: "" });
  const path = databasePath();
  new SqliteDatabase({ path }).close();
  expect(versionOf(path)).toBe(2);
  expect(contents(path).has("remark")).toBe(false);
});

test("two processes that open a file together take each step once", async () => {
  const path = await ofVersion1();
  steps.push({ sqlite: MADE_UP, postgres: "" });
  const [one, other] = [new Sqlite(path), new Sqlite(path)];
  let isFirst = true;
  // The other one begins and ends between what this one has read and its first step.
  const exec = (sql: string) => {
    if (isFirst) migrate(other);
    isFirst = false;
    return one.exec(sql);
  };
  migrate(new Proxy(one, { get: (of, name) => (name === "exec" ? exec : bound(of, name)) }));
  expect(one.pragma("user_version", { simple: true })).toBe(2);
  one.close();
  other.close();
});

function bound(of: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(of, name);
  return typeof value === "function" ? value.bind(of) : value;
}

test("a step that fails leaves the database as it was", async () => {
  const path = await ofVersion1();
  const before = contents(path);
  steps.push({ sqlite: `${MADE_UP}; INSERT INTO remark (text) VALUES (NULL)`, postgres: "" });
  expect(() => new SqliteDatabase({ path })).toThrow("NOT NULL");
  expect(contents(path)).toEqual(before);
  steps.splice(0, 1, { sqlite: MADE_UP, postgres: "" });
  new SqliteDatabase({ path }).close();
  expect(versionOf(path)).toBe(2);
});

test("a backup made before the upgrade is checked as far as this version can, and opens", async () => {
  const path = await ofVersion1();
  steps.push({ sqlite: MADE_UP, postgres: "" });
  const file = `${path}.copy`;
  const { audit: audited } = await backUp({
    databasePath: path,
    file,
    at: 1,
    onProgress: () => {},
  });
  expect(audited).toBeNull();
  const copy = new SqliteDatabase({ path: file });
  expect((await audit(copy)).ok).toBe(true);
  copy.close();
});

test.each([1, 8])(
  "a database that a development version left with schema %i is refused and left as it is",
  (version) => {
    const path = databasePath();
    new SqliteDatabase({ path }).close();
    const old = new Sqlite(path);
    old.pragma("journal_mode = DELETE");
    old.exec(`PRAGMA user_version = ${version}; PRAGMA application_id = 0`);
    old.close();
    const before = readFileSync(path);
    expect(() => new SqliteDatabase({ path })).toThrow(
      `${path} was written by a development version of the desk (schema ${version}), and this version cannot read it. Start the version that wrote it, or set DATABASE_PATH to a new file.`,
    );
    expect(readFileSync(path).equals(before)).toBe(true);
  },
);

test.each([
  ["a number of its own", "CREATE TABLE cookies (name TEXT); PRAGMA user_version = 5"],
  [
    "a number beyond the desk's",
    "CREATE TABLE cookies (name TEXT); PRAGMA user_version = 20251120",
  ],
  ["no number", "CREATE TABLE cookies (name TEXT)"],
  ["a number and no tables", "PRAGMA user_version = 3"],
  [
    "some tables by the same names",
    "CREATE TABLE orders (id); CREATE TABLE account (id); PRAGMA user_version = 3",
  ],
])("another program's database with %s is refused and left as it is", (_, sql) => {
  const path = databasePath();
  const other = new Sqlite(path);
  other.exec(sql);
  other.close();
  const before = readFileSync(path);
  expect(() => new SqliteDatabase({ path })).toThrow(
    `${path} is a database of another program. Set DATABASE_PATH to a desk's, or to a new file.`,
  );
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
});
