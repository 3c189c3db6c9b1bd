/**
 * Puts the routes under /sandbox/telegram of the desk's own server, in a scope of their own: bodies
 * are read as they are, and neither parsers nor answers to errors leak in or out.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ZodError } from "zod";
import { foreignPage, type HostCheck } from "#shared/same-origin.js";
import { assertNone, Refused } from "../user/refused.js";
import { ApiError } from "../wire/api-error.js";
import { BODY_LIMIT_BYTES } from "../wire/read-params.js";
import { botRoutes } from "./bot-routes.js";
import type { Parts } from "./parts.js";
import { userRoutes } from "./user-routes.js";

const PREFIX = "/sandbox/telegram";
const BOT_SIDE = /^\/sandbox\/telegram\/(?:file\/)?bot/;

interface Mounting {
  readonly checkHost: HostCheck;
  /** Called when the server begins to close. */
  readonly onClose: () => void;
}

export function mountRoutes(
  server: FastifyInstance,
  parts: Parts,
  { checkHost, onClose }: Mounting,
): void {
  server.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      const whole = { parseAs: "buffer", bodyLimit: BODY_LIMIT_BYTES } as const;
      scope.addContentTypeParser<Buffer>("*", whole, (_request, bytes, done) => done(null, bytes));
      // Nobody needs a key here, and any call may use up a fault: none is for a page elsewhere.
      scope.addHook("onRequest", async ({ raw: { rawHeaders } }) => {
        assertNone(checkHost(rawHeaders) ?? foreignPage(rawHeaders));
      });
      scope.setErrorHandler<FastifyError | Error>((error, request, reply) => {
        return answer(request, reply, statusOf(error), textOf(error));
      });
      scope.setNotFoundHandler((request, reply) => answer(request, reply, 404, "Not Found"));
      // A server that closes waits for its requests, and a long poll would be one.
      scope.addHook("preClose", async () => onClose());
      botRoutes(scope, parts);
      scope.register(async (users) => userRoutes(users, parts));
    },
    { prefix: PREFIX },
  );
}

function answer(request: FastifyRequest, reply: FastifyReply, status: number, text: string) {
  const json = BOT_SIDE.test(request.url)
    ? { ok: false, error_code: status, description: text }
    : { error: text };
  return reply.code(status).send(json);
}

function statusOf(error: FastifyError | Error): number {
  if (error instanceof Refused) return error.status;
  if (error instanceof ApiError) return error.code;
  if (error instanceof ZodError) return 400;
  return "statusCode" in error ? (error.statusCode ?? 500) : 500;
}

function textOf(error: Error): string {
  if (statusOf(error) === 413) return "Request Entity Too Large";
  if (!(error instanceof ZodError)) return error.message;
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
}
