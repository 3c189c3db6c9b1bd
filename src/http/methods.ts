/** Methods that a path does not have. */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { DeskError } from "../domain/errors.js";

/** The router keeps a tree for each method: those that no route has and no browser sends share TRACE's. */
const ROUTED = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];
const askedWith = new WeakMap<IncomingMessage, string>();

/** Before a request is routed. CONNECT never becomes one (listener.ts). */
export function shareTree(request: IncomingMessage): void {
  const { method = "" } = request;
  if (ROUTED.includes(method)) return;
  askedWith.set(request, method);
  request.method = "TRACE";
}

/** The method as it was sent. */
export function methodAsked(request: IncomingMessage): string | undefined {
  return askedWith.get(request) ?? request.method;
}

/**
 * Answers 405 for a known path with another method; `Allow` names its methods. Adds the routes and, for each of their paths,
 * the refusal of every other method, behind the same hooks. A path of fixed names comes before one with a parameter: `GET
 * /v1/order/create` reads no order.
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
        method: ROUTED.filter((method) => !methods.has(method)),
        config: { isOtherMethod: true },
        onRequest: refuse([...methods].sort()),
        handler: () => {},
      });
    }
  });
}

function refuse(allowed: readonly string[]): onRequestHookHandler {
  const inWords = new Intl.ListFormat("en-US", { style: "short", type: "disjunction" });
  const advice = `use ${inWords.format(allowed)}`;
  return ({ raw }, reply, done) => {
    reply.header("allow", allowed.join(", "));
    done(
      new DeskError("METHOD_NOT_ALLOWED", `${methodAsked(raw)} is not allowed here; ${advice}.`),
    );
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** A route for the methods that a path does not have. */
    isOtherMethod?: boolean;
  }
}
