/**
 * Every failure as `{success: false, error, requestId}`, with the status of the one table of
 * errors.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isDamage, isUnwritable } from "../common/failures.js";
import { AssertionFailed } from "../domain/assert.js";
import { DeskError } from "../domain/errors.js";
import type { HttpDeps } from "./deps.js";
import { of, type RefusalLog } from "./request-log.js";

export const JSON_TYPE = "application/json; charset=utf-8";

const SHOWN_PATH_LENGTH = 200;
const UNWRITABLE_RETRY_SECONDS = 5;

/**
 * The same id in the answer, in the body of a failure and in the log. Answers that may be cached say so themselves (docs.ts).
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
  throw nothingAt(request.method, request.url);
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

/** Nothing of the request was committed. Undefined where it is not the database that failed. */
function storageFailed(error: unknown): DeskError | undefined {
  const problem = isUnwritable(error) ? "cannot write to its database now" : undefined;
  const reason = isDamage(error) ? "has halted: its database is damaged" : problem;
  if (reason === undefined) return undefined;
  return new DeskError(
    "DESK_HALTED",
    `The desk ${reason}. Nothing was changed; send it again later, or ask the operator.`,
    undefined,
    UNWRITABLE_RETRY_SECONDS,
  );
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
