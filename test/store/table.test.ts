/** What a declared table writes: the columns that a row gives, and no others. */
import { expect, test } from "vitest";
import type { Phase } from "../../src/store/phase.js";
import { integer, serial, table, text } from "../../src/store/table.js";

const THINGS = table("thing", {
  id: serial(),
  name: text(),
  size: integer().default(3),
  note: text().orNull,
});
const PLACES = table("place", { x: integer(), y: integer(), name: text() }, { key: "x, y" });

const first = (phase: Phase<unknown>) => phase.next([]).value;

test("an INSERT names what its row gives, null too, and leaves the rest to the defaults", () => {
  expect(first(THINGS.add({ name: "a" }))).toEqual({
    sql: "INSERT INTO thing (name) VALUES (?)",
    params: ["a"],
    isEffect: true,
  });
  expect(first(THINGS.add({ name: "a", size: undefined, note: null }))).toEqual({
    sql: "INSERT INTO thing (name, note) VALUES (?, ?)",
    params: ["a", null],
    isEffect: true,
  });
});

test("a row in the place of another keeps what is not given", () => {
  expect(first(PLACES.put({ x: 1, y: 2, name: "a" }))).toEqual({
    sql: "INSERT INTO place (x, y, name) VALUES (?, ?, ?) ON CONFLICT (x, y) DO UPDATE SET name = excluded.name",
    params: [1, 2, "a"],
    isEffect: true,
  });
});

test.each([{ nmae: "a" }, { id: 7 }])(
  "a column that there is not, or that counts itself up, is a mistake: %j",
  (row) => {
    expect(() => first(THINGS.add({ name: "a", ...row }))).toThrow(
      `no INSERT gives thing.${Object.keys(row)[0]}`,
    );
  },
);
