/**
 * Every failure as `{success: false, error, requestId}`, with the status of the one table of
 * errors.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { isDamage, isUnwritable, OutcomeUnknown, SessionLost } from "../common/failures.js";
import { SECOND_MS } from "../common/time.js";
import { AssertionFailed } from "../domain/assert.js";
import { DeskError } from "../domain/errors.js";
import { methodAsked } from "./methods.js";
import type { HttpDeps } from "./route.js";

export const JSON_TYPE = "application/json; charset=utf-8";

const SHOWN_PATH_LENGTH = 200;
const UNWRITABLE_RETRY_SECONDS = 5;

/**
 * The same id in the answer, in the body of a failure and in the log. Answers that may be cached say so themselves (compressed.ts).
 */
export function headersOfAll(requestId: string): Record<string, string> {
  return { "x-request-id": requestId, "cache-control": "no-store" };
}

export function errorBody(error: DeskError, requestId: string): string {
  const { code, message, details } = error;
  return JSON.stringify({ success: false, error: { code, message, details }, requestId });
}

/** Our own refusals unchanged, Fastify's in our words, anything else as INTERNAL, whose cause is only logged. */
export function answerError(door: HttpDeps, refusals: RefusalLog) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = error instanceof DeskError ? error : refusalOf(error as FastifyError, request);
    if (refusal) refusals.tell(refusal, request);
    else report(door, error, request);
    send(reply, request, refusal ?? storageFailed(error) ?? internal());
  };
}

export function answerNotFound(request: FastifyRequest): never {
  throw nothingAt(methodAsked(request.raw), request.url);
}

export function nothingAt(method: string | undefined, url = ""): DeskError {
  const path = url.split("?", 1)[0]?.slice(0, SHOWN_PATH_LENGTH);
  return new DeskError("NOT_FOUND", `There is nothing at ${method} ${path}.`);
}

function send(reply: FastifyReply, request: FastifyRequest, error: DeskError): void {
  if (error.retryAfterSeconds !== undefined) reply.header("retry-after", error.retryAfterSeconds);
  // Says "close" when the client asked for it, or the desk is ending. Otherwise Fastify would close a connection whose body it
  // did not read to its end, and lose the answer. Only an existing header is removed: to remove a missing one keeps Node from
  // setting its own.
  const closes = error.code === "SHUTTING_DOWN" || !reply.raw.shouldKeepAlive;
  if (closes) reply.header("connection", "close");
  else if (reply.hasHeader("connection")) reply.removeHeader("connection");
  // No hook ran for a path that cannot be read.
  reply.headers(headersOfAll(request.id));
  reply.code(error.status).header("content-type", JSON_TYPE).send(errorBody(error, request.id));
}

function report({ engine, logger }: HttpDeps, error: unknown, request: FastifyRequest): void {
  if (error instanceof AssertionFailed) engine.gates.mistakeMade(error);
  const code = storageFailed(error)?.code ?? "INTERNAL";
  logger.error({ ...of(request), code, err: error }, "a request failed");
}

/** Nothing of the request was committed, unless it says so. Undefined where it is not the database that failed. */
function storageFailed(error: unknown): DeskError | undefined {
  if (error instanceof OutcomeUnknown) {
    return unavailable(
      "OUTCOME_UNKNOWN",
      "The desk lost its database while it wrote, so this may be done or not. Send it again in a moment, with the same Idempotency-Key: that does it once. If it had none, look first whether it is there.",
    );
  }
  const isUnwritten = isUnwritable(error) || error instanceof SessionLost;
  const problem = isUnwritten ? "cannot write to its database now" : undefined;
  const reason = isDamage(error) ? "has halted: its database is damaged" : problem;
  if (reason === undefined) return undefined;
  return unavailable(
    "DESK_HALTED",
    `The desk ${reason}. Nothing was changed; send it again later, or ask the operator.`,
  );
}

function unavailable(code: "DESK_HALTED" | "OUTCOME_UNKNOWN", message: string): DeskError {
  return new DeskError(code, message, undefined, UNWRITABLE_RETRY_SECONDS);
}

function internal(): DeskError {
  return new DeskError("INTERNAL", "Internal error. Send the operator this requestId.");
}

/** What Fastify, or Node below it, refuses before a route sees it. */
function refusalOf(error: FastifyError, request: FastifyRequest): DeskError | undefined {
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE": {
      const most = `${request.routeOptions.bodyLimit / 1_024} KiB`;
      return new DeskError(
        "BODY_TOO_LARGE",
        `The body is larger than ${most}. Send less per request.`,
      );
    }
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new DeskError(
        "UNSUPPORTED_MEDIA_TYPE",
        "Send the body as JSON, with the header Content-Type: application/json.",
      );
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return new DeskError(
        "MALFORMED_JSON",
        "The body's length differs from Content-Length. Correct the header, or send the whole body.",
      );
    case "FST_ERR_BAD_URL":
      return new DeskError("VALIDATION_FAILED", "The path contains an invalid %-encoding.");
  }
  const { statusCode } = error;
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return undefined;
  return new DeskError("VALIDATION_FAILED", "The request cannot be read as HTTP.");
}

/** Refusals of one customer that are logged in a second; further ones are only counted, so that nobody fills the disk. */
const MOST_A_SECOND = 50;

/** Known for a request that was read; what never became one has only an id. */
type Refused = Pick<FastifyRequest, "id"> & Partial<FastifyRequest>;

/** What the log says of refusals. No header, query or body is logged. */
export class RefusalLog {
  readonly #logger: Logger;
  /** By customer; unknown callers count as one, and so do all whom the desk could not serve. */
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
    const customerId = (status < 500 && request.customerId) || "";
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
export function of({ id, customerId, routeOptions, params, raw }: Refused) {
  const orderId = (params as { orderId?: string } | undefined)?.orderId?.slice(0, 64);
  return {
    requestId: id,
    ...(customerId ? { customerId } : {}),
    ...(orderId ? { orderId } : {}),
    ...(raw ? { method: methodAsked(raw), route: routeOptions?.url } : {}),
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
