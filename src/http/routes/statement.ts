/** GET /v1/statement: every movement of the customer's money, oldest first, page by page. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { toTrx } from "../../domain/money.js";
import { type HistoryEntry, readStatement } from "../../engine/customers/history.js";
import { admit } from "../admit.js";
import type { HttpDeps } from "../deps.js";
import { cursorOf, limit, ownQuery, parseQuery, unixMs } from "../query.js";

/** Longer than any id of a movement. */
const LONGEST_CURSOR = 400;

export const statementQuery = z.object({
  from: unixMs.describe("Booked then or later, in Unix milliseconds.").default(0),
  to: unixMs
    .describe("Booked then or earlier, in Unix milliseconds.")
    .default(Number.MAX_SAFE_INTEGER),
  limit,
  cursor: cursorOf((given, wrong) => given.min(1, wrong).max(LONGEST_CURSOR, wrong)),
});

export function statementRoute(scope: FastifyInstance, { engine }: HttpDeps): void {
  scope.get(
    "/statement",
    { onRequest: admit(engine.admission.read), config: ownQuery },
    async (request) => {
      const { from, to, limit, cursor: after } = parseQuery(statementQuery, request.query);
      const period = { customerId: request.customerId, from, to, after };
      const { entries, next } = await readStatement(engine, period, limit);
      return { success: true, data: { lines: entries.map(lineOf), nextCursor: next ?? null } };
    },
  );
}

function lineOf(entry: HistoryEntry) {
  const { order, depositId, withdrawalId, reason } = entry;
  return {
    at: entry.at,
    kind: entry.kind,
    amount: toTrx(entry.amountSun),
    available: toTrx(entry.availableAfterSun),
    held: toTrx(entry.heldAfterSun),
    ...(order && { orderId: order.orderId }),
    ...(depositId && { depositId }),
    ...(withdrawalId && { withdrawalId }),
    ...(order?.reference && { reference: order.reference }),
    ...(reason && { note: reason }),
  };
}
