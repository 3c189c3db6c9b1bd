/** GET /v1/orders: the customer's orders, newest first, page by page. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type OrdersAnswer, orderAnswer } from "../../answers/order.js";
import { ADDRESS_PATTERN, addressProblem } from "../../domain/address.js";
import { isOrderId } from "../../domain/ids.js";
import { ORDER_STATUSES } from "../../domain/order.js";
import { REFERENCE_PATTERN } from "../../domain/order-request.js";
import { readOrders } from "../../engine/orders/read-orders.js";
import { admit } from "../admit.js";
import type { HttpDeps } from "../deps.js";
import { cursorOf, limit, ownQuery, parseQuery, problem, text, unixMs } from "../query.js";

export const ordersQuery = z.object({
  status: z
    .enum(ORDER_STATUSES, { error: problem(`must be one of ${ORDER_STATUSES.join(", ")}`) })
    .optional(),
  receiver: text("must be an address")
    .superRefine((value, context) => {
      const wrong = addressProblem(value);
      if (wrong) context.addIssue(problem(wrong)({ input: value }));
    })
    .meta({ pattern: ADDRESS_PATTERN })
    .optional(),
  reference: text("must be a reference")
    .regex(REFERENCE_PATTERN, { error: problem("must be 1 to 64 printable ASCII characters") })
    .describe("Orders of the call that has it.")
    .optional(),
  from: unixMs.describe("Created then or later, in Unix milliseconds.").optional(),
  to: unixMs.describe("Created then or earlier, in Unix milliseconds.").optional(),
  limit,
  cursor: cursorOf((given, wrong) => given.refine(isOrderId, wrong)),
});

export function listOrdersRoute(scope: FastifyInstance, { engine }: HttpDeps): void {
  scope.get(
    "/orders",
    { onRequest: admit(engine.admission.read), config: ownQuery },
    async (request) => {
      const { cursor: before, ...filter } = parseQuery(ordersQuery, request.query);
      const { customerId } = request;
      const page = await readOrders(engine, { ...filter, before, customerId });
      const data: OrdersAnswer = { ...page, orders: page.orders.map(orderAnswer) };
      return { success: true, data };
    },
  );
}
