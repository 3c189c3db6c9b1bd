/** GET /v1/balance: the customer's money in TRX. */
import type { FastifyInstance } from "fastify";
import { toTrx } from "../../domain/money.js";
import { readBalance } from "../../engine/customers/customers.js";
import { admit } from "../admit.js";
import type { HttpDeps } from "../deps.js";

export function balanceRoute(scope: FastifyInstance, { engine }: HttpDeps): void {
  scope.get("/balance", { onRequest: admit(engine.admission.read) }, async (request) => {
    const { availableSun, heldSun, withdrawableSun } = await readBalance(
      engine,
      request.customerId,
    );
    const [available, held] = [toTrx(availableSun), toTrx(heldSun)];
    return { success: true, data: { available, held, withdrawable: toTrx(withdrawableSun) } };
  });
}
