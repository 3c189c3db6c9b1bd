/** POST /v1/order/quote: what an order would cost, with the price bound for a short time. */
import type { FastifyInstance } from "fastify";
import { durationTitle, oneDayTitle } from "../../domain/duration.js";
import { formatInteger, formatTrx, toTrx } from "../../domain/money.js";
import { parseQuoteRequest } from "../../domain/order-request.js";
import type { Cost } from "../../domain/price.js";
import { resourceTitle } from "../../domain/resource.js";
import { type Quote, quoteOrders } from "../../engine/orders/quote-orders.js";
import { admit } from "../admit.js";
import type { HttpDeps } from "../deps.js";
import { readBody } from "../json-body.js";

export function quoteOrderRoute(scope: FastifyInstance, { engine }: HttpDeps): void {
  scope.post("/order/quote", { onRequest: admit(engine.admission.quote) }, async (request) => {
    const body = readBody(request, parseQuoteRequest);
    const quote = await quoteOrders(engine, request.customerId, body);
    return { success: true, data: quoteAnswer(quote) };
  });
}

/** A quote as the API gives it: money in TRX, `price` in SUN per unit, and a sentence that explains it. */
function quoteAnswer(quote: Quote) {
  const { quoteId, expiresAt, fast, book, manual, perReceiverSun } = quote;
  return {
    ...(quoteId === undefined ? {} : { quoteId, expiresAt }),
    price: quote.priceSun,
    totalAmount: toTrx(quote.totalSun),
    ...(perReceiverSun === undefined ? {} : { perReceiver: toTrx(perReceiverSun) }),
    receivers: quote.receivers.map(({ costSun, ...line }) => ({
      ...line,
      ...(costSun === undefined ? {} : { cost: toTrx(costSun) }),
    })),
    capacity: quote.capacityUnits,
    ...(fast && { fast: { price: fast.priceSun, totalAmount: toTrx(fast.totalSun) } }),
    ...(book && {
      book: { price: book.priceSun, amount: book.units, cost: toTrx(book.costSun), fillsNow: true },
    }),
    ...(manual && { manual: { fillsNow: manual.fillsUnits, cost: toTrx(manual.costSun) } }),
    explanation: [explainCost(quote.cost, quote.isSameForDay), ...adviseFast(quote)].join("; "),
  };
}

/** Says so when a Fast order costs no more than the Manual one. */
function adviseFast({ priceSun, fast }: Quote): string[] {
  if (!fast || fast.priceSun > priceSun) return [];
  const cost = `a Fast order costs ${toTrx(fast.totalSun)} TRX (${fast.priceSun} SUN)`;
  return [
    `${cost}, which is ${fast.priceSun < priceSun ? "less" : "the same"}, and is delivered at once`,
  ];
}

/** "65,000 Energy × 60 SUN × 1 day = 3.9 TRX"; shorter rentals say what else costs the same, or that they are charged as a day. */
export function explainCost(cost: Cost, isSameForDay: boolean): string {
  const { resource, units, priceSun, duration, days, isPartOfDay, receivers, totalSun } = cost;
  const factors = [
    `${formatInteger(units)} ${resourceTitle(resource)}`,
    `${formatInteger(priceSun)} SUN`,
    isPartOfDay
      ? `${days} (${isSameForDay ? `${oneDayTitle()} cost the same` : `${durationTitle(duration)} is charged as 1 day`})`
      : `${days} day${days === 1 ? "" : "s"}`,
    ...(receivers > 1 ? [`${receivers} receivers`] : []),
  ];
  return `${factors.join(" × ")} = ${formatTrx(totalSun)} TRX`;
}
