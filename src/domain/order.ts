/** An order: what a receiver is to get, what was paid for it, and how far it has come. */

/** `processing` goes to one of the others, and both are final. */
export const ORDER_STATUSES = ["processing", "completed", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
