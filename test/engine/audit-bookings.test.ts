/** The audit of bookings: what they hold counts, and each invariant fires when the file is corrupted so that it should. */
import { describe, expect, test } from "vitest";
import { cancelBooking, startDueBookings } from "../../src/engine/chat/bookings.js";
import { booked, MINUTE_MS } from "../support/bookings.js";
import { foundAfter } from "../support/corruption.js";
import { type Desk, openDesk } from "../support/desk.js";
import { pass } from "../support/notifications.js";

/** A desk with a booking in each status. */
async function bookingDesk(): Promise<Desk> {
  const desk = await openDesk();
  const cancelled = await booked(desk, { name: "a" });
  await cancelBooking(desk.engine, cancelled.customerId, cancelled.id);
  await booked(desk, { name: "b" });
  await pass(desk, 30 * MINUTE_MS);
  await startDueBookings(desk.engine);
  await booked(desk, { name: "c" });
  desk.assertSound();
  return desk;
}

describe.each([
  [
    "held money is what open orders, bookings and withdrawals still hold",
    [
      "DELETE FROM booking WHERE status = 'open'",
      "UPDATE booking SET status = 'open', batch_id = NULL WHERE status = 'ordered'",
      "UPDATE account SET balance_sun = 3900000 WHERE kind = 'held' AND balance_sun > 3900000",
    ],
  ],
  [
    "a booking is the sum of its transfers",
    [
      "UPDATE booking SET held_sun = held_sun + 1 WHERE status = 'returned'",
      "UPDATE booking SET status = 'returned', reason = 'late', batch_id = NULL WHERE status = 'ordered'",
      "DELETE FROM transfer WHERE id LIKE 'c%:hold'",
      "DELETE FROM transfer WHERE id LIKE '%:void'",
      "UPDATE transfer SET to_account = 'revenue' WHERE id LIKE '%:start'",
      "INSERT INTO transfer (id, from_account, to_account, amount_sun, reason, at) SELECT id || ':void', 'held:' || customer_id, 'available:' || customer_id, held_sun, NULL, 1 FROM booking WHERE status = 'ordered'",
    ],
  ],
  [
    "a booking became the orders that it paid for",
    ["UPDATE orders SET paid_sun = paid_sun - 1", "DELETE FROM orders WHERE batch_id IS NOT NULL"],
  ],
])("%s", (invariant, corruptions) => {
  test.each(corruptions)("not after %s", async (sql) => {
    expect(await foundAfter(await bookingDesk(), sql)).toContain(invariant);
  });
});
