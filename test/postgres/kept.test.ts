/** A dump of each version that was released, restored: this one opens it, with all its rows, and the tables of a new one. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { audit } from "../../src/engine/operating/audit.js";
import { all, column } from "../../src/store/phase.js";
import { bringTables, onSession } from "../../src/store/postgres/open.js";
import { emptyDatabase, openSession } from "./databases.js";
import { openAt } from "./moving.js";

const KEPT = new URL("../store/kept", import.meta.url).pathname;

/** What is made of each column, constraint, index, trigger and function. */
const DEFINITIONS = `
  SELECT concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid))
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
  ORDER BY 1`;

/** Counted by ANALYZE: exactly, of tables as small as these. */
const ROWS = `
  SELECT relname AS name, CAST(reltuples AS BIGINT) AS count FROM pg_class
  WHERE relkind = 'r' AND relnamespace = CAST('public' AS regnamespace) AND reltuples > 0 ORDER BY 1`;

async function definitionsOf(database: string): Promise<string[]> {
  const session = await openSession(database);
  await bringTables(session);
  const definitions = await onSession(session, column<string>(DEFINITIONS));
  await session.close();
  return definitions;
}

test.each(readdirSync(KEPT).filter((name) => name.endsWith(".sql.gz")))("%s", async (name) => {
  const postgres = await emptyDatabase();
  const session = await openSession(postgres);
  await session.script(gunzipSync(readFileSync(join(KEPT, name))).toString());
  const rows = () => onSession(session, all(ROWS));
  await session.script("SET search_path = public; ANALYZE");
  const before = await rows();
  expect(before.length).toBeGreaterThan(15);
  const definitions = await definitionsOf(postgres);
  expect(definitions.length).toBeGreaterThan(500);
  expect(definitions).toEqual(await definitionsOf(await emptyDatabase()));
  await session.script("ANALYZE");
  expect(await rows()).toEqual(before);
  await session.close();
  const database = await openAt("postgres", { file: "", postgres });
  expect(await audit(database)).toEqual({ ok: true, violations: [] });
  await database.close();
});
