/** Bookings: money that is held until a rental ends, to become an order then. */
import type { Address } from "../domain/address.js";
import type { BookingReason, BookingStatus } from "../domain/booking.js";
import type { Duration } from "../domain/duration.js";
import type { BatchId, CustomerId } from "../domain/ids.js";
import type { Sun } from "../domain/money.js";
import type { Resource } from "../domain/resource.js";
import { all, one, type Phase, run } from "./phase.js";

export type BookingRow = {
  /** That of the draft it was made of. */
  id: string;
  customer_id: CustomerId;
  user_id: number;
  resource: Resource;
  amount: number;
  duration: Duration;
  receivers: string;
  price_sun: number;
  held_sun: Sun;
  /** Chain time: when it becomes an order, and when the rental ends that it extends. */
  due_at: number;
  ends_at: number;
  status: BookingStatus;
  reason: BookingReason | null;
  batch_id: BatchId | null;
  created_at: number;
  /** 1: what is not locked is not delivered. */
  require_lock: 0 | 1;
};

const COLUMNS = `id, customer_id, user_id, resource, amount, duration, receivers, price_sun, held_sun, due_at,
  ends_at, status, reason, batch_id, created_at, require_lock`;

export type NewBooking = Omit<BookingRow, "status" | "reason" | "batch_id" | "receivers"> & {
  readonly receivers: readonly Address[];
};

export function* insertBooking(booking: NewBooking): Phase<void> {
  yield* run(
    `INSERT INTO booking (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', NULL, NULL, ?, ?)`,
    booking.id,
    booking.customer_id,
    booking.user_id,
    booking.resource,
    booking.amount,
    booking.duration,
    JSON.stringify(booking.receivers),
    booking.price_sun,
    booking.held_sun,
    booking.due_at,
    booking.ends_at,
    booking.created_at,
    booking.require_lock,
  );
}

export function* findBooking(id: string): Phase<BookingRow | undefined> {
  return yield* one<BookingRow>(`SELECT ${COLUMNS} FROM booking WHERE id = ?`, id);
}

/** Open ones that are due by this chain time, the first due first. */
export function* bookingsDue(by: number): Phase<BookingRow[]> {
  return yield* all<BookingRow>(
    `SELECT ${COLUMNS} FROM booking WHERE status = 'open' AND due_at <= ? ORDER BY due_at LIMIT 200`,
    by,
  );
}

export function* openBookings(): Phase<BookingRow[]> {
  return yield* all<BookingRow>(
    `SELECT ${COLUMNS} FROM booking WHERE status = 'open' ORDER BY due_at`,
  );
}

export function* bookingOrdered(id: string, batchId: BatchId): Phase<void> {
  yield* run("UPDATE booking SET status = 'ordered', batch_id = ? WHERE id = ?", batchId, id);
}

export function* bookingReturned(id: string, reason: BookingReason): Phase<void> {
  yield* run("UPDATE booking SET status = 'returned', reason = ? WHERE id = ?", reason, id);
}
