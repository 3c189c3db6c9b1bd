/** PATCH /v1/order/:orderId: another price or end of an order that rests. */
import type { FastifyInstance } from "fastify";
import { orderAnswer } from "../../answers/order.js";
import { apiKeyHint } from "../../domain/api-key.js";
import { parseOrderChange } from "../../domain/order.js";
import { changeOrder } from "../../engine/orders/change-order.js";
import { admit } from "../admit.js";
import type { HttpDeps } from "../deps.js";
import { readBody } from "../json-body.js";

export function changeOrderRoute(scope: FastifyInstance, { engine }: HttpDeps): void {
  const counted = { onRequest: admit(engine.admission.quote) };
  scope.patch<{ Params: { orderId: string } }>("/order/:orderId", counted, async (request) => {
    const change = readBody(request, parseOrderChange);
    const { customerId, params } = request;
    const keyHint = apiKeyHint(String(request.headers["x-api-key"]));
    const order = await changeOrder(engine, customerId, params.orderId, change, keyHint);
    return { success: true, data: orderAnswer(order) };
  });
}
