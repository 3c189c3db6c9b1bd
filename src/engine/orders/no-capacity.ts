/** NO_CAPACITY: what could be delivered when a call was refused, counted before any of its entries was planned. */
import { durationTitle } from "../../domain/duration.js";
import { DeskError } from "../../domain/errors.js";
import { formatInteger } from "../../domain/money.js";
import { type Resource, resourceTitle } from "../../domain/resource.js";
import { mostForSellersSun } from "../../store/ledger.js";
import type { NewOrder } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import type { Moment } from "../context.js";
import { lockChances } from "../known-locks.js";
import type { Pool } from "../prices/pool.js";
import {
  type Locks,
  lockableSellers,
  locksFor,
  payableUnits,
  type ReadySeller,
  readyOfPool,
  readySellers,
  unitsOnSale,
} from "../prices/ready-units.js";

interface Ready {
  readonly pool: Pool;
  readonly sellers: readonly ReadySeller[];
  readonly mostForSellersSun: number;
  /** Of a call that requires locks. */
  readonly locks?: Locks;
}

/** What can be delivered before any entry is planned; sellers count when the pool is too small. */
export function* readyBefore(
  first: NewOrder,
  orders: readonly NewOrder[],
  pool: Pool,
  moment: Moment,
): Phase<Ready> {
  const { resource, duration, price_sun: priceSun, customer_id: customerId } = first;
  const requireLock = first.require_lock === 1;
  const before: Pool = { ...pool, owners: pool.owners.map((owner) => ({ ...owner })) };
  const units = orders.reduce((sum, { amount }) => sum + amount, 0);
  if (!requireLock && hasReady(pool, resource, units)) {
    return { pool: before, sellers: [], mostForSellersSun: 0 };
  }
  const sought = { resource, duration, upToPriceSun: priceSun };
  const wanted = orders.map(({ receiver, amount }) => ({ receiver, units: amount }));
  return {
    pool: before,
    sellers: yield* readySellers(sought, pool.stake, moment),
    mostForSellersSun: yield* mostForSellersSun(customerId),
    ...(requireLock && { locks: yield* locksFor(wanted, first, moment) }),
  };
}

/** Whether the pool has so many units; usually one owner has them, and the others are not counted. */
function hasReady(pool: Pool, resource: Resource, units: number): boolean {
  if (pool.owners.some(({ freeSun }) => pool.stake.unitsWithin(freeSun) >= units)) return true;
  return readyOfPool(resource, pool) >= units;
}

/** The error with the units that one entry's receiver could get; for a call that requires locks, all receivers together. */
export function* tooLittleFor(order: NewOrder, before: Ready, moment: Moment): Phase<DeskError> {
  const { receiver, resource, duration, price_sun: paidSun } = order;
  const { pool, sellers, locks, mostForSellersSun: mostSun } = before;
  const able = locks
    ? sellers
    : lockableSellers(sellers, receiver, yield* lockChances(order, moment));
  const available = (sun: number) => {
    const paying = { mostSun: sun, paidSun };
    if (locks) return unitsOnSale({ resource, duration, pool, sellers }, paying, locks);
    return readyOfPool(resource, pool, receiver) + payableUnits(able, duration, paying);
  };
  const units = available(mostSun);
  return noCapacity(order, units, units < available(Number.POSITIVE_INFINITY));
}

/** `isForGifts`: sellers have more, which only paid money buys. */
export function noCapacity(order: NewOrder, available: number, isForGifts = false): DeskError {
  const units = `${formatInteger(available)} ${resourceTitle(order.resource)}`;
  const gifts = isForGifts ? " Sellers have more, but are not paid with gifts." : "";
  const [can, otherwise] =
    order.require_lock === 1
      ? [`lock ${units} for ${durationTitle(order.duration)}`, ", later, or without requireLock"]
      : [`deliver ${units}`, ", or later"];
  return new DeskError(
    "NO_CAPACITY",
    `The desk can ${can} now, which is too little for this order.${gifts} Ask for less${otherwise}; nothing was debited.`,
    { available },
  );
}
