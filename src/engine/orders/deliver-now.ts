/** A Fast order is planned at its creation, or refused. */
import { DeskError } from "../../domain/errors.js";
import { formatInteger } from "../../domain/money.js";
import { type Resource, resourceTitle } from "../../domain/resource.js";
import type { NewOrder } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import { lockableFor } from "../book/known-locks.js";
import { planLegs } from "../book/plan-legs.js";
import type { Moment } from "../context.js";
import { type Pool, readPool } from "../prices/pool.js";
import { type ReadySeller, readyOfPool, readySellers, sumUnits } from "../prices/ready-units.js";

/** Plans all entries of a call. When one cannot be delivered, throws NO_CAPACITY with the units that were available. */
export function* deliverNow(orders: readonly NewOrder[], moment: Moment): Phase<number> {
  const [first] = orders;
  if (!first) return 0;
  const pool = yield* readPool(moment.policy, first.resource, first.duration);
  if (!pool || moment.headTimestampMs === 0) throw noCapacity(first, 0);
  const before = yield* readyBefore(first, orders, pool, moment);
  let legs = 0;
  for (const order of orders) {
    const entry = { ...order, price_sun: order.priceSun };
    const planned = yield* planLegs(entry, order.amount, pool, { moment, sequence: 1 });
    if (planned === undefined) throw noCapacity(order, yield* readyFor(order, before, moment));
    legs += planned;
  }
  return legs;
}

interface Ready {
  readonly pool: Pool;
  readonly sellers: readonly ReadySeller[];
}

/** What can be delivered before any entry is planned; sellers count when the pool is too small. */
function* readyBefore(
  { resource, duration, amount, priceSun }: NewOrder,
  orders: readonly NewOrder[],
  pool: Pool,
  moment: Moment,
): Phase<Ready> {
  const before: Pool = { ...pool, owners: pool.owners.map((owner) => ({ ...owner })) };
  if (hasReady(pool, resource, amount * orders.length)) return { pool: before, sellers: [] };
  const sought = { resource, duration, upToPriceSun: priceSun };
  return { pool: before, sellers: yield* readySellers(sought, pool.stake, moment) };
}

/** Whether the pool has so many units; usually one owner has them, and the others are not counted. */
function hasReady(pool: Pool, resource: Resource, units: number): boolean {
  if (pool.owners.some(({ freeSun }) => pool.stake.unitsWithin(freeSun) >= units)) return true;
  return readyOfPool(resource, pool) >= units;
}

/** The units that could go to the receiver of one entry. */
function* readyFor(order: NewOrder, { pool, sellers }: Ready, moment: Moment): Phase<number> {
  const { receiver, resource } = order;
  const lockable = yield* lockableFor(order, moment);
  const able = sellers.filter(({ seller }) => seller !== receiver && lockable(seller));
  return readyOfPool(resource, pool, receiver) + sumUnits(able);
}

function noCapacity(order: NewOrder, available: number): DeskError {
  return new DeskError(
    "NO_CAPACITY",
    `The desk can deliver ${formatInteger(available)} ${resourceTitle(order.resource)} now, which is too little for this order. Ask for less, or later; nothing was debited.`,
    { available },
  );
}
