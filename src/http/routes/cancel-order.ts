/** POST /v1/order/:orderId/cancel: gives back what is not signed yet. */
import type { FastifyInstance } from "fastify";
import { orderAnswer } from "../../answers/order.js";
import { cancelOrder } from "../../engine/orders/cancel-order.js";
import type { Door } from "../door.js";
import { ignoreBodies } from "../json-body.js";

export function cancelOrderRoute(scope: FastifyInstance, { engine }: Door): void {
  scope.register(async (own) => {
    ignoreBodies(own);
    own.post<{ Params: { orderId: string } }>("/order/:orderId/cancel", async (request) => {
      const { customerId, params } = request;
      return {
        success: true,
        data: orderAnswer(await cancelOrder(engine, customerId, params.orderId)),
      };
    });
  });
}
