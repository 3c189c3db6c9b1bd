/** POST /v1/order/create: the call of the order contract. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createdAnswer } from "../../answers/order.js";
import { apiKeyHint } from "../../domain/api-key.js";
import { MisspeltOrder, type OrderRequest, parseOrderRequest } from "../../domain/order-request.js";
import type { Engine } from "../../engine/context.js";
import { type CreateAnswer, createOrders } from "../../engine/orders/create-orders.js";
import { admit } from "../admit.js";
import type { HttpDeps } from "../deps.js";
import { parseIdempotencyKey } from "../idempotency-key.js";
import { readBody } from "../json-body.js";

export function createOrderRoute(scope: FastifyInstance, { engine }: HttpDeps): void {
  scope.post(
    "/order/create",
    { onRequest: admit(engine.admission.create) },
    async (request, reply) => {
      const answer = await answerTo(engine, request);
      if (answer.replayed) reply.header("idempotency-replayed", "true");
      return { success: true, data: createdAnswer(answer.orders) };
    },
  );
}

async function answerTo(engine: Engine, request: FastifyRequest): Promise<CreateAnswer> {
  const { customerId } = request;
  const idempotencyKey = parseIdempotencyKey(request.headers["idempotency-key"]);
  const keyHint = apiKeyHint(String(request.headers["x-api-key"]));
  const call = { customerId, channel: "http", idempotencyKey, keyHint } as const;
  let order: OrderRequest;
  try {
    order = readBody(request, parseOrderRequest);
  } catch (error) {
    if (!(error instanceof MisspeltOrder)) throw error;
    return createOrders(engine, { ...call, request: error.request, refusal: error });
  }
  return createOrders(engine, { ...call, request: order });
}
