/** POST /v1/order/create: the call of the order contract. */
import type { FastifyInstance } from "fastify";
import { parseOrderRequest } from "../../domain/order-request.js";
import { createOrders } from "../../engine/orders/create-orders.js";
import { admit } from "../admit.js";
import type { Door } from "../door.js";
import { JSON_TYPE } from "../error-answer.js";
import { parseIdempotencyKey } from "../idempotency-key.js";
import { readBody } from "../json-body.js";

export function createOrderRoute(scope: FastifyInstance, { engine }: Door): void {
  scope.post(
    "/order/create",
    { onRequest: admit(engine.admission.create) },
    async (request, reply) => {
      const idempotencyKey = parseIdempotencyKey(request.headers["idempotency-key"]);
      const answer = await createOrders(engine, {
        customerId: request.customerId,
        door: "http",
        request: readBody(request, parseOrderRequest),
        idempotencyKey,
      });
      if (answer.replayed) reply.header("idempotency-replayed", "true");
      reply.header("content-type", JSON_TYPE);
      return answer.body;
    },
  );
}
