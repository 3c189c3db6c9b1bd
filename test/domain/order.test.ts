/** Orders: their statuses. */
import { expect, test } from "vitest";
import type { OrderStatus as StatusOfClient } from "../../src/client/index.js";
import { ORDER_STATUSES, type OrderStatus } from "../../src/domain/order.js";

test("the client names the statuses that the desk has", () => {
  // The compiler compares the types; it wants each name, and no other.
  const ofClient: Record<StatusOfClient, OrderStatus> = {
    processing: "processing",
    completed: "completed",
    cancelled: "cancelled",
  };
  expect(Object.keys(ofClient)).toEqual([...ORDER_STATUSES]);
});
