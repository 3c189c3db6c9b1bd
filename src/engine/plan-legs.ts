/** Plans the legs of an entry: picks owners, decides on locks, and reserves the stake, all in the caller's transaction. */
import type { Address } from "../domain/address.js";
import { allocate, type Part } from "../domain/allocation.js";
import { durationMs, lockPeriodBlocks } from "../domain/duration.js";
import { type LegId, legId } from "../domain/ids.js";
import {
  effectiveLockMode,
  isDelivered,
  type KnownLock,
  type LockMode,
  mayLock,
  NO_LOCK,
} from "../domain/leg.js";
import { costSun } from "../domain/price.js";
import { MIN_CHUNK } from "../domain/resource.js";
import { insertLeg, openLocks } from "../store/legs.js";
import type { OrderRow } from "../store/orders.js";
import { reserve } from "../store/owners.js";
import type { Phase } from "../store/phase.js";
import type { Moment } from "./context.js";
import type { Pool } from "./pool.js";

export type PlannedOrder = Pick<
  OrderRow,
  "id" | "receiver" | "resource" | "duration" | "price_sun"
>;

export interface PlanOptions {
  readonly moment: Moment;
  /** The desk's own mode unless given. */
  readonly lockMode?: LockMode;
  /** The first sequence number that is free in the order. */
  readonly sequence: number;
  /** An owner that has just failed to deliver this. */
  readonly exceptOwner?: Address;
  readonly replaces?: LegId;
  /** One owner must deliver all of it. */
  readonly undivided?: boolean;
}

/**
 * Plans `units` of an order over the pool and takes them off `pool`; undefined (and nothing written) when the pool cannot
 * deliver all of them. Returns how many legs were planned.
 */
export function* planLegs(
  order: PlannedOrder,
  units: number,
  pool: Pool,
  options: PlanOptions,
): Phase<number | undefined> {
  const locks = yield* knownLocks(order);
  const { headTimestampMs, maxLockPeriodBlocks, policy } = options.moment;
  const newExpiresAt = headTimestampMs + durationMs(order.duration);
  const candidates = pool.owners
    .filter(({ owner }) => owner !== order.receiver && owner !== options.exceptOwner)
    .map(({ owner, freeSun }) => ({
      owner,
      freeSun,
      mayLock: mayLock(locks.get(owner) ?? NO_LOCK, newExpiresAt, headTimestampMs),
    }));
  const minChunk = options.undivided ? units : MIN_CHUNK[order.resource];
  const lockMode = effectiveLockMode(
    options.lockMode ?? policy.lockMode,
    lockPeriodBlocks(order.duration),
    maxLockPeriodBlocks,
  );
  const demand = { units, minChunk, lockMode };
  const parts = allocate(demand, candidates, pool.stake);
  if (!parts) return undefined;
  for (const [at, part] of parts.entries()) {
    yield* planLeg(order, part, options, options.sequence + at);
    const owner = pool.owners.find((entry) => entry.owner === part.owner);
    if (owner) owner.freeSun -= part.reservedSun;
  }
  return parts.length;
}

function* planLeg(
  order: PlannedOrder,
  part: Part,
  options: PlanOptions,
  sequence: number,
): Phase<void> {
  yield* insertLeg({
    id: legId(order.id, sequence),
    order_id: order.id,
    sequence,
    owner: part.owner,
    receiver: order.receiver,
    resource: order.resource,
    units: part.units,
    amount_sun: costSun(part.units, order.price_sun, order.duration),
    duration: order.duration,
    locked: part.locked ? 1 : 0,
    reserved_sun: part.reservedSun,
    ...(options.replaces === undefined ? {} : { replaces: options.replaces }),
  });
  yield* reserve(part.owner, order.resource, part.reservedSun);
}

/** What our own books say about locks from each owner to the receiver, one leg left aside. */
export function* knownLocks(
  order: Pick<OrderRow, "receiver" | "resource">,
  except?: LegId,
): Phase<Map<string, KnownLock>> {
  const known = new Map<string, KnownLock>();
  for (const row of yield* openLocks(order.receiver, order.resource)) {
    if (row.id === except) continue;
    const before = known.get(row.owner) ?? NO_LOCK;
    known.set(row.owner, {
      undecided: before.undecided || !isDelivered(row.state),
      expiresAt: Math.max(before.expiresAt, row.expires_at ?? 0),
    });
  }
  return known;
}
