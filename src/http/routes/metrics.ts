/**
 * GET /metrics: the desk's figures for Prometheus. They show what the desk earns, so only the operator may read them: with the
 * token or, in a sandbox without one, from the same machine. Behind a proxy on the machine an address proves nothing, so
 * elsewhere nothing is served without a token.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DeskError } from "../../domain/errors.js";
import type { HttpDeps, MetricsDeps } from "../deps.js";

const REFUSAL = "Send METRICS_TOKEN in the header: authorization: Bearer TOKEN.";
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

export function metricsRoute(scope: FastifyInstance, door: HttpDeps, metrics: MetricsDeps): void {
  let opening: Promise<{ contentType: string; render(): Promise<string> }> | undefined;
  const open = async () => {
    const { createMetrics } = await import("../metrics/metrics.js");
    return createMetrics(door.engine, metrics);
  };
  const expected = metrics.token === undefined ? undefined : digestOf(`Bearer ${metrics.token}`);
  scope.get("/metrics", async (request, reply) => {
    assertAllowed(request, expected);
    opening ??= open();
    const { contentType, render } = await opening;
    return reply.type(contentType).send(await render());
  });
}

/** Compares digests of one length, so the time it takes says nothing about the token. */
function assertAllowed({ raw }: FastifyRequest, expected: Buffer | undefined): void {
  if (expected === undefined) {
    if (LOOPBACK.test(raw.socket.remoteAddress ?? "")) return;
    throw new DeskError("FORBIDDEN", "Metrics are for this machine only. Set METRICS_TOKEN.");
  }
  // The scheme's name is read in any case (RFC 9110, 11.1).
  const given = (raw.headers.authorization ?? "").replace(/^bearer /i, "Bearer ");
  if (!timingSafeEqual(digestOf(given), expected)) throw new DeskError("UNAUTHORIZED", REFUSAL);
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
