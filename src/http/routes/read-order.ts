/** GET /v1/order/:orderId: one order of the customer. */
import type { FastifyInstance } from "fastify";
import { orderAnswer } from "../../answers/order.js";
import { readOrder } from "../../engine/orders/read-orders.js";
import { admit } from "../admit.js";
import type { HttpDeps } from "../deps.js";

export function readOrderRoute(scope: FastifyInstance, { engine }: HttpDeps): void {
  const counted = { onRequest: admit(engine.admission.read) };
  scope.get<{ Params: { orderId: string } }>("/order/:orderId", counted, async (request) => {
    const { customerId, params } = request;
    return {
      success: true,
      data: orderAnswer(await readOrder(engine, customerId, params.orderId)),
    };
  });
}
