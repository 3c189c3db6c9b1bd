/** Plans the entries of a Fast call: they are delivered now, or refused. */
import type { Address } from "../../domain/address.js";
import { must } from "../../domain/assert.js";
import type { OrderRequest } from "../../domain/order-request.js";
import type { NewLeg } from "../../store/legs.js";
import type { NewOrder } from "../../store/orders.js";
import { type Phase, together } from "../../store/phase.js";
import { legsOf, partsOfPool, planLegs, writeLegs } from "../book/plan-legs.js";
import type { Moment } from "../context.js";
import { type ChancesOf, chancesOf } from "../known-locks.js";
import { type Pool, readPool } from "../prices/pool.js";
import { noCapacity, readyBefore, tooLittleFor } from "./no-capacity.js";

/** What they are planned with, as it is before anything is written. */
interface Stock {
  readonly pool: Pool | undefined;
  readonly chances: ChancesOf;
}

/** Undefined for a Manual order. */
export function* readStock(
  { type, resource, duration, receivers }: OrderRequest,
  moment: Moment,
): Phase<Stock | undefined> {
  if (type !== "Fast") return undefined;
  const seekers = receivers.map((receiver) => ({ receiver, resource, duration }));
  const [pool, chances] = yield* together(
    readPool(moment.policy, resource, duration),
    chancesOf(seekers, moment),
  );
  return { pool, chances };
}

/** Plans all entries of a call. When one cannot be delivered, throws NO_CAPACITY with the units that were available. */
export function* deliverNow(
  orders: readonly NewOrder[],
  stock: Stock | undefined,
  moment: Moment,
): Phase<number> {
  const [first] = orders;
  if (!first) return 0;
  const { pool, chances } = must(stock, "what a Fast order is planned with");
  const isKnown = moment.headTimestampMs > 0 && moment.maxLockPeriodBlocks !== undefined;
  if (!pool || !isKnown) throw noCapacity(first, 0);
  const before = yield* readyBefore(first, orders, pool, moment);
  const met = new Set<Address>();
  const planned: NewLeg[] = [];
  let legs = 0;
  for (const order of orders) {
    const how = { moment, sequence: 1 };
    // What this call has planned to the same receiver may be a lock that the reading does not know.
    const isFirst = !met.has(order.receiver);
    met.add(order.receiver);
    const pooled = { pool, chances: chances(order) };
    const parts = isFirst ? partsOfPool(order, order.amount, pooled, how) : undefined;
    if (parts) {
      planned.push(...legsOf(order, parts, pool, how));
      legs += parts.length;
      continue;
    }
    yield* writeLegs(planned.splice(0));
    const more = yield* planLegs(order, order.amount, pool, how);
    if (more === undefined) throw yield* tooLittleFor(order, before, moment);
    legs += more;
  }
  yield* writeLegs(planned);
  return legs;
}
