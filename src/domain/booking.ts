/** A booking: an order that waits for the end of the rental it extends, its money held. */

/** Why the money of a booking went back. */
export type BookingReason =
  | "cancelled"
  | "noCapacity"
  /** New orders were halted or paused, or the chain was out of sight. */
  | "closed"
  | "belowFloor"
  | "receiver"
  /** The desk did not run when it was due. */
  | "late"
  /** Who booked it may no longer order for the team. */
  | "member"
  | "restored";

/** How long before the old rental ends a booking becomes an order: a delivery takes a few blocks. */
export const BOOKING_LEAD_MS = 60_000;
/** A booking that has not started this long after the old end is given back. */
export const BOOKING_GRACE_MS = 600_000;
/** An extension made within this time of the old end is not worth booking. */
export const WORTH_BOOKING_MS = 600_000;
