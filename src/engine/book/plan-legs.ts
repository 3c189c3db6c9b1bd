/** Plans the legs of an entry: picks owners, decides on locks, and reserves the stake, all in the caller's transaction. */
import { grouped } from "../../common/grouped.js";
import type { Address } from "../../domain/address.js";
import { allocate } from "../../domain/allocation.js";
import { type LegId, legId } from "../../domain/ids.js";
import type { LockMode } from "../../domain/lock.js";
import type { FilledPart } from "../../domain/matching.js";
import { sumSun } from "../../domain/money.js";
import { costSun, sellerShareSun } from "../../domain/price.js";
import { MIN_CHUNK } from "../../domain/resource.js";
import { mostForSellersSun } from "../../store/ledger.js";
import { insertLegs, type NewLeg } from "../../store/legs.js";
import type { OrderRow } from "../../store/orders.js";
import { poolOwnersAmong, reserve } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import type { Moment } from "../context.js";
import { type Chances, lockChances, lockModeFor } from "../known-locks.js";
import type { Pool } from "../prices/pool.js";
import { askBook, type SoughtOrder } from "./asks.js";

export type PlannedOrder = SoughtOrder & Pick<OrderRow, "customer_id">;

export interface PlanOptions {
  readonly moment: Moment;
  /** Otherwise as the order and the desk want. */
  readonly lockMode?: LockMode | undefined;
  /** The first sequence number that is free in the order. */
  readonly sequence: number;
  /** Owners that are not asked: they have just failed to deliver this. */
  readonly except?: ReadonlySet<Address>;
  readonly replaces?: LegId;
  /** One owner must deliver all of it. */
  readonly undivided?: boolean;
  /** Sellers are not asked. */
  readonly poolOnly?: boolean | undefined;
  /** The leg whose shortfall these units make good at the desk's cost. */
  readonly compensates?: LegId;
  /** Only the price of these units is held, not the order's: the rest went back when they were in a block before a fork. */
  readonly capped?: boolean;
}

/**
 * Plans `units` of an order at once: over the pool if it can deliver all of them, else over the pool and then sellers up to
 * the order's price. Undefined, and nothing written, when even they cannot. Returns how many legs were planned.
 */
export function* planLegs(
  order: PlannedOrder,
  units: number,
  pool: Pool,
  options: PlanOptions,
): Phase<number | undefined> {
  // Planning waits until it is known whether the network can lock for so long.
  if (options.moment.maxLockPeriodBlocks === undefined) return undefined;
  // The receiver may have become a pool owner since the order.
  if ((yield* poolOwnersAmong([order.receiver])).length > 0) return undefined;
  const chances = yield* lockChances(order, options.moment);
  const parts =
    partsOfPool(order, units, { pool, chances }, options) ??
    (options.poolOnly ? undefined : yield* partsWithSellers(order, units, pool, options));
  if (!parts) return undefined;
  yield* writeParts(order, parts, pool, options);
  return parts.length;
}

/** What the owners of the pool would deliver of it, all of it or nothing. */
export function partsOfPool(
  order: PlannedOrder,
  units: number,
  { pool, chances }: { readonly pool: Pool; readonly chances: Chances },
  options: Pick<PlanOptions, "moment" | "lockMode" | "except" | "undivided">,
): readonly FilledPart[] | undefined {
  const lockMode = options.lockMode ?? lockModeFor(order, options.moment);
  const candidates = pool.owners
    .filter(({ owner }) => owner !== order.receiver && !options.except?.has(owner))
    .map(({ owner, freeSun }) => ({ owner, freeSun, lock: chances(owner, "pool") }));
  const minChunk = options.undivided ? units : MIN_CHUNK[order.resource];
  const parts = allocate({ units, minChunk, lockMode }, candidates, pool.stake);
  return parts?.map((part) => ({ ...part, priceSun: order.price_sun }));
}

function* partsWithSellers(
  order: PlannedOrder,
  units: number,
  pool: Pool,
  options: PlanOptions,
): Phase<readonly FilledPart[] | undefined> {
  const { moment, undivided = false, except = new Set() } = options;
  const partialMin = MIN_CHUNK[order.resource];
  const question = {
    order,
    want: {
      ...{ units, allowPartial: !undivided, partialMin, rests: true },
      // A leg in the place of another is paid with what was paid for that one.
      mostForSellersSun: options.replaces
        ? Number.POSITIVE_INFINITY
        : yield* mostForSellersSun(order.customer_id),
    },
    lockMode: options.lockMode,
    moment,
    except,
    takenSun: new Map(),
    isExact: options.replaces !== undefined || options.capped === true,
  };
  // What the pool leaves may be less than any seller sells; what sellers leave may be more.
  for (const poolFirst of [true, false]) {
    const { parts, rest } = yield* askBook({ ...question, poolFirst }, pool);
    if (rest === 0) return parts;
  }
  return undefined;
}

type Planning = Pick<PlanOptions, "moment" | "sequence" | "replaces" | "compensates" | "capped">;

/** Writes the legs of the chosen parts, reserves their stake, and subtracts it from `pool`. */
export function* writeParts(
  order: PlannedOrder,
  parts: readonly FilledPart[],
  pool: Pool,
  options: Planning,
): Phase<void> {
  yield* writeLegs(legsOf(order, parts, pool, options));
}

/** Writes legs and reserves their stake. */
export function* writeLegs(legs: readonly NewLeg[]): Phase<void> {
  yield* insertLegs(legs);
  for (const [owner, own] of grouped(legs, (leg) => leg.owner)) {
    for (const [resource, some] of grouped(own, (leg) => leg.resource)) {
      yield* reserve(owner, resource, sumSun(some.map(({ reserved_sun }) => reserved_sun)));
    }
  }
}

/** The legs of the chosen parts, whose stake is subtracted from `pool`. */
export function legsOf(
  order: PlannedOrder,
  parts: readonly FilledPart[],
  pool: Pool,
  options: Planning,
): NewLeg[] {
  const { commissionBps } = options.moment.market.rates;
  return parts.map((part, at) => {
    const ofPool = pool.owners.find((entry) => entry.owner === part.owner);
    if (ofPool) ofPool.freeSun -= part.reservedSun;
    const sequence = options.sequence + at;
    const amountSun = costSun(part.units, part.priceSun, order.duration);
    return {
      id: legId(order.id, sequence),
      order_id: order.id,
      sequence,
      owner: part.owner,
      receiver: order.receiver,
      resource: order.resource,
      units: part.units,
      price_sun: part.priceSun,
      amount_sun: amountSun,
      seller_sun: ofPool ? null : sellerShareSun(amountSun, commissionBps),
      paid_by: ofPool || options.replaces ? null : order.customer_id,
      duration: order.duration,
      locked: part.locked ? 1 : 0,
      reserved_sun: part.reservedSun,
      ...(options.replaces === undefined ? {} : { replaces: options.replaces }),
      ...(options.compensates === undefined ? {} : { compensates: options.compensates }),
      capped: options.capped ? 1 : 0,
    };
  });
}
