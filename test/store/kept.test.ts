/** A file of each version that was released opens in this one: with all its rows, and the tables of a new one. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { audit } from "../../src/engine/operating/audit.js";
import { SqliteDatabase } from "../../src/store/sqlite/database.js";
import { databasePath } from "../support/files.js";

const KEPT = new URL("kept", import.meta.url).pathname;

/** What is made of each table, index and trigger, and how many rows each table has; whatever the order and the spaces. */
function lookAt(path: string) {
  const sqlite = new Sqlite(path, { readonly: true });
  const all = sqlite.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").pluck().all();
  const names = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const rows = new Map<string, unknown>();
  for (const name of names as string[])
    rows.set(name, sqlite.prepare(`SELECT count(*) FROM ${name}`).pluck().get());
  sqlite.close();
  return { definitions: all.map((sql) => sorted(String(sql))).sort(), rows };
}

/** A column that is added later stands behind the others. */
function sorted(sql: string): string {
  const plain = sql.replace(/\s+/g, " ");
  if (!plain.startsWith("CREATE TABLE")) return plain;
  const [from, to] = [plain.indexOf("("), plain.lastIndexOf(")")];
  // Between commas that stand in no parentheses.
  const parts = plain.slice(from + 1, to).split(/,(?![^(]*\))/);
  return `${plain.slice(0, from)}(${parts.map((part) => part.trim()).sort()})${plain.slice(to + 1)}`;
}

test.each(readdirSync(KEPT).filter((name) => name.endsWith(".db.gz")))("%s", async (name) => {
  const path = databasePath();
  writeFileSync(path, gunzipSync(readFileSync(join(KEPT, name))));
  const before = lookAt(path).rows;
  const database = new SqliteDatabase({ path });
  expect(await audit(database)).toEqual({ ok: true, violations: [] });
  database.close();
  const fresh = databasePath();
  new SqliteDatabase({ path: fresh }).close();
  const { definitions, rows } = lookAt(path);
  expect(definitions).toEqual(lookAt(fresh).definitions);
  for (const [table, count] of before) expect(rows.get(table), table).toBe(count);
});
