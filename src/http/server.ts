/**
 * The HTTP door: Fastify with our own reading of bodies, our own form of errors, and zod as the only validation. Rules are in
 * the engine.
 */

import { randomUUID } from "node:crypto";
import { METHODS } from "node:http";
import Fastify, {
  type FastifyInstance,
  type HTTPMethods,
  type onRequestHookHandler,
} from "fastify";
import { DeskError } from "../domain/errors.js";
import { authenticate } from "./admit.js";
import { closeInOrder, refuseWhenClosing } from "./closing.js";
import { compressAnswers } from "./compressed.js";
import { Connections } from "./connection.js";
import type { HttpDeps } from "./deps.js";
import { answerError, answerNotFound, headersOfAll } from "./error-answer.js";
import { readJsonBodies } from "./json-body.js";
import { answerClientError, createListener } from "./listener.js";
import { refuseQuery } from "./query.js";
import { logRequests, RefusalLog } from "./request-log.js";
import { addressRoute } from "./routes/address.js";
import { balanceRoute } from "./routes/balance.js";
import { cancelOrderRoute } from "./routes/cancel-order.js";
import { changeOrderRoute } from "./routes/change-order.js";
import { createOrderRoute } from "./routes/create-order.js";
import { depositRoutes } from "./routes/deposit.js";
import { docsRoutes } from "./routes/docs.js";
import { healthRoutes } from "./routes/health.js";
import { listOrdersRoute } from "./routes/list-orders.js";
import { metricsRoute } from "./routes/metrics.js";
import { openApiRoute } from "./routes/openapi.js";
import { orderBookRoute } from "./routes/order-book.js";
import { quoteOrderRoute } from "./routes/quote-order.js";
import { readOrderRoute } from "./routes/read-order.js";
import { rootRoute } from "./routes/root.js";
import { sellerRoutes } from "./routes/seller.js";
import { settingUiRoute } from "./routes/setting-ui.js";
import { statementRoute } from "./routes/statement.js";
import { telegramWebhookRoute } from "./routes/telegram-webhook.js";
import { WITHDRAWAL_ROUTES } from "./withdrawals.js";

const BODY_LIMIT_BYTES = 65_536;
/** Longer than Node's 16 KiB of headers: an id of any length is looked up and not found. */
const MAX_PARAM_LENGTH = 16_384;

export function createHttpServer(door: HttpDeps): FastifyInstance {
  const refusals = new RefusalLog(door.logger);
  const onError = answerError(door, refusals);
  const connections = new Connections();
  const server = Fastify({
    // Logging is ours (request-log.ts): a child logger for each request would cost more than the
    // routing.
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: (serve) => createListener(serve, connections),
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
  knowAllMethods(server);
  server.addHook("onRequest", setHeadersOfAll);
  server.addHook("onRequest", refuseBrokenHeaders(door));
  server.setErrorHandler(onError);
  server.setNotFoundHandler(answerNotFound);
  readJsonBodies(server);
  logRequests(server, door);
  compressAnswers(server);
  closeInOrder(server, connections);
  const { telegramWebhook, metrics } = door;
  server.register(async (scope) =>
    withOtherMethods(scope, () => {
      healthRoutes(scope, door);
      if (metrics) metricsRoute(scope, door, metrics);
    }),
  );
  server.register(async (scope) => {
    scope.addHook("onRequest", refuseWhenClosing(door));
    withOtherMethods(scope, () => {
      settingUiRoute(scope, door);
      orderBookRoute(scope, door);
      openApiRoute(scope, async () => (await import("./contract/document.js")).openApiDocument());
      docsRoutes(scope);
      rootRoute(scope);
    });
  });
  if (telegramWebhook) {
    server.register(async (scope) => {
      scope.addHook("onRequest", refuseWhenClosing(door));
      withOtherMethods(scope, () => telegramWebhookRoute(scope, telegramWebhook));
    });
  }
  server.register(async (scope) => versionOne(scope, door), { prefix: "/v1" });
  return server;
}

function refuseSchemas(): never {
  throw new Error("a route has a Fastify schema, and zod alone validates");
}

const setHeadersOfAll: onRequestHookHandler = (request, reply, done) => {
  reply.headers(headersOfAll(request.id));
  done();
};

/** Everything under /v1 needs a key, paths that do not exist included. */
function versionOne(scope: FastifyInstance, door: HttpDeps): void {
  scope.addHook("onRequest", refuseWhenClosing(door));
  scope.addHook("onRequest", authenticate(door));
  scope.addHook("preHandler", refuseQuery);
  scope.setNotFoundHandler(answerNotFound);
  withOtherMethods(scope, () => {
    createOrderRoute(scope, door);
    quoteOrderRoute(scope, door);
    readOrderRoute(scope, door);
    listOrdersRoute(scope, door);
    cancelOrderRoute(scope, door);
    changeOrderRoute(scope, door);
    balanceRoute(scope, door);
    statementRoute(scope, door);
    depositRoutes(scope, door);
    addressRoute(scope, door);
    sellerRoutes(scope, door);
    for (const { mount } of WITHDRAWAL_ROUTES) mount(scope, door);
  });
}

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
    return "The Expect header may only say 100-continue. Send it so, or leave it away.";
  return undefined;
}

/** CONNECT never becomes a request (listener.ts). */
const REFUSED = METHODS.filter((method) => method !== "CONNECT") as HTTPMethods[];

/** Before any route: makes the server know all methods, so that an unknown one is no wrong path. */
function knowAllMethods(server: FastifyInstance): void {
  const { supportedMethods } = server;
  for (const method of REFUSED) {
    if (!supportedMethods.includes(method)) server.addHttpMethod(method, { hasBody: true });
  }
}

/**
 * Answers 405 for a known path with another method; `Allow` names its methods. Adds the routes and, for each of their paths,
 * the refusal of every other method, behind the same hooks. A path of fixed names comes before one with a parameter: `GET
 * /v1/order/create` reads no order.
 */
function withOtherMethods(scope: FastifyInstance, addRoutes: () => void): void {
  const known = new Map<string, Set<string>>();
  let isAdding = true;
  scope.addHook("onRoute", ({ routePath, method }) => {
    if (!isAdding) return;
    const methods = known.get(routePath) ?? new Set();
    known.set(routePath, methods);
    for (const one of [method].flat()) methods.add(one);
    if (methods.has("GET")) methods.add("HEAD");
  });
  addRoutes();
  void scope.after(() => {
    isAdding = false;
    for (const [url, methods] of known) {
      scope.route({
        url,
        method: REFUSED.filter((method) => !methods.has(method)),
        config: { isOtherMethod: true },
        onRequest: refuse([...methods].sort().join(", ")),
        handler: () => {},
      });
    }
  });
}

function refuse(allowed: string): onRequestHookHandler {
  return (request, reply, done) => {
    reply.header("allow", allowed);
    const path = request.routeOptions.url;
    done(
      new DeskError("METHOD_NOT_ALLOWED", `${path} takes ${allowed}, and no ${request.method}.`),
    );
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** A route for the methods that a path does not have. */
    isOtherMethod?: boolean;
  }
}
