/**
 * What the log says of requests: every refusal, and at debug a line for each request. No header, query or body is logged.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { SECOND_MS } from "../common/time.js";
import type { DeskError } from "../domain/errors.js";
import type { HttpDeps } from "./deps.js";

/** Refusals of one customer that are logged in a second; further ones are only counted, so that nobody fills the disk. */
const MOST_A_SECOND = 50;

/** Known for a request that was read; what never became one has only an id. */
type Refused = Pick<FastifyRequest, "id"> & Partial<FastifyRequest>;

export class RefusalLog {
  readonly #logger: Logger;
  /** By customer; unknown callers count as one. */
  readonly #told = new Map<string, number>();
  #untold = 0;
  #second: NodeJS.Timeout | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** At `info` what the caller must fix, at `warn` what the desk could not do. */
  tell({ code, status, cause }: DeskError, request: Refused): void {
    const level = status < 500 ? "info" : "warn";
    if (!this.#logger.isLevelEnabled(level)) return;
    this.#second ??= setTimeout(() => this.#endSecond(), SECOND_MS).unref();
    const { customerId = "" } = request;
    const told = this.#told.get(customerId) ?? 0;
    if (told === MOST_A_SECOND) {
      this.#untold += 1;
      return;
    }
    this.#told.set(customerId, told + 1);
    // The message may repeat what the caller sent.
    this.#logger[level]({ ...of(request), status, code }, "refused");
    if (cause) this.#logger.debug({ requestId: request.id, err: cause }, "why");
  }

  #endSecond(): void {
    const refusals = this.#untold;
    this.#second = undefined;
    this.#told.clear();
    this.#untold = 0;
    if (refusals > 0)
      this.#logger.warn({ refusals }, "more refusals in one second, not told one by one");
  }
}

/** The customer and the path of a request. */
export function of({ id, customerId, method, routeOptions, params }: Refused) {
  const orderId = (params as { orderId?: string } | undefined)?.orderId?.slice(0, 64);
  return {
    requestId: id,
    ...(customerId ? { customerId } : {}),
    ...(orderId ? { orderId } : {}),
    ...(method ? { method, route: routeOptions?.url } : {}),
  };
}

export function logRequests(server: FastifyInstance, { logger }: HttpDeps): void {
  if (!logger.isLevelEnabled("debug")) return;
  server.addHook("onResponse", (request, reply, done) => {
    const tookMs = Math.round(reply.elapsedTime * 10) / 10;
    logger.debug({ ...of(request), status: reply.statusCode, tookMs }, "request");
    done();
  });
}
