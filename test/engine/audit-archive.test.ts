/** The audit of orders that have left the books: what is wrong with one in the archive is found as it would be in the books. */
import { describe, expect, test } from "vitest";
import { archiveOrders } from "../../src/engine/operating/archive.js";
import { auditFile } from "../../src/engine/operating/audit.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import Sqlite from "../../src/sqlite.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { runOut } from "../support/run-out.js";
import { manual, openSeller } from "../support/sellers.js";
import { deliver } from "../support/steps.js";

const DAY_MS = 86_400_000;

/** Old orders in the archive, of the pool and of a seller, completed and cancelled; the newest of all is in the books. */
async function archivedDesk(): Promise<Desk> {
  const desk = await openDesk({ ownersUnits: [900_000] });
  await openSeller(desk, { units: 150_000, minPrice: 45 });
  await desk.order();
  await desk.create({ receiver: addressesOf(2, 2) });
  const part = await desk.order(manual({ receiver: [addressOf(5)], resourceAmount: 200_000 }));
  await deliver(desk);
  await cancelOrder(desk.engine, desk.customerId, part);
  await desk.order({ receiver: [addressOf(6)] });
  await runOut(desk);
  desk.clock.nowMs += 100 * DAY_MS;
  const run = await archiveOrders(desk.engine, { before: desk.clock.nowMs - DAY_MS, most: 100 });
  expect(run).toMatchObject({ orders: 4, delegations: 4 });
  desk.assertSound();
  return desk;
}

interface Corruption {
  readonly archive?: string;
  readonly books?: string;
}

/** What the audit finds once a file was written to by force. */
function found(desk: Desk, { archive, books }: Corruption): string[] {
  desk.engine.archive.close();
  const paths = { archive: desk.engine.archive.path, books: desk.path };
  desk.close();
  for (const [path, sql] of [
    [paths.archive, archive],
    [paths.books, books],
  ] as const) {
    if (sql === undefined) continue;
    const raw = new Sqlite(path);
    raw.exec("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON");
    if (path === paths.books) {
      raw.exec("DROP TRIGGER transfer_is_final; DROP TRIGGER transfer_is_kept");
    }
    expect(raw.prepare(sql).run().changes, "the corruption changed nothing").toBeGreaterThan(0);
    raw.close();
  }
  const { violations } = auditFile(paths.books, paths.archive);
  return violations.map(({ invariant }) => invariant);
}

const setTo = (table: string, field: string, value: string, where = "true") =>
  `UPDATE ${table} SET fields = json_set(fields, '$.${field}', ${value}) WHERE ${where}`;
const more = (field: string) => `json_extract(fields, '$.${field}') + 1`;
const SELLERS = "seller IS NOT NULL";

describe.each([
  [
    "an order is the sum of its transfers",
    [
      { archive: setTo("orders", "paid_sun", more("paid_sun")) },
      { archive: setTo("orders", "refunded_sun", more("refunded_sun")) },
      { books: "UPDATE transfer SET amount_sun = amount_sun + 1 WHERE id LIKE '%:post'" },
    ],
  ],
  [
    "an order is the sum of its legs",
    [
      { archive: setTo("orders", "filled_amount", more("filled_amount")) },
      { archive: setTo("leg", "amount_sun", more("amount_sun")) },
      { archive: "DELETE FROM leg WHERE seller IS NULL" },
    ],
  ],
  [
    "a final order holds nothing, a completed one is full unless refunded after a fork",
    [{ archive: setTo("orders", "unplanned_amount", "1") }],
  ],
  [
    "no two delegated legs of an order deliver the same part",
    [{ archive: setTo("leg", "units", "9e8") }],
  ],
  [
    "legs reserve from planned until the chain counts them, dead ones never",
    [{ archive: setTo("leg", "state", "'planned'") }],
  ],
  [
    "a leg is a seller's exactly when its owner is one",
    [{ archive: setTo("leg", "seller_sun", "NULL", SELLERS) }],
  ],
  ["a seller's leg is locked", [{ archive: setTo("leg", "locked", "0", SELLERS) }]],
  [
    "a leg brings its seller his share and the desk the rest",
    [{ archive: setTo("leg", "seller_sun", more("seller_sun"), SELLERS) }],
  ],
  [
    "only a Manual order has options and a deadline",
    [{ archive: setTo("orders", "deadline_at", "NULL") }],
  ],
  ["an archived order is final", [{ archive: setTo("orders", "status", "'processing'") }]],
  [
    "an order that was paid for is in the books or in the archive",
    [
      { archive: "DELETE FROM orders WHERE id < (SELECT max(id) FROM orders)" },
      { books: "DELETE FROM orders" },
    ],
  ],
  ["the archive has what the books have moved there", [{ archive: "DELETE FROM orders" }]],
])("%s", (invariant, corruptions: Corruption[]) => {
  test.each(corruptions)("is found broken in the archive: %j", async (corruption) => {
    expect(found(await archivedDesk(), corruption)).toContain(invariant);
  });
});

test("what only a stop, a later backup or a loss explains is no violation", async () => {
  const desk = await archivedDesk();
  const { archive } = desk.engine;
  const [known] = archive.orders({ limit: 1 });
  if (!known) throw new Error("nothing was archived");
  const unknown = { ...known, id: "f".repeat(24), paid_sun: known.paid_sun + 1 };
  archive.add({ orders: [unknown as typeof known], legs: [], at: 1 });
  desk.assertSound();
});
