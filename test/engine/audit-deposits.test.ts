/** The audit of money from outside: each invariant fires when the file is corrupted so that it should. */
import { describe, expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { foundAfter } from "../support/corruption.js";
import { money, payingDesk, scan, solidOf, solidWith, usdt } from "../support/deposits.js";
import { type Desk, openDesk } from "../support/desk.js";
import { deliver } from "../support/steps.js";

/** A desk with gifts, deposits of each status, an order that was delivered and one that came back. */
async function depositDesk(): Promise<Desk> {
  const { desk, address } = await payingDesk({ creditTrx: 5, creditKind: "gift" });
  await desk.order();
  await deliver(desk);
  for (const { number } of desk.chain.blocks.slice(1)) {
    await scan(desk, solidOf(must(desk.chain.block(number), "a block"), []));
  }
  const brought = [money(address), usdt(address), money(address, { amount: 9n })];
  await scan(desk, solidWith(desk, ...brought));
  const id = await desk.order();
  await cancelOrder(desk.engine, desk.customerId, id);
  desk.assertSound();
  return desk;
}

test("a gift that does not count as one is found, though all of it is spent", async () => {
  const desk = await openDesk({ creditTrx: 3.9, creditKind: "gift" });
  await desk.order();
  await deliver(desk);
  expect(await foundAfter(desk, "UPDATE transfer SET gift_sun = 0")).toEqual([
    "a gift counts as a gift",
  ]);
});

const CREDITED = "a credited deposit is a transfer of what it is worth";

test("an untouched file has no violation", async () => {
  const touched = "UPDATE deposit SET noted_at = noted_at + 1";
  expect(await foundAfter(await depositDesk(), touched)).toEqual([]);
});

describe.each([
  [
    CREDITED,
    [
      "UPDATE deposit SET credited_sun = credited_sun + 1 WHERE asset = 'TRX' AND status = 'credited'",
      "UPDATE deposit SET rate_sun = rate_sun - 1 WHERE asset = 'USDT'",
      "UPDATE deposit SET rate_sun = NULL WHERE asset = 'USDT'",
      "UPDATE deposit SET rate_sun = rate_sun * 2, amount = amount / 2 WHERE asset = 'USDT'",
      "UPDATE deposit SET rate_sun = 1000000, asset = 'USDT' WHERE asset = 'TRX' AND status = 'credited'",
      "UPDATE deposit SET amount = '51000000' WHERE asset = 'TRX' AND status = 'credited'",
      "UPDATE deposit SET status = 'unsupported', credited_sun = 0 WHERE asset = 'USDT'",
      "UPDATE deposit SET status = 'credited', credited_sun = 9 WHERE status = 'below_minimum'",
      "UPDATE transfer SET to_account = 'revenue' WHERE id LIKE '%:deposit'",
      "DELETE FROM transfer WHERE id LIKE '%:deposit'",
    ],
  ],
  [
    "a deposit was paid in at an address of its customer",
    [
      "UPDATE deposit_address SET customer_id = 'another'",
      "UPDATE deposit SET address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' WHERE status = 'below_minimum'",
    ],
  ],
  [
    "a transfer from a deposit is one of a deposit",
    [
      "DELETE FROM deposit WHERE status = 'credited'",
      "UPDATE deposit SET id = 'b' || substr(id, 2)",
    ],
  ],
  [
    "money from and to outside has a kind",
    [
      "UPDATE transfer SET kind = NULL WHERE kind = 'deposit'",
      "UPDATE transfer SET kind = 'gift' WHERE id LIKE '%:hold'",
      "UPDATE transfer SET kind = 'present' WHERE kind = 'gift'",
    ],
  ],
  [
    "the last movement of a customer leaves what they have",
    [
      "UPDATE transfer SET available_after_sun = available_after_sun + 1 WHERE rowid = (SELECT max(rowid) FROM transfer WHERE customer_id IS NOT NULL)",
      "UPDATE account SET balance_sun = balance_sun - 1 WHERE kind = 'available'",
      "DELETE FROM transfer WHERE id LIKE '%:void:rest'",
    ],
  ],
  [
    "a customer's gifts are what their transfers leave of them",
    [
      "UPDATE account SET gift_sun = gift_sun + 1 WHERE kind = 'available'",
      "UPDATE transfer SET gift_sun = 0 WHERE kind = 'gift'",
      "UPDATE transfer SET gift_sun = 0 WHERE id LIKE '%:post'",
      "DELETE FROM transfer WHERE kind = 'gift'",
    ],
  ],
])("%s", (invariant, corruptions) => {
  test.each(corruptions)("not after %s", async (sql) => {
    expect(await foundAfter(await depositDesk(), sql)).toContain(invariant);
  });
});
