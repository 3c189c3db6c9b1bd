/** GET /v1/order/:orderId: one order of the customer. */
import type { FastifyInstance } from "fastify";
import { readOrder } from "../../engine/orders/order-resource.js";
import type { Door } from "../door.js";
import { showOrder } from "../show-order.js";

export function readOrderRoute(scope: FastifyInstance, { engine }: Door): void {
  scope.get<{ Params: { orderId: string } }>("/order/:orderId", async (request) => {
    const { customerId, params } = request;
    return { success: true, data: showOrder(readOrder(engine, customerId, params.orderId)) };
  });
}
