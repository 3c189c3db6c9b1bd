/** A Fast order is delivered by whoever can at its creation, or it is refused. */
import type { Address } from "../domain/address.js";
import { DeskError } from "../domain/errors.js";
import { formatInteger } from "../domain/money.js";
import { resourceTitle } from "../domain/resource.js";
import type { NewOrder } from "../store/orders.js";
import type { Phase } from "../store/phase.js";
import type { Moment } from "./context.js";
import { planLegs } from "./plan-legs.js";
import { type Pool, readPool } from "./pool.js";
import { readyOfPool, readyOfSellers } from "./ready-units.js";

/** Plans all entries of a call; throws NO_CAPACITY, with what one of them could have had, when any cannot be delivered. */
export function* deliverNow(orders: readonly NewOrder[], moment: Moment): Phase<number> {
  const [first] = orders;
  if (!first) return 0;
  const pool = yield* readPool(moment.policy, first.resource, first.duration);
  if (!pool || moment.headTimestampMs === 0) throw noCapacity(first, 0);
  const readyTo = yield* readiness(first, orders, pool);
  let legs = 0;
  for (const order of orders) {
    const entry = { ...order, price_sun: order.priceSun };
    const planned = yield* planLegs(entry, order.amount, pool, { moment, sequence: 1 });
    if (planned === undefined) throw noCapacity(order, readyTo(order.receiver));
    legs += planned;
  }
  return legs;
}

/** Units that can be delivered to a receiver before any entry is planned; sellers count where the pool is too small. */
function* readiness(
  { resource, duration, amount, priceSun }: NewOrder,
  orders: readonly NewOrder[],
  pool: Pool,
): Phase<(receiver: Address) => number> {
  const before: Pool = { ...pool, owners: pool.owners.map((owner) => ({ ...owner })) };
  if (readyOfPool(resource, before) >= amount * orders.length) {
    return (receiver) => readyOfPool(resource, before, receiver);
  }
  const sellers = yield* readyOfSellers({ resource, duration, upToPriceSun: priceSun }, pool.stake);
  return (receiver) => readyOfPool(resource, before, receiver) + sellers;
}

function noCapacity(order: NewOrder, available: number): DeskError {
  return new DeskError(
    "NO_CAPACITY",
    `The desk can deliver ${formatInteger(available)} ${resourceTitle(order.resource)} now, which is too little for this order. Ask for less, or later; nothing was debited.`,
    { available },
  );
}
