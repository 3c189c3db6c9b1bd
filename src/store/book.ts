/** The order book: offers that can sell, best price first, and orders that rest, best price first. */
import type { Address } from "../domain/address.js";
import type { Resource } from "../domain/resource.js";
import { OPEN_OFFER, RESTING } from "./conditions.js";
import type { OfferRow } from "./offers.js";
import { ORDERS, type OrderRow } from "./orders.js";
import { all, one, type Phase, type SqlValue, value } from "./phase.js";

const ASKED = "seller, min_price_sun, since, chunk_units, free_sun";

export type AskRow = Pick<
  OfferRow,
  "seller" | "min_price_sun" | "since" | "chunk_units" | "free_sun"
>;

export interface AskFilter {
  readonly resource: Resource;
  readonly durationSeconds: number;
  /** Prices above the first and up to the second, in SUN per unit. */
  readonly abovePriceSun: number;
  readonly upToPriceSun: number;
  readonly leastFreeSun: number;
  /** Only those that have less free than this. */
  readonly freeBelowSun?: number;
}

/** Open offers after the given one in price-time order: the lowest price first, then the older one. */
export function* openAsks(
  filter: AskFilter,
  after: AskRow | undefined,
  limit: number,
): Phase<AskRow[]> {
  const conditions = [
    `resource = ? AND ${OPEN_OFFER} AND min_price_sun > ? AND min_price_sun <= ?`,
    "shortest_seconds <= ? AND longest_seconds >= ? AND free_sun >= ?",
  ];
  const params: SqlValue[] = [filter.resource, filter.abovePriceSun, filter.upToPriceSun];
  params.push(filter.durationSeconds, filter.durationSeconds, filter.leastFreeSun);
  if (filter.freeBelowSun !== undefined) {
    conditions.push("free_sun < ?");
    params.push(filter.freeBelowSun);
  }
  if (after) {
    conditions.push("(min_price_sun, since, seller) > (?, ?, ?)");
    params.push(after.min_price_sun, after.since, after.seller);
  }
  return yield* all<AskRow>(
    `SELECT ${ASKED} FROM offer
     WHERE ${conditions.join(" AND ")} ORDER BY min_price_sun, since, seller LIMIT ?`,
    ...params,
    limit,
  );
}

/** The offers with enough free stake among the first open ones in price-time order; the result may be shorter. */
export function* firstAsks(filter: AskFilter, looked: number): Phase<AskRow[]> {
  const first = yield* openAsks({ ...filter, leastFreeSun: 0 }, undefined, looked);
  return first.filter(({ free_sun: freeSun }) => freeSun >= filter.leastFreeSun);
}

/**
 * The lowest price in the range at which anybody has that much free; undefined when nobody has. Goes from price to price, not
 * from offer to offer, so many cheap small offers cost nothing.
 */
export function* lowestPriceOfSize({
  resource,
  abovePriceSun,
  upToPriceSun,
  leastFreeSun,
}: AskFilter): Phase<number | undefined> {
  const next = `SELECT min(min_price_sun) FROM offer INDEXED BY offer_by_size
    WHERE resource = ? AND ${OPEN_OFFER} AND min_price_sun <= ? AND min_price_sun >`;
  const row = yield* one<{ price_sun: number }>(
    `WITH RECURSIVE level (price_sun) AS (
       SELECT (${next} ?)
       UNION ALL SELECT (${next} level.price_sun) FROM level WHERE price_sun IS NOT NULL)
     SELECT price_sun FROM level WHERE price_sun IS NOT NULL AND EXISTS (
       SELECT 1 FROM offer INDEXED BY offer_by_size WHERE resource = ? AND ${OPEN_OFFER}
         AND min_price_sun = level.price_sun AND free_sun >= ?) LIMIT 1`,
    resource,
    upToPriceSun,
    abovePriceSun,
    resource,
    upToPriceSun,
    resource,
    leastFreeSun,
  );
  return row?.price_sun;
}

/** Open offers of one price with that much free, in no order, up to a limit. */
export const largeAsks = (
  { resource, durationSeconds, leastFreeSun }: AskFilter,
  priceSun: number,
  limit: number,
) =>
  all<AskRow>(
    `SELECT ${ASKED} FROM offer INDEXED BY offer_by_size
     WHERE resource = ? AND ${OPEN_OFFER} AND min_price_sun = ? AND free_sun >= ?
       AND shortest_seconds <= ? AND longest_seconds >= ? LIMIT ?`,
    resource,
    priceSun,
    leastFreeSun,
    durationSeconds,
    durationSeconds,
    limit,
  );

/** The lowest price at which anybody sells a resource, for any duration; undefined when nobody does. */
export const lowestAskSun = (resource: Resource) =>
  value<number>(
    `SELECT min_price_sun FROM offer WHERE resource = ? AND ${OPEN_OFFER}
     ORDER BY min_price_sun LIMIT 1`,
    resource,
  );

/** The offer of a seller, if it is open. */
export const findAsk = (seller: Address, resource: Resource) =>
  one<AskRow>(
    `SELECT ${ASKED} FROM offer
     WHERE seller = ? AND resource = ? AND ${OPEN_OFFER}`,
    seller,
    resource,
  );

/** The place in the order book where the last look at the resting orders ended. */
export type RestingPlace = Pick<OrderRow, "price_sun" | "queue_key">;

/** Resting orders that pay at least a price, the highest price first, then the one that is there longer. */
export function* restingOrders(
  resource: Resource,
  leastPriceSun: number,
  after: RestingPlace | undefined,
  limit: number,
): Phase<OrderRow[]> {
  const params: SqlValue[] = [resource, leastPriceSun];
  // Two ranges: below the last price, or at it and younger. SQLite compares rows in one direction only.
  if (after) params.push(after.price_sun, after.price_sun, after.queue_key);
  return yield* ORDERS.all(
    `INDEXED BY orders_resting
     WHERE resource = ? AND price_sun >= ? AND ${RESTING}
       ${after ? "AND price_sun <= ? AND (price_sun < ? OR queue_key > ?)" : ""}
     ORDER BY price_sun DESC, queue_key LIMIT ?`,
    ...params,
    limit,
  );
}

/** Orders whose deadline has passed and that are not closed yet. */
export const overdueOrders = (at: number, limit: number) =>
  ORDERS.all(
    `WHERE deadline_at IS NOT NULL AND deadline_at <= ?
       AND status = 'processing' AND cancel_requested = 0 ORDER BY deadline_at LIMIT ?`,
    at,
    limit,
  );

export type BidLevel = { price_sun: number; units: number; orders: number };

/** Resting orders by price, the highest first. */
export const bidLevels = (resource: Resource, duration: string, limit: number) =>
  all<BidLevel>(
    `SELECT price_sun, sum(unplanned_amount) AS units, count(*) AS orders
     FROM orders INDEXED BY orders_resting
     WHERE resource = ? AND duration = ? AND ${RESTING}
     GROUP BY price_sun ORDER BY price_sun DESC LIMIT ?`,
    resource,
    duration,
    limit,
  );
