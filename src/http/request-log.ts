/**
 * One line a request, at debug only: a desk under load spends its time on orders. No header, query
 * or body is logged.
 */
import type { FastifyInstance } from "fastify";
import type { Door } from "./door.js";

export function logRequests(server: FastifyInstance, { logger }: Door): void {
  if (!logger.isLevelEnabled("debug")) return;
  server.addHook("onResponse", (request, reply, done) => {
    logger.debug(
      {
        requestId: request.id,
        customerId: request.customerId || undefined,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        tookMs: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
    done();
  });
}
