/** The withdrawals of a customer: to ask for one, to list them, to cancel one that waits. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { withdrawalAnswer } from "../../answers/withdrawal.js";
import { isOrderId } from "../../domain/ids.js";
import { parseWithdrawal } from "../../domain/withdrawal.js";
import type { Engine } from "../../engine/context.js";
import { mayWithdraw } from "../../engine/customers/customers.js";
import { cancelWithdrawal } from "../../engine/withdrawals/decide.js";
import { readWithdrawals } from "../../engine/withdrawals/read-withdrawals.js";
import { createWithdrawal } from "../../engine/withdrawals/withdraw.js";
import { admit } from "../admit.js";
import type { HttpDeps } from "../deps.js";
import { neededIdempotencyKey } from "../idempotency-key.js";
import { ignoreBodies, readBody } from "../json-body.js";
import { cursorOf, limit, ownQuery, parseQuery } from "../query.js";

export const withdrawalsQuery = z.object({
  limit,
  cursor: cursorOf((given, wrong) => given.refine(isOrderId, wrong)),
});

export function withdrawalRoutes(scope: FastifyInstance, { engine }: HttpDeps): void {
  const { quote, read } = engine.admission;
  scope.post("/withdrawals", { onRequest: admit(quote) }, async (request, reply) => {
    const { customerId, raw } = request;
    const idempotencyKey = neededIdempotencyKey(request.headers["idempotency-key"]);
    const asked = readBody(request, parseWithdrawal);
    const hasRight = await mayWithdraw(engine, raw.headers["x-api-key"]);
    const call = { customerId, ...asked, channel: "http", idempotencyKey, hasRight } as const;
    const { withdrawal, replayed } = await createWithdrawal(engine, call);
    if (replayed) reply.header("idempotency-replayed", "true");
    return { success: true, data: withdrawalAnswer(withdrawal) };
  });
  scope.get(
    "/withdrawals",
    { onRequest: admit(read), config: ownQuery },
    async ({ customerId, query }) => {
      const { cursor: before, limit: most } = parseQuery(withdrawalsQuery, query);
      const page = await readWithdrawals(engine, customerId, { before, limit: most });
      const { nextCursor } = page;
      return {
        success: true,
        data: { withdrawals: page.withdrawals.map(withdrawalAnswer), nextCursor },
      };
    },
  );
  cancelling(scope, engine);
}

function cancelling(scope: FastifyInstance, engine: Engine): void {
  scope.register((own, _options, done) => {
    ignoreBodies(own);
    own.post<{ Params: { withdrawalId: string } }>(
      "/withdrawals/:withdrawalId/cancel",
      { onRequest: admit(engine.admission.cancel) },
      async ({ customerId, params }) => {
        const cancelled = await cancelWithdrawal(engine, customerId, params.withdrawalId);
        return { success: true, data: withdrawalAnswer(cancelled) };
      },
    );
    done();
  });
}
