/** Why an order rests: what the book would answer now. Facts only; the doors have the words. */
import type { Address } from "../../domain/address.js";
import { durationSeconds } from "../../domain/duration.js";
import type { PassedOver } from "../../domain/matching.js";
import { isOverdue } from "../../domain/order.js";
import { openAsks } from "../../store/book.js";
import type { OrderRow } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import type { Moment } from "../context.js";
import { knownLocks } from "../legs/known-locks.js";
import { ownersToSpare } from "../legs/refusals.js";
import { fastPriceAt } from "../prices/market.js";
import { type Pool, readPool } from "../prices/pool.js";
import { leastFreeSunFor } from "./asks.js";
import { lookForFill, wantOf } from "./match-order.js";

/** Offers that are counted to explain a rest; more are told as so many. */
const OFFERS_COUNTED = 500;

export interface Resting {
  /** Nothing is matched at the moment: the chain is out of sight or behind, or a failed check waits for the operator. */
  readonly isHeldUp: boolean;
  /** The orders of its call start together or not at all, and the book cannot fill all of them. */
  readonly waitsForBulk: boolean;
  /** Its deadline has passed, and it is about to be closed. */
  readonly isOverdue: boolean;
  /** The next look at the book will fill some of it. */
  readonly fillsNow: boolean;
  /** The book could fill all of it, if it need not wait for others. */
  readonly fillsAlone: boolean;
  /** Owners passed over because a longer lock to the receiver exists, and when the first of those ends (chain time). */
  readonly locked: { readonly owners: number; readonly untilMs: number } | null;
  /** Owners passed over because another locked delegation to the receiver is in no block yet. */
  readonly underWay: number;
  /** Sellers passed over because the network cannot lock for so long. */
  readonly unlockable: number;
  /** Owners that have too little for a legal part. */
  readonly tooLittle: number;
  /** Sellers that sell no part so small, or none that would leave a legal rest. */
  readonly tooCoarse: number;
  /** Owners whose delegation for this order died lately: they are asked again later. */
  readonly failedLately: number;
  readonly priceSun: number;
  /** The next higher price at which anybody sells for this duration; null when nobody does. */
  readonly nextPriceSun: number | null;
}

/** Undefined for an order that does not rest. */
export function* restingOf(order: OrderRow, moment: Moment): Phase<Resting | undefined> {
  if (order.type !== "Manual" || order.unplanned_amount === 0) return undefined;
  const pool = yield* readPool(moment.policy, order.resource, order.duration);
  const filled = pool && (yield* lookForFill(order, pool, moment, new Map()));
  const passedOver = filled?.passedOver ?? [];
  const locks = yield* knownLocks(order, moment);
  const byLock = passedOver.filter(({ why }) => why === "lock");
  const known = byLock.flatMap(({ owner }) => locks.get(owner) ?? []);
  const ends = known.flatMap(({ undecided, expiresAt }) => (undecided ? [] : expiresAt));
  const count = (what: PassedOver) => passedOver.filter(({ why }) => why === what).length;
  const spared = yield* ownersToSpare(order, moment);
  const overdue = isOverdue(order.deadline_at, moment.dueAt);
  const waits = overdue || order.bulk_waiting === 1;
  return {
    isHeldUp: !moment.mayMatch || !pool,
    waitsForBulk: order.bulk_waiting === 1,
    isOverdue: overdue,
    fillsNow: !waits && filled !== undefined && filled.parts.length > 0,
    fillsAlone: filled?.rest === 0,
    locked: ends.length > 0 ? { owners: ends.length, untilMs: Math.min(...ends) } : null,
    underWay: known.length - ends.length,
    unlockable: byLock.length - known.length,
    tooLittle: count("capacity") + (pool ? yield* sellersWithLess(order, pool, spared) : 0),
    tooCoarse: count("chunk"),
    failedLately: spared.size,
    priceSun: order.price_sun,
    nextPriceSun: yield* nextPrice(order, moment),
  };
}

/** Sellers that are not even asked, because they have less than the smallest part of the order. */
function* sellersWithLess(
  order: OrderRow,
  pool: Pool,
  spared: ReadonlySet<Address>,
): Phase<number> {
  const rows = yield* openAsks(
    {
      resource: order.resource,
      durationSeconds: durationSeconds(order.duration),
      abovePriceSun: 0,
      upToPriceSun: order.price_sun,
      leastFreeSun: 0,
      freeBelowSun: leastFreeSunFor(wantOf(order), pool.stake),
    },
    undefined,
    OFFERS_COUNTED,
  );
  return rows.filter(({ seller }) => seller !== order.receiver && !spared.has(seller)).length;
}

function* nextPrice(
  { resource, duration, price_sun: priceSun }: OrderRow,
  { market }: Moment,
): Phase<number | null> {
  const poolSun = fastPriceAt(market, resource, duration);
  const [ask] = yield* openAsks(
    {
      resource,
      durationSeconds: durationSeconds(duration),
      abovePriceSun: priceSun,
      upToPriceSun: Number.MAX_SAFE_INTEGER,
      leastFreeSun: 0,
    },
    undefined,
    1,
  );
  const prices = [poolSun, ...(ask ? [ask.min_price_sun] : [])].filter((price) => price > priceSun);
  return prices.length > 0 ? Math.min(...prices) : null;
}
