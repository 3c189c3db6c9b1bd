/**
 * A program with one step more than the schema has: what it makes of a database that lacks the step. No other program's database is
 * touched.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, test, vi } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { audit } from "../../src/engine/operating/audit.js";
import { backUp } from "../../src/engine/operating/backup.js";
import { Database } from "../../src/store/database.js";
import { migrate } from "../../src/store/migrate.js";
import { all, one } from "../../src/store/phase.js";
import { MIGRATIONS } from "../../src/store/schema.js";
import { databasePath } from "../support/files.js";
import { contents, KEPT_VERSIONS, keptDatabase } from "../support/kept-versions.js";

const MADE_UP = `
ALTER TABLE orders ADD COLUMN note TEXT NOT NULL DEFAULT '';
UPDATE orders SET note = 'was ' || status;
CREATE TABLE remark (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
INSERT INTO remark (text) VALUES ('made up')`;
const steps = vi.hoisted((): string[] => []);

vi.mock("../../src/store/schema.js", async (original) => {
  const { MIGRATIONS } = await original<typeof import("../../src/store/schema.js")>();
  steps.push(...MIGRATIONS);
  return { MIGRATIONS: steps };
});

const NEWEST = Math.max(...KEPT_VERSIONS);

/** With a step more for as long as the test runs. */
function withStep(sql: string): void {
  steps.splice(NEWEST, steps.length, sql);
}

const versionOf = async (database: Database) =>
  (await database.read(() => one<{ user_version: number }>("PRAGMA user_version")))?.user_version;

test("every row is kept, the step is done once, and the books add up", async () => {
  withStep(MADE_UP);
  expect(MIGRATIONS).toHaveLength(NEWEST + 1);
  const path = keptDatabase(NEWEST);
  const before = contents(path);
  new Database({ path }).close();
  const again = new Database({ path });
  expect(await versionOf(again)).toBe(NEWEST + 1);
  expect(await again.read(() => all("SELECT text FROM remark"))).toEqual([{ text: "made up" }]);
  const notes = await again.read(() => all("SELECT 1 FROM orders WHERE note <> 'was ' || status"));
  expect(notes).toEqual([]);
  expect(await audit(again)).toEqual({ ok: true, violations: [] });
  again.close();
  const after = contents(path, before.columnsOf);
  for (const [table, rows] of before.rows) expect(after.rows.get(table), table).toEqual(rows);
});

test("a new database takes all steps", async () => {
  withStep(MADE_UP);
  const database = new Database({ path: databasePath() });
  expect(await versionOf(database)).toBe(NEWEST + 1);
  expect(await database.read(() => all("SELECT text FROM remark"))).toHaveLength(1);
  database.close();
});

test("two processes that open a new file together take each step once", () => {
  const path = databasePath();
  const [one, other] = [new Sqlite(path), new Sqlite(path)];
  let isFirst = true;
  // The other one begins and ends between what this one has read and its first step.
  const exec = (sql: string) => {
    if (isFirst) migrate(other);
    isFirst = false;
    return one.exec(sql);
  };
  migrate(new Proxy(one, { get: (of, name) => (name === "exec" ? exec : bound(of, name)) }));
  expect(one.pragma("user_version", { simple: true })).toBe(steps.length);
  one.close();
  other.close();
});

function bound(of: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(of, name);
  return typeof value === "function" ? value.bind(of) : value;
}

test("a step that fails leaves the database as it was", async () => {
  withStep(`${MADE_UP}; INSERT INTO remark (text) VALUES (NULL)`);
  const path = keptDatabase(NEWEST);
  const before = contents(path);
  expect(() => new Database({ path })).toThrow("NOT NULL");
  expect(contents(path)).toEqual(before);
  withStep(MADE_UP);
  const database = new Database({ path });
  expect(await versionOf(database)).toBe(NEWEST + 1);
  database.close();
});

test("a backup made before the upgrade is checked as far as this version can, and opens", async () => {
  withStep(MADE_UP);
  const path = keptDatabase(NEWEST);
  const file = `${path}.copy`;
  const { audit: audited } = await backUp({
    databasePath: path,
    file,
    at: 1,
    onProgress: () => {},
  });
  expect(audited).toBeNull();
  const copy = new Database({ path: file });
  expect((await audit(copy)).ok).toBe(true);
  copy.close();
});

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
  expect(() => new Database({ path })).toThrow(
    `${path} is a database of another program. Set DATABASE_PATH to a desk's, or to a new file.`,
  );
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
});
