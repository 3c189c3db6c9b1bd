/** Rows that are a table's whole, or without some columns, are read by its declaration: a new column is then in the type and in the SQL. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const STORE = new URL("../../src/store/", import.meta.url);
const SOURCES = readdirSync(STORE, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, text: readFileSync(new URL(name, STORE), "utf8") }));

/** The types that say no more than a declaration. */
const DECLARED = new Set(
  SOURCES.flatMap(({ text }) =>
    [...text.matchAll(/type (\w+) = (?:Omit<\s*)?RowOf<typeof \w+>[^;&]*;/g)].map(
      ([, name]) => name,
    ),
  ),
);

test("no SELECT of such rows has a list of its own", () => {
  expect(DECLARED.size).toBeGreaterThan(25);
  const lists = SOURCES.flatMap(({ name, text }) =>
    [...text.matchAll(/(?:all|one)<(\w+)>\(\s*(`[^`]*`|"[^"]*")/g)]
      .filter(([, row]) => DECLARED.has(row) && !text.includes(`type ${row} = {`))
      .filter(([, , sql = ""]) => !/\.columns(But\([^)]*\))?\}|COLUMNS\}|\.\*|SELECT \*/.test(sql))
      .map(([, row, sql]) => `${name}: ${row} by ${sql}`),
  );
  const named = SOURCES.flatMap(({ name, text }) =>
    [...text.matchAll(/const COLUMNS =\s*["`](?!\$)[^;]*;/g)].map(([list]) => `${name}: ${list}`),
  );
  expect([...lists, ...named]).toEqual([]);
});
