/**
 * The HTTP server: Fastify with our own reading of bodies, our own form of errors, and zod as the only validation. Rules are in
 * the engine.
 */

import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance, type onRequestHookHandler } from "fastify";
import { DeskError } from "../domain/errors.js";
import { closeInOrder, refuseWhenClosing } from "./closing.js";
import { compressAnswers } from "./compressed.js";
import { Connections } from "./connection.js";
import {
  answerError,
  answerNotFound,
  headersOfAll,
  logRequests,
  RefusalLog,
} from "./error-answer.js";
import { creationsInTurn } from "./in-turn.js";
import { readJsonBodies } from "./json-body.js";
import { answerClientError, createListener } from "./listener.js";
import { withOtherMethods } from "./methods.js";
import { authenticate, type HttpDeps, type Route } from "./route.js";
import { ROUTES } from "./routes.js";

const BODY_LIMIT_BYTES = 65_536;
/** Longer than Node's 16 KiB of headers: an id of any length is looked up and not found. */
const MAX_PARAM_LENGTH = 16_384;

export function createHttpServer(deps: HttpDeps): FastifyInstance {
  const refusals = new RefusalLog(deps.logger);
  const onError = answerError(deps, refusals);
  const connections = new Connections();
  const server = Fastify({
    // Logging is ours (error-answer.ts): a child logger for each request would cost more than the
    // routing.
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: (serve) =>
      createListener(creationsInTurn(serve, deps.engine, connections, refusals), connections),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    return503OnClosing: false,
    // Only zod validates: otherwise Fastify loads two compilers of JSON schemas that no route uses.
    schemaController: {
      compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas },
    },
    frameworkErrors: (error, request, reply) => onError(error, request, reply),
    clientErrorHandler: answerClientError(refusals),
  });
  server.decorateRequest("customerId", "");
  server.decorateRequest("keyId", "");
  server.decorateRequest("isOfTeam", false);
  server.addHook("onRequest", setHeadersOfAll);
  server.addHook("onRequest", refuseBrokenHeaders(deps));
  server.setErrorHandler(onError);
  server.setNotFoundHandler(answerNotFound);
  readJsonBodies(server);
  logRequests(server, deps);
  compressAnswers(server);
  closeInOrder(server, connections);
  addRoutes(server, deps);
  return server;
}

/** Each group in a scope of its own, behind what its callers must show. Everything under /v1 needs a key, paths that do not exist included. */
function addRoutes(server: FastifyInstance, deps: HttpDeps): void {
  const readDocument = async () => (await import("./document.js")).openApiDocument();
  const add = (routes: readonly Route[], prefix = "", prepare?: (scope: FastifyInstance) => void) =>
    server.register(
      async (scope) => {
        if (!routes.every((route) => route.isServedWhileClosing))
          scope.addHook("onRequest", refuseWhenClosing(deps));
        prepare?.(scope);
        withOtherMethods(scope, () => {
          for (const { mount } of routes) mount(scope, { ...deps, readDocument });
        });
      },
      { prefix },
    );
  const [whileClosing, others] = parted(ROUTES, (route) => route.isServedWhileClosing === true);
  const [ofCustomers, open] = parted(others, ({ caller }) => caller === "customer");
  const [ofTelegram, ofAnybody] = parted(open, ({ caller }) => caller === "telegram");
  add(whileClosing);
  add(ofAnybody);
  add(ofTelegram);
  add(ofCustomers, "/v1", (scope) => {
    scope.addHook("onRequest", authenticate(deps));
    scope.setNotFoundHandler(answerNotFound);
  });
}

function parted<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

function refuseSchemas(): never {
  throw new Error("a route has a Fastify schema, and zod alone validates");
}

const setHeadersOfAll: onRequestHookHandler = (request, reply, done) => {
  reply.headers(headersOfAll(request.id));
  done();
};

/** Routes below this check the host themselves, with errors in their own form. */
const CHECKS_ITSELF = "/sandbox/";

/** Checks headers that Node would refuse with a bare status or accept, and the names that the desk answers to. */
function refuseBrokenHeaders({ hostProblem }: HttpDeps): onRequestHookHandler {
  return ({ raw }, _reply, done) => {
    const problem =
      problemOf(raw.rawHeaders, raw.httpVersion, raw.headers.expect) ??
      (raw.url?.startsWith(CHECKS_ITSELF) ? undefined : hostProblem?.(raw.rawHeaders));
    done(problem === undefined ? undefined : new DeskError("VALIDATION_FAILED", problem));
  };
}

/** `rawHeaders` as in Node: names and values in turn. */
function problemOf(
  rawHeaders: readonly string[],
  httpVersion: string,
  expect: string | undefined,
): string | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  // A proxy in front of the desk might have used the other one.
  if (hosts > 1) return "The request has two Host headers. Send one.";
  if (hosts === 0 && httpVersion === "1.1") return "HTTP/1.1 needs a Host header. Send it along.";
  if (expect !== undefined && !/^100-continue$/i.test(expect))
    return "The Expect header may only be 100-continue. Correct it, or leave it out.";
  return undefined;
}
