/** Why an order rests: what the book would answer now. Facts only; the doors have the words. */
import { durationSeconds } from "../domain/duration.js";
import type { PassedOver } from "../domain/matching.js";
import { openAsks } from "../store/book.js";
import type { OrderRow } from "../store/orders.js";
import type { Phase } from "../store/phase.js";
import type { Moment } from "./context.js";
import { knownLocks } from "./known-locks.js";
import { fastPriceAt } from "./market.js";
import { lookForFill, ownersToSpare } from "./match-order.js";
import { readPool } from "./pool.js";

export interface Resting {
  /** Nothing is matched at the moment: the chain is out of sight or behind, or a failed check waits for the operator. */
  readonly isHeldUp: boolean;
  /** The orders of its call start together or not at all, and the book cannot fill all of them. */
  readonly waitsForBulk: boolean;
  /** The next look at the book will fill some of it. */
  readonly fillsNow: boolean;
  /** Owners passed over because a longer lock to the receiver exists, and when the first of those ends (chain time). */
  readonly locked: { readonly owners: number; readonly untilMs: number } | null;
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
  const locks = yield* knownLocks(order);
  const byLock = passedOver.filter(({ why }) => why === "lock");
  const ends = byLock.flatMap(({ owner }) => locks.get(owner)?.expiresAt ?? []);
  const count = (what: PassedOver) => passedOver.filter(({ why }) => why === what).length;
  const fills = filled !== undefined && (filled.parts.length > 0 || filled.rest === 0);
  return {
    isHeldUp: !moment.mayMatch || !pool,
    waitsForBulk: order.bulk_waiting === 1,
    fillsNow: fills && order.bulk_waiting === 0,
    locked: ends.length > 0 ? { owners: ends.length, untilMs: Math.min(...ends) } : null,
    unlockable: byLock.length - ends.length,
    tooLittle: count("capacity"),
    tooCoarse: count("chunk"),
    failedLately: (yield* ownersToSpare(order, moment)).size,
    priceSun: order.price_sun,
    nextPriceSun: yield* nextPrice(order, moment),
  };
}

function* nextPrice(
  { resource, duration, price_sun: priceSun }: OrderRow,
  { market }: Moment,
): Phase<number | null> {
  const poolSun = fastPriceAt(market, resource, duration);
  const [ask] = yield* openAsks({
    resource,
    durationSeconds: durationSeconds(duration),
    abovePriceSun: priceSun,
    upToPriceSun: Number.MAX_SAFE_INTEGER,
    leastFreeSun: 0,
    after: undefined,
    limit: 1,
  });
  const prices = [poolSun, ...(ask ? [ask.min_price_sun] : [])].filter((price) => price > priceSun);
  return prices.length > 0 ? Math.min(...prices) : null;
}
