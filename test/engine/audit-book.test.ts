/** The audit of offers and Manual orders: every invariant fires when the file is corrupted so that it should. */
import { describe, expect, test } from "vitest";
import { addressesOf } from "../support/addresses.js";
import { foundAfter } from "../support/corruption.js";
import type { Desk } from "../support/desk.js";
import { book, manual } from "../support/sellers.js";
import { deliver, solidify } from "../support/steps.js";

/** A desk whose sellers and pool have sold, with orders that rest and a bulk call that waits. */
async function busyBook(): Promise<Desk> {
  const { desk } = await book(
    [
      [45, 150_000],
      [50, 100_000],
    ],
    { ownersUnits: [100_000] },
  );
  await desk.create();
  await desk.create(manual());
  await deliver(desk);
  await solidify(desk);
  await desk.snapshot();
  await desk.create(manual({ receiver: addressesOf(2, 2) }));
  await desk.create(manual({ receiver: addressesOf(4, 2) }, { bulk_order: true }));
  return desk;
}

describe.each([
  [
    "an offer has free what its owner's snapshot holds less reservations and what is kept",
    [
      "UPDATE offer SET free_sun = free_sun + 1",
      "UPDATE offer SET kept_sun = kept_sun + 1",
      "UPDATE capacity SET owner = owner || 'x' WHERE owner IN (SELECT seller FROM offer)",
    ],
  ],
  ["an offer is paused with its owner", ["UPDATE offer SET paused = 1"]],
  [
    "a leg is a seller's exactly when its owner is one",
    [
      "UPDATE leg SET seller_sun = NULL WHERE seller_sun IS NOT NULL",
      "UPDATE leg SET seller_sun = 1 WHERE seller_sun IS NULL",
      "UPDATE owner SET kind = 'pool' WHERE kind = 'seller'",
      "UPDATE leg SET owner = 'nobody' WHERE state = 'planned'",
    ],
  ],
  ["a seller's leg is locked", ["UPDATE leg SET locked = 0 WHERE seller_sun IS NOT NULL"]],
  [
    "a leg brings its seller their share and the desk the rest",
    [
      "UPDATE leg SET seller_sun = seller_sun - 1 WHERE state = 'solidified'",
      "UPDATE transfer SET to_account = 'revenue' WHERE id LIKE '%:earn'",
      "UPDATE transfer SET amount_sun = amount_sun + 1 WHERE id LIKE '%:commission'",
      "DELETE FROM transfer WHERE id LIKE '%:commission'",
    ],
  ],
  [
    "an order that waits for its bulk call has nothing planned",
    [
      "UPDATE orders SET unplanned_amount = 1 WHERE bulk_waiting = 1",
      "UPDATE orders SET status = 'cancelled' WHERE bulk_waiting = 1",
      "UPDATE orders SET bulk_waiting = 1 WHERE unplanned_amount = 0",
    ],
  ],
  [
    "only a Manual order has options and a deadline",
    [
      "UPDATE orders SET options = NULL WHERE type = 'Manual'",
      "UPDATE orders SET deadline_at = NULL WHERE type = 'Manual'",
      "UPDATE orders SET options = '{}' WHERE type = 'Fast'",
      "UPDATE orders SET type = 'Fast' WHERE type = 'Manual'",
    ],
  ],
])("%s", (invariant, corruptions) => {
  test(`fires after each of ${corruptions.length}`, async () => {
    const desk = await busyBook();
    for (const sql of corruptions) expect(await foundAfter(desk, sql), sql).toContain(invariant);
  });
});

test("an untouched book has no violation", async () => {
  expect(await foundAfter(await busyBook(), "UPDATE customer SET name = 'Other'")).toEqual([]);
});
