/**
 * Puts the routes under /sandbox/telegram of the desk's own server, in a scope of their own: bodies
 * are read as they are, and neither parsers nor answers to errors leak in or out.
 */
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { ZodError } from "zod";
import { Refused } from "../user/refused.js";
import { ApiError } from "../wire/api-error.js";
import { BODY_LIMIT_BYTES } from "../wire/read-params.js";
import { botRoutes } from "./bot-routes.js";
import type { Parts } from "./parts.js";
import { userRoutes } from "./user-routes.js";

const PREFIX = "/sandbox/telegram";

export function mountRoutes(server: FastifyInstance, parts: Parts, close: () => void): void {
  server.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      const whole = { parseAs: "buffer", bodyLimit: BODY_LIMIT_BYTES } as const;
      scope.addContentTypeParser<Buffer>("*", whole, (_request, bytes, done) => done(null, bytes));
      scope.setErrorHandler(answerError);
      scope.setNotFoundHandler((_request, reply) => {
        const description = "Not Found";
        return reply
          .code(404)
          .send({ ok: false, error_code: 404, description, error: description });
      });
      // A server that closes waits for its requests, and a long poll would be one.
      scope.addHook("preClose", async () => close());
      botRoutes(scope, parts);
      userRoutes(scope, parts);
    },
    { prefix: PREFIX },
  );
}

/** Both sides' shapes at once: a body that is too large is refused before it is known whose it is. */
function answerError(error: FastifyError | Error, _request: unknown, reply: FastifyReply): void {
  const status = statusOf(error);
  const text = error instanceof ZodError ? problemsOf(error) : error.message;
  reply.code(status).send({ ok: false, error_code: status, description: text, error: text });
}

function statusOf(error: FastifyError | Error): number {
  if (error instanceof Refused) return error.status;
  if (error instanceof ApiError) return error.code;
  if (error instanceof ZodError) return 400;
  return "statusCode" in error ? (error.statusCode ?? 500) : 500;
}

function problemsOf({ issues }: ZodError): string {
  return issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
}
