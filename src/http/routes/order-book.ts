/** GET /v1/orderbook: resting orders and offers of a resource and a duration; public. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { DURATIONS } from "../../domain/duration.js";
import { RESOURCES } from "../../domain/resource.js";
import { type Depth, type OrderBook, OrderBooks } from "../../engine/book/order-book.js";
import type { HttpDeps } from "../deps.js";
import { parseQuery, problem } from "../query.js";

const resourceNames = RESOURCES.join(", ");

export const orderBookQuery = z.object({
  resource: z
    .string({ error: problem(`must be one of ${resourceNames}, given once`) })
    .toLowerCase()
    .pipe(z.enum(RESOURCES, { error: problem(`must be one of ${resourceNames}, given once`) })),
  duration: z.enum(DURATIONS, {
    error: problem(`must be one of ${DURATIONS.join(", ")}, given once`),
  }),
});

export function orderBookRoute(scope: FastifyInstance, { engine }: HttpDeps): void {
  const books = new OrderBooks(engine);
  scope.get("/v1/orderbook", async (request) => {
    const { resource, duration } = parseQuery(orderBookQuery, request.query);
    return { success: true, data: bookAnswer(await books.read(resource, duration)) };
  });
}

function bookAnswer({ resource, duration, bids, asks, at }: OrderBook) {
  return { resource, duration, bids: bids.map(levelAnswer), asks: asks.map(levelAnswer), at };
}

function levelAnswer<Level extends Depth>({ priceSun, units, ...count }: Level) {
  return { price: priceSun, amount: units, ...count };
}
