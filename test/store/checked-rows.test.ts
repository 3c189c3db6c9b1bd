/** The check of the rows finds what a declaration does not allow. */
import { expect, test } from "vitest";
import Sqlite from "#shared/sqlite.js";
import "./checked-rows.js";

/** A table of this name without what its declaration demands. */
function loose(values: string) {
  const database = new Sqlite(":memory:");
  database.exec(
    `CREATE TABLE orders (id, status, price_sun); INSERT INTO orders VALUES (${values})`,
  );
  return database;
}

test.each([
  ["is of another type", "1, 'processing', '5'", "price_sun"],
  ["is none of its values", "1, 'closed', 5", "status"],
  ["is null where the column is not", "1, NULL, 5", "status"],
])("a column that %s is found", (_, values, column) => {
  const read = loose(values).prepare(`SELECT ${column} AS it FROM orders`);
  expect(() => read.all()).toThrow(`orders.${column} is `);
});

test("what is declared passes", () => {
  expect(
    loose("1, 'processing', 5").prepare("SELECT status, price_sun, id + 1 FROM orders").all(),
  ).toHaveLength(1);
});
