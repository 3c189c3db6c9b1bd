/** GET /v1/balance: the customer's money in TRX. */
import type { FastifyInstance } from "fastify";
import { readBalance } from "../../engine/customers/customers.js";
import { admit } from "../admit.js";
import type { Door } from "../door.js";

export function balanceRoute(scope: FastifyInstance, { engine }: Door): void {
  scope.get("/balance", { onRequest: admit(engine.admission.read) }, async (request) => {
    return { success: true, data: await readBalance(engine, request.customerId) };
  });
}
