/** What a rental costs a customer at a price, beside his balance, what can be delivered, and what the network would burn. */
import type { CustomerId } from "../../domain/ids.js";
import type { OrderRequest } from "../../domain/order-request.js";
import { costSun } from "../../domain/price.js";
import { unitsFilledAt } from "../../engine/book/price-look.js";
import type { Engine } from "../../engine/context.js";
import { readBalanceSun } from "../../engine/customers/customers.js";
import { fastPriceAt } from "../../engine/prices/market.js";
import { readyUnits } from "../../engine/prices/ready-units.js";
import type { DraftQuote } from "../state/draft.js";

export async function priceTerms(
  engine: Engine,
  customerId: CustomerId,
  request: OrderRequest,
  priceSun: number,
): Promise<Omit<DraftQuote, "quoteId" | "expiresAt">> {
  const { resource, amount, duration } = request;
  // A quote that names no wallet is for one.
  const receivers = Math.max(1, request.receivers.length);
  const perReceiverSun = costSun(amount, priceSun, duration);
  const burnPriceSun = engine.network.parameters?.burnPriceSun[resource];
  return {
    priceSun,
    perReceiverSun,
    totalSun: perReceiverSun * receivers,
    availableSun: await readBalanceSun(engine, customerId),
    ...(request.type === "Manual"
      ? { manual: await manualTerms(engine, request, receivers) }
      : {
          capacityUnits: await readyUnits(engine, { resource, duration, upToPriceSun: priceSun }),
        }),
    ...(burnPriceSun && { burnSun: costSun(amount, burnPriceSun, duration) * receivers }),
  };
}

/** What is filled at once, and what Fast would cost instead. */
async function manualTerms(
  engine: Engine,
  request: Extract<OrderRequest, { type: "Manual" }>,
  receivers: number,
): Promise<NonNullable<DraftQuote["manual"]>> {
  const { resource, amount, duration, priceSun } = request;
  const fastSun = fastPriceAt(engine.market, resource, duration);
  return {
    fillsUnits: await unitsFilledAt(engine, request, priceSun),
    fastTotalSun: costSun(amount, fastSun, duration) * receivers,
  };
}
