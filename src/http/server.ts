/**
 * The HTTP door: Fastify with our own reading of bodies, our own shape of errors and nothing that
 * validates but zod. Rules live in the engine; here is what HTTP adds to them.
 */
import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance, type onRequestHookHandler } from "fastify";
import { authenticate } from "./authenticate.js";
import { answerClientError } from "./client-error.js";
import { closeInOrder, refuseWhenClosing } from "./closing.js";
import { Connections } from "./connection.js";
import type { Door } from "./door.js";
import { answerError, answerNotFound, headersOfAll } from "./error-answer.js";
import { readJsonBodies } from "./json-body.js";
import { createListener } from "./listener.js";
import { knowAllMethods, withOtherMethods } from "./other-methods.js";
import { refuseBrokenHeaders } from "./request-headers.js";
import { logRequests, RefusalLog } from "./request-log.js";
import { addressRoute } from "./routes/address.js";
import { balanceRoute } from "./routes/balance.js";
import { cancelOrderRoute } from "./routes/cancel-order.js";
import { createOrderRoute } from "./routes/create-order.js";
import { docsRoutes } from "./routes/docs.js";
import { healthRoutes } from "./routes/health.js";
import { listOrdersRoute } from "./routes/list-orders.js";
import { metricsRoute } from "./routes/metrics.js";
import { openApiRoute } from "./routes/openapi.js";
import { orderBookRoute } from "./routes/order-book.js";
import { quoteOrderRoute } from "./routes/quote-order.js";
import { readOrderRoute } from "./routes/read-order.js";
import { sellerRoutes } from "./routes/seller.js";
import { settingUiRoute } from "./routes/setting-ui.js";
import { telegramWebhookRoute } from "./routes/telegram-webhook.js";

const BODY_LIMIT_BYTES = 65_536;
/**
 * Beyond what fits into Node's 16 KiB of headers: an id of any length is looked up and not found.
 */
const MAX_PARAM_LENGTH = 16_384;

export function createHttpServer(door: Door): FastifyInstance {
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
    // zod alone validates: left to itself, Fastify loads two compilers of JSON schemas that no route has.
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
function versionOne(scope: FastifyInstance, door: Door): void {
  scope.addHook("onRequest", refuseWhenClosing(door));
  scope.addHook("onRequest", authenticate(door));
  scope.setNotFoundHandler(answerNotFound);
  withOtherMethods(scope, () => {
    createOrderRoute(scope, door);
    quoteOrderRoute(scope, door);
    readOrderRoute(scope, door);
    listOrdersRoute(scope, door);
    cancelOrderRoute(scope, door);
    balanceRoute(scope, door);
    addressRoute(scope, door);
    sellerRoutes(scope, door);
  });
}
