/** Bookings: money held until a rental ends, when it becomes an order. */
import type { Address } from "../domain/address.js";
import type { BookingReason } from "../domain/booking.js";
import type { Duration } from "../domain/duration.js";
import type { BatchId, CustomerId } from "../domain/ids.js";
import type { Sun } from "../domain/money.js";
import type { Resource } from "../domain/resource.js";
import { run } from "./phase.js";
import { flag, integer, oneOf, type RowOf, table, text } from "./table.js";

/** Money that is held until a rental ends, and becomes an order then, or goes back. */
export const BOOKINGS = table(
  "booking",
  {
    /** The draft's id; the draft may be deleted before the booking. */
    id: text().key.check("length(id) = 24"),
    customer_id: text<CustomerId>().references("customer"),
    user_id: integer(),
    resource: text<Resource>(),
    /** Units for each receiver. */
    amount: integer().check("amount > 0"),
    duration: text<Duration>(),
    /** JSON. */
    receivers: text(),
    price_sun: integer().check("price_sun > 0"),
    held_sun: integer<Sun>().check("held_sun BETWEEN 1 AND 9007199254740991"),
    /** Chain time: when it becomes an order, and when the rental ends that it extends. */
    due_at: integer(),
    ends_at: integer(),
    /** `ordered`: its orders are there; `returned`: the money is back. */
    status: oneOf(["open", "ordered", "returned"]),
    /** Why the money went back. */
    reason: text<BookingReason>().orNull,
    batch_id: text<BatchId>().orNull.references("batch"),
    created_at: integer(),
    /** 1: what is not locked is not delivered. */
    require_lock: flag().default(0),
  },
  {
    checks: [
      "(status = 'ordered') = (batch_id IS NOT NULL)",
      "(status = 'returned') = (reason IS NOT NULL)",
    ],
    sql: `
-- Those that are due, and what is held for all of them: each look of the matcher, and the audit.
CREATE INDEX booking_open ON booking (due_at) WHERE status = 'open';
-- That of a call.
CREATE INDEX booking_of_batch ON booking (batch_id) WHERE batch_id IS NOT NULL;
-- The movements of a customer's bookings: the statement.
CREATE INDEX booking_of_customer ON booking (customer_id);`,
  },
);

export type BookingRow = RowOf<typeof BOOKINGS>;

export type NewBooking = Omit<BookingRow, "status" | "reason" | "batch_id" | "receivers"> & {
  readonly receivers: readonly Address[];
};

export const insertBooking = (booking: NewBooking) =>
  BOOKINGS.add({
    ...booking,
    receivers: JSON.stringify(booking.receivers),
    status: "open",
  });

export const findBooking = (id: string) => BOOKINGS.one("WHERE id = ?", id);

/** Open ones that are due by this chain time, the first due first. */
export const bookingsDue = (by: number) =>
  BOOKINGS.all("WHERE status = 'open' AND due_at <= ? ORDER BY due_at LIMIT 200", by);

export const openBookingsOf = (customerId: CustomerId) =>
  BOOKINGS.all("WHERE customer_id = ? AND status = 'open' ORDER BY due_at", customerId);

/** Open ones of teams, of those who order there no more. */
export const bookingsOfNobody = () =>
  BOOKINGS.all(
    `WHERE status = 'open' AND customer_id IN (SELECT customer_id FROM team) AND NOT EXISTS
       (SELECT 1 FROM team_member m WHERE m.customer_id = booking.customer_id
          AND m.user_id = booking.user_id AND m.role <> 'viewer') LIMIT 200`,
  );

export const openBookings = () => BOOKINGS.all("WHERE status = 'open' ORDER BY due_at");

export const bookingOrdered = (id: string, batchId: BatchId) =>
  run("UPDATE booking SET status = 'ordered', batch_id = ? WHERE id = ?", batchId, id);

export const bookingReturned = (id: string, reason: BookingReason) =>
  run("UPDATE booking SET status = 'returned', reason = ? WHERE id = ?", reason, id);
