/** POST /v1/order/:orderId/cancel: gives back what is not under way yet. */
import type { FastifyInstance } from "fastify";
import { orderAnswer } from "../../answers/order.js";
import { cancelOrder } from "../../engine/orders/cancel-order.js";
import type { Door } from "../door.js";

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

/** The path says it all; clients differ in what they send with a POST that has nothing to say. */
function ignoreBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null));
}
