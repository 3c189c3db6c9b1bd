/** POST /v1/order/:orderId/cancel: gives back what is not signed yet. */
import type { FastifyInstance } from "fastify";
import { orderAnswer } from "../../answers/order.js";
import { cancelOrder } from "../../engine/orders/cancel-order.js";
import { admit } from "../admit.js";
import type { HttpDeps } from "../deps.js";
import { ignoreBodies } from "../json-body.js";

export function cancelOrderRoute(scope: FastifyInstance, { engine }: HttpDeps): void {
  scope.register(async (own) => {
    ignoreBodies(own);
    const counted = { onRequest: admit(engine.admission.cancel) };
    own.post<{ Params: { orderId: string } }>(
      "/order/:orderId/cancel",
      counted,
      async ({ customerId, params }) => {
        const cancelled = await cancelOrder(engine, customerId, params.orderId);
        return { success: true, data: orderAnswer(cancelled) };
      },
    );
  });
}
