/** The current prices: the stored rates, raised by how much of the pool is taken. */
import { type Duration, oneDayDurations } from "../../domain/duration.js";
import { DeskError } from "../../domain/errors.js";
import type { OrderTerms } from "../../domain/order.js";
import type { OrderRequest } from "../../domain/order-request.js";
import { fastPriceSun, floorSun } from "../../domain/rates.js";
import type { Resource } from "../../domain/resource.js";
import type { Market, Moment } from "../context.js";

export function floorNow(market: Readonly<Market>, resource: Resource, duration: Duration): number {
  return floorSun(market.rates, resource, duration, market.utilisation[resource]);
}

export function fastPriceAt(market: Readonly<Market>, resource: Resource, duration: Duration) {
  return fastPriceSun(market.rates, resource, duration, market.utilisation[resource]);
}

/**
 * The highest price at which a bid trades now, whatever it offers: whoever orders with a customer's key and sells to them must not
 * be able to take out at once all that the customer has.
 */
export function highestTradeSun(
  { market, policy }: Pick<Moment, "market" | "policy">,
  resource: Resource,
  duration: Duration,
): number {
  return policy.sellerPriceCap * fastPriceAt(market, resource, duration);
}

/** What a unit costs in this request: the desk's price for Fast, the buyer's own for Manual. */
export function priceNow(market: Market, request: OrderRequest<string>): number {
  if (request.type === "Manual") return request.priceSun;
  return fastPriceAt(market, request.resource, request.duration);
}

/** Whether the same price buys it for any time of up to a day. */
export function isSameForDay(market: Market, request: OrderRequest<string>): boolean {
  const { resource } = request;
  const priceSun = priceNow(market, request);
  return oneDayDurations().every((duration) =>
    request.type === "Manual"
      ? floorNow(market, resource, duration) <= priceSun
      : fastPriceAt(market, resource, duration) === priceSun,
  );
}

/** Throws PRICE_BELOW_FLOOR when a Manual price is below the current floor. */
export function assertAboveFloor(market: Market, request: OrderRequest<string>): void {
  if (request.type === "Manual") assertNotBelowFloor(market, request);
}

/** Throws PRICE_BELOW_FLOOR for a Manual price below the floor. */
export function assertNotBelowFloor(
  market: Readonly<Market>,
  request: Pick<OrderTerms, "resource" | "duration" | "priceSun">,
): void {
  const floor = floorNow(market, request.resource, request.duration);
  if (request.priceSun >= floor) return;
  throw new DeskError(
    "PRICE_BELOW_FLOOR",
    `price: ${request.priceSun} SUN is below the floor of ${floor} SUN for ${request.duration}. Raise the price; nothing was debited.`,
    { price: request.priceSun, floor, duration: request.duration },
  );
}
