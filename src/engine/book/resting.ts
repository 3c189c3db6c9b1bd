/** Why an order rests: what the order book would answer now. */
import type { Address } from "../../domain/address.js";
import { must } from "../../domain/assert.js";
import { durationSeconds } from "../../domain/duration.js";
import { lockEndOf } from "../../domain/lock.js";
import type { Fill, PassedOver } from "../../domain/matching.js";
import { isOverdue } from "../../domain/order.js";
import {
  type Resting,
  type RestReason,
  restReasons,
  whyNotFilled,
} from "../../domain/rest-reasons.js";
import { openAsks } from "../../store/book.js";
import type { OrderRow } from "../../store/orders.js";
import { poolOwnersAmong } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import type { Moment } from "../context.js";
import { knownLocks, lockedOut, ownersToSkip } from "../known-locks.js";
import { fastPriceAt, highestTradeSun } from "../prices/market.js";
import { type Pool, readPool } from "../prices/pool.js";
import { type LeastWant, leastFreeSunFor, type SoughtOrder } from "./asks.js";
import { lookForFill, type RestingPart, restingParts, wantOf } from "./match-order.js";

/** The most offers that are counted for an explanation. */
const OFFERS_COUNTED = 500;

/** Undefined for an order that does not rest. */
export function* whyItRests(order: OrderRow, moment: Moment): Phase<RestReason[] | undefined> {
  if (order.type !== "Manual" || order.unplanned_amount === 0) return undefined;
  const part = (yield* restingParts(order)).at(-1);
  return restReasons(yield* lookAtRest(must(part, "an order that rests"), moment));
}

function* lookAtRest(part: RestingPart, moment: Moment): Phase<Resting> {
  const { order } = part;
  const pool = yield* readPool(moment.policy, order.resource, order.duration);
  const filled = pool && (yield* lookForFill(part, pool, moment));
  const spared = yield* ownersToSkip(order, moment);
  const asked = { order, want: wantOf(part), priceSun: part.priceSun, filled, spared };
  return {
    isHeldUp: !moment.mayMatch || !pool,
    waitsForBulk: order.bulk_waiting === 1,
    isOverdue: isOverdue(order.deadline_at, moment.dueAt),
    isOfPool: (yield* poolOwnersAmong([order.receiver])).length > 0,
    ...(yield* offersFor(asked, pool, moment)),
  };
}

/** Why what the order book would not fill of a new order would wait. */
export function* whyItWouldWait(asked: Asked, pool: Pool, moment: Moment): Phase<RestReason[]> {
  return whyNotFilled({ waitsForBulk: false, ...(yield* offersFor(asked, pool, moment)) });
}

/** What the order book was asked for one order, and what it answered. */
interface Asked {
  readonly order: Pick<SoughtOrder, "receiver" | "resource" | "duration">;
  readonly want: LeastWant;
  readonly priceSun: number;
  readonly filled: Fill | undefined;
  /** Owners that were not asked, because they failed lately. */
  readonly spared: ReadonlySet<Address>;
}

type Offers = Omit<Resting, "isHeldUp" | "waitsForBulk" | "isOverdue" | "isOfPool">;

function* offersFor(asked: Asked, pool: Pool | undefined, moment: Moment): Phase<Offers> {
  const { order, filled, priceSun, spared } = asked;
  const passedOver = filled?.passedOver ?? [];
  const locks = yield* knownLocks(order, moment);
  const byLock = passedOver.filter(({ why }) => why === "lock");
  const known = byLock.flatMap(({ owner }) => locks.get(owner) ?? []);
  const ends = known.flatMap((lock) => lockEndOf(lock) ?? []);
  const count = (what: PassedOver) => passedOver.filter(({ why }) => why === what).length;
  return {
    fillsSome: filled !== undefined && filled.parts.length > 0,
    fillsAll: filled?.rest === 0,
    locked: ends.length > 0 ? { owners: ends.length, untilMs: Math.min(...ends) } : null,
    underWay: known.length - ends.length,
    unlockable: byLock.length - known.length,
    tooLittle: count("capacity") + (pool ? yield* sellersWithLess(asked, pool, moment) : 0),
    tooCoarse: count("chunk"),
    giftsOnly: count("gift"),
    failedLately: spared.size,
    priceSun,
    nextPriceSun: yield* nextPrice(asked, pool, moment),
  };
}

/** Sellers that are not asked at all, because they have less than the order's smallest part. */
function* sellersWithLess(asked: Asked, pool: Pool, moment: Moment): Phase<number> {
  const { order, want, priceSun, spared } = asked;
  const highestSun = highestTradeSun(moment, order.resource, order.duration);
  const rows = yield* openAsks(
    {
      resource: order.resource,
      durationSeconds: durationSeconds(order.duration),
      abovePriceSun: 0,
      upToPriceSun: Math.min(priceSun, highestSun),
      leastFreeSun: 0,
      freeBelowSun: leastFreeSunFor(want, pool.stake),
    },
    undefined,
    OFFERS_COUNTED,
  );
  return rows.filter(({ seller }) => seller !== order.receiver && !spared.has(seller)).length;
}

/** The next higher one at which somebody would be asked for it: not whose locks keep them from its receiver, nor who has too little. */
function* nextPrice(
  { order, want, priceSun, spared }: Asked,
  pool: Pool | undefined,
  moment: Moment,
): Phase<number | null> {
  const { receiver, resource, duration } = order;
  const poolSun = fastPriceAt(moment.market, resource, duration);
  const locked = yield* lockedOut(order, [receiver], moment);
  const isOut = (seller: Address) =>
    seller === receiver || locked.has(seller) || spared.has(seller);
  const asks = yield* openAsks(
    {
      resource,
      durationSeconds: durationSeconds(duration),
      abovePriceSun: priceSun,
      upToPriceSun: highestTradeSun(moment, resource, duration),
      leastFreeSun: pool ? leastFreeSunFor(want, pool.stake) : 0,
    },
    undefined,
    // A seller has one offer of a resource.
    locked.size + spared.size + 2,
  );
  const ask = asks.find(({ seller }) => !isOut(seller));
  const prices = [poolSun, ...(ask ? [ask.min_price_sun] : [])].filter((price) => price > priceSun);
  return prices.length > 0 ? Math.min(...prices) : null;
}
