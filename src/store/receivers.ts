/**
 * The receivers of orders: those known to be activated, so that a call need not ask the node about them again, and what they
 * have or are about to get.
 */
import type { Address } from "../domain/address.js";
import type { BatchId, CustomerId, OrderId } from "../domain/ids.js";
import type { Resource } from "../domain/resource.js";
import type { Delivered } from "../domain/usdt.js";
import { ON_RECORD } from "./conditions.js";
import { all, marks, type Phase, run } from "./phase.js";
import { flag, integer, type RowOf, table, text } from "./table.js";

/** What the receiver of an order had unused when the chain was read after the delivery, in units. */
export const AFTER_DELIVERY = table("after_delivery", {
  order_id: text<OrderId>().key.references("orders"),
  energy: integer().check("energy >= 0"),
  /** From stake, and of what is free each day. */
  bandwidth: integer().check("bandwidth >= 0"),
  free_bandwidth: integer().check("free_bandwidth >= 0"),
  /** What of it other rentals hold that end before the order's, and when the first of them ends; chain time. */
  ending_energy: integer().default(0),
  ending_bandwidth: integer().default(0),
  ending_at: integer().orNull,
  read_at: integer(),
});

/** Receivers known to be activated: accounts are not deleted, so this holds for good. */
export const RECEIVERS = table("receiver", {
  address: text<Address>().key,
  contract: flag(),
  seen_at: integer(),
});

export type ReceiverRow = Omit<RowOf<typeof RECEIVERS>, "seen_at">;

export const rememberReceiver = (address: Address, contract: boolean, at: number) =>
  RECEIVERS.put({ address, contract: contract ? 1 : 0, seen_at: at });

export const forgetReceiver = (address: Address) =>
  run("DELETE FROM receiver WHERE address = ?", address);

export function* knownReceivers(addresses: readonly Address[]): Phase<ReceiverRow[]> {
  return yield* all<ReceiverRow>(
    `SELECT ${RECEIVERS.columnsBut("seen_at")} FROM receiver WHERE address IN (${marks(addresses)})`,
    ...addresses,
  );
}

export type RunningLeg = {
  receiver: Address;
  units: number;
  expires_at: number | null;
  batch_id: BatchId;
};

/** The most legs that are read: a wallet that many customers rent for must not hold up a card. */
const MOST_LEGS = 2_000;

/** Legs of the customer's own orders, and of others' what is in a block, where all can see it; whose it is stays out. */
export function* runningLegs(
  customerId: CustomerId,
  resource: Resource,
  receivers: readonly Address[],
): Phase<RunningLeg[]> {
  return yield* all<RunningLeg>(
    `SELECT living.receiver, living.units, living.expires_at, orders.batch_id FROM (
       SELECT order_id, receiver, units, expires_at FROM leg INDEXED BY leg_of_record
       WHERE receiver IN (${marks(receivers)}) AND resource = ? AND ${ON_RECORD} LIMIT ${MOST_LEGS}) AS living
     JOIN orders ON orders.id = living.order_id
     WHERE orders.customer_id = ? OR living.expires_at IS NOT NULL`,
    ...receivers,
    resource,
    customerId,
  );
}

/** What the receiver had unused after the delivery of an order; the first reading stays. */
export const insertUnused = (orderId: OrderId, { ending, ...unused }: Delivered, at: number) =>
  AFTER_DELIVERY.addNew({
    order_id: orderId,
    energy: unused.energyUnits,
    bandwidth: unused.bandwidthUnits,
    free_bandwidth: unused.freeBandwidthUnits,
    ...(ending && {
      ending_energy: ending.energyUnits,
      ending_bandwidth: ending.bandwidthUnits,
      ending_at: ending.at,
    }),
    read_at: at,
  });

/** By order; none of an order whose receiver was not read. */
export function* unusedAfter(batchId: BatchId): Phase<Map<OrderId, Delivered>> {
  const rows = yield* all<RowOf<typeof AFTER_DELIVERY>>(
    `SELECT after_delivery.* FROM orders JOIN after_delivery ON order_id = orders.id
     WHERE orders.batch_id = ?`,
    batchId,
  );
  return new Map(
    rows.map((row) => [
      row.order_id,
      {
        energyUnits: row.energy,
        bandwidthUnits: row.bandwidth,
        freeBandwidthUnits: row.free_bandwidth,
        ending:
          row.ending_at === null
            ? undefined
            : {
                energyUnits: row.ending_energy,
                bandwidthUnits: row.ending_bandwidth,
                at: row.ending_at,
              },
      },
    ]),
  );
}
