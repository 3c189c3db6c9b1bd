/** The orders that the bench of growth writes by SQL: the books with them add up, and the desk reads them as its own. */

import { expect, test } from "vitest";
import { createCustomers, openEngine } from "../../bench/books.js";
import { fillOrders } from "../../bench/fill.js";
import { stockPool } from "../../bench/pool.js";
import { readHistory } from "../../src/engine/customers/history.js";
import { auditFile } from "../../src/engine/operating/audit.js";
import { readOrders } from "../../src/engine/orders/read-orders.js";
import type { Phase, Row } from "../../src/store/phase.js";
import { SqliteDatabase } from "../../src/store/sqlite/database.js";
import { databasePath } from "../support/files.js";
import { readNow } from "../support/read-now.js";

const ORDERS = 500;

test("a filled file has clean books, with its indexes, and the first customer's orders and history", async () => {
  const path = databasePath();
  const first = new SqliteDatabase({ path });
  const engine = await openEngine(first);
  await stockPool(engine);
  const { ids } = await createCustomers(engine);
  const indexes = indexesOf(first);
  first.close();
  await fillOrders(path, ORDERS, ids);
  expect(await auditFile(path)).toEqual({ ok: true, violations: [] });
  const database = new SqliteDatabase({ path });
  expect(indexesOf(database)).toEqual(indexes);
  const again = await openEngine(database);
  const [customerId = ""] = ids;
  const { orders } = await readOrders(again, { customerId, limit: ORDERS });
  expect(orders.length).toBeGreaterThanOrEqual(ORDERS / 5);
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(["completed", "cancelled"]));
  let lastSun: number | undefined;
  for await (const page of readHistory(again, { customerId, from: 0, to: again.now() })) {
    lastSun = page.at(-1)?.availableAfterSun ?? lastSun;
  }
  expect(
    rowsOf(database, "SELECT balance_sun FROM account WHERE id = ?", `available:${customerId}`),
  ).toEqual([{ balance_sun: lastSun }]);
  database.close();
});

function indexesOf(database: SqliteDatabase): Row[] {
  return rowsOf(database, "SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name");
}

function rowsOf(database: SqliteDatabase, sql: string, ...params: string[]): Row[] {
  return readNow(database, function* (): Phase<Row[]> {
    return yield { sql, params };
  });
}
