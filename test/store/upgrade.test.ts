/** A database that the first version left in the middle of its work goes on with the schema of today; no other program's does. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { audit } from "../../src/engine/operating/audit.js";
import { backUp } from "../../src/engine/operating/backup.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import Sqlite from "../../src/sqlite.js";
import { Database } from "../../src/store/database.js";
import { all } from "../../src/store/phase.js";
import { MIGRATIONS } from "../../src/store/schema.js";
import { openEngine } from "../cli/running-desk.js";
import { request } from "../support/desk.js";
import { databasePath } from "../support/files.js";
import { seeOneBlock, tellNetwork } from "../support/network.js";

const EARLY = gunzipSync(
  readFileSync(new URL("../fixtures/early-database.sql.gz", import.meta.url)),
).toString("utf8");
const EARLY_STEPS = 3;

/** Tables of the first version, with the columns it had. */
function contents(path: string, columnsOf = new Map<string, string[]>()) {
  const sqlite = new Sqlite(path, { readonly: true });
  const names = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck();
  if (columnsOf.size === 0) {
    for (const table of names.all() as string[]) {
      const columns = sqlite.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck();
      columnsOf.set(table, columns.all() as string[]);
    }
  }
  const rows = [...columnsOf].map(([table, columns]) => {
    const read = sqlite.prepare(`SELECT ${columns.join(", ")} FROM ${table} ORDER BY 1, 2`).raw();
    return [table, read.all()] as const;
  });
  sqlite.close();
  return { rows: Object.fromEntries(rows), columnsOf };
}

function earlyDatabase(): string {
  const path = databasePath();
  const sqlite = new Sqlite(path);
  sqlite.exec(EARLY);
  sqlite.close();
  return path;
}

test("the steps that made it are the steps of today", () => {
  const [made, today] = [new Sqlite(":memory:"), new Sqlite(":memory:")];
  made.exec(EARLY);
  for (const step of MIGRATIONS.slice(0, EARLY_STEPS)) today.exec(step);
  const schema = (one: Sqlite.Database) =>
    one.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all();
  expect(schema(made)).toEqual(schema(today));
});

test("every row is kept, the books add up, and the work goes on", async () => {
  const path = earlyDatabase();
  const before = contents(path);
  new Database({ path }).close();
  const after = contents(path, before.columnsOf);
  for (const [table, rows] of Object.entries(before.rows)) {
    expect(after.rows[table], table).toEqual(rows);
  }
  expect(before.rows.orders).toHaveLength(8);

  const { engine, close } = openEngine(path);
  expect(audit(engine.database)).toEqual({ ok: true, violations: [] });
  const [open] = engine.database.read(() =>
    all("SELECT id, customer_id FROM orders WHERE status = 'processing' LIMIT 1"),
  );
  const customerId = String(open?.customer_id);
  const cancelled = await cancelOrder(engine, customerId, String(open?.id));
  expect(cancelled).toMatchObject({ status: "cancelled", heldAmount: 0 });
  seeOneBlock(engine);
  await tellNetwork(engine);
  await createOrders(engine, {
    customerId,
    door: "http",
    request: request(),
    idempotencyKey: undefined,
  });
  expect(audit(engine.database)).toEqual({ ok: true, violations: [] });
  close();
});

test("a backup made before the upgrade is checked as far as this version can, and opens", async () => {
  const path = earlyDatabase();
  const file = `${path}.copy`;
  const { audit: audited } = await backUp({
    databasePath: path,
    file,
    at: 1,
    onProgress: () => {},
  });
  expect(audited).toBeNull();
  const copy = new Database({ path: file });
  expect(audit(copy).ok).toBe(true);
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
