/** POST /v1/order/quote: what an order would cost, with the price bound for a moment. */
import type { FastifyInstance } from "fastify";
import { parseQuoteRequest } from "../../domain/order-request.js";
import { quoteOrders } from "../../engine/orders/quote-orders.js";
import { admit } from "../admit.js";
import type { Door } from "../door.js";
import { readBody } from "../json-body.js";
import { quoteAnswer } from "../quote-answer.js";

export function quoteOrderRoute(scope: FastifyInstance, { engine }: Door): void {
  scope.post("/order/quote", { onRequest: admit(engine.admission.quote) }, async (request) => {
    const body = readBody(request, parseQuoteRequest);
    const quote = await quoteOrders(engine, request.customerId, body);
    return { success: true, data: quoteAnswer(quote) };
  });
}
