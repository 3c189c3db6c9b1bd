/** What a rental costs a customer at a price, beside his balance, what can be delivered, and what the network would burn. */
import type { Duration } from "../domain/duration.js";
import type { CustomerId } from "../domain/ids.js";
import { costSun } from "../domain/price.js";
import type { Resource } from "../domain/resource.js";
import type { Engine } from "../engine/context.js";
import { readBalanceSun } from "../engine/customers.js";
import { readyUnits } from "../engine/ready-units.js";
import type { DraftQuote } from "./wizard/draft.js";

export interface Rented {
  readonly resource: Resource;
  /** Units per receiver. */
  readonly amount: number;
  readonly duration: Duration;
  readonly receivers: number;
}

export function priceTerms(
  engine: Engine,
  customerId: CustomerId,
  { resource, amount, duration, receivers }: Rented,
  priceSun: number,
): Omit<DraftQuote, "quoteId" | "expiresAt"> {
  const perReceiverSun = costSun(amount, priceSun, duration);
  const burnPriceSun = engine.chainClock.burnPriceSun?.[resource];
  return {
    priceSun,
    perReceiverSun,
    totalSun: perReceiverSun * receivers,
    availableSun: readBalanceSun(engine, customerId),
    capacityUnits: readyUnits(engine, { resource, duration, upToPriceSun: priceSun }),
    ...(burnPriceSun && { burnSun: burnPriceSun * amount * receivers }),
  };
}
