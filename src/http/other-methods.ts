/** Answers 405 for a known path with another method; `Allow` names its methods. */
import { METHODS } from "node:http";
import type { FastifyInstance, HTTPMethods, onRequestHookHandler } from "fastify";
import { DeskError } from "../domain/errors.js";

/** CONNECT never becomes a request (listener.ts). */
const REFUSED = METHODS.filter((method) => method !== "CONNECT") as HTTPMethods[];

/** Before any route: makes the server know all methods, so that an unknown one is no wrong path. */
export function knowAllMethods(server: FastifyInstance): void {
  const { supportedMethods } = server;
  for (const method of REFUSED) {
    if (!supportedMethods.includes(method)) server.addHttpMethod(method, { hasBody: true });
  }
}

/**
 * Adds the routes and, for each of their paths, the refusal of every other method, behind the same hooks. A path of fixed names
 * comes before one with a parameter: `GET /v1/order/create` reads no order.
 */
export function withOtherMethods(scope: FastifyInstance, addRoutes: () => void): void {
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
