/**
 * A route, defined once: its path, limits, zod of what comes and goes, errors, examples and the use case. The server is made of
 * these definitions, and so is the OpenAPI document (document.ts).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { z } from "zod";
import { must } from "../domain/assert.js";
import { validationFailed } from "../domain/errors.js";
import { show } from "../domain/fields.js";
import type { Engine } from "../engine/context.js";
import { admit } from "./admit.js";
import type { RequestBody, RouteContract } from "./contract/route.js";
import type { HttpDeps } from "./deps.js";
import { ignoreBodies, readBody } from "./json-body.js";
import { parseQuery } from "./query.js";

export interface Route extends RouteContract {
  /** Adds it to a scope whose prefix its path begins with. */
  readonly mount: (scope: FastifyInstance, deps: RouteDeps) => void;
}

interface RouteDeps extends HttpDeps {
  readonly readDocument: ReadDocument;
}

/** The OpenAPI document of all routes, whose program takes a while to load. */
export type ReadDocument = () => Promise<{ readonly openapi: string }>;

/** What a use case gets of a call. */
interface Call<Path extends string, Key extends KeyNeed, Query, Body> {
  readonly customerId: string;
  readonly params: Readonly<Record<ParamOf<Path>, string>>;
  readonly query: Query;
  /** Reads the body; throws with all its problems. */
  readonly body: () => Body;
  readonly idempotencyKey: Key extends "required" ? string : string | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type KeyNeed = NonNullable<RouteContract["idempotencyKey"]>;

/** "orderId" of "/v1/order/{orderId}/cancel". */
type ParamOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamOf<Rest>
  : never;

/** A schema's output as a use case may give it: it is only written. */
type Given<T> = T extends readonly (infer One)[]
  ? readonly Given<One>[]
  : T extends object
    ? { readonly [Field in keyof T]: Given<T[Field]> }
    : T;

interface Definition<
  Path extends string,
  Key extends KeyNeed,
  Query extends z.ZodObject,
  Body,
  Answer extends z.ZodType,
> extends RouteContract {
  readonly path: Path;
  readonly idempotencyKey?: Key;
  readonly query?: Query;
  readonly body?: RequestBody & {
    /** By its schema and the rules beyond that; throws VALIDATION_FAILED with all problems. */
    readonly read: (given: unknown) => Body;
  };
  readonly answer: { readonly data: Answer; readonly example: unknown };
  readonly serve: (
    deps: HttpDeps,
    call: Call<Path, Key, z.output<Query>, Body>,
  ) => Promise<Given<z.output<Answer>>>;
}

const NO_QUERY = z.object({});

/** A route that answers `{"success": true, "data": …}`. */
export function route<
  const Path extends string,
  const Key extends KeyNeed,
  Query extends z.ZodObject,
  Body,
  Answer extends z.ZodType,
>(definition: Definition<Path, Key, Query, Body, Answer>): Route {
  return { ...definition, mount: (scope, deps) => mount(scope, deps, definition) };
}

function mount<
  Path extends string,
  Key extends KeyNeed,
  Query extends z.ZodObject,
  Body,
  Answer extends z.ZodType,
>(
  scope: FastifyInstance,
  deps: HttpDeps,
  definition: Definition<Path, Key, Query, Body, Answer>,
): void {
  const { method, path, limit, ignoresQuery, ignoresBody, body, serve } = definition;
  const query = definition.query ?? NO_QUERY;
  const add = (own: FastifyInstance) =>
    own.route({
      method: method.toUpperCase() as HTTPMethods,
      url: urlOf(path).slice(own.prefix.length),
      ...(limit ? { onRequest: admit(deps.engine.admission[limit]) } : {}),
      handler: async (request, reply) => {
        const data = await serve(deps, {
          customerId: request.customerId,
          params: request.params as Record<ParamOf<Path>, string>,
          query: (ignoresQuery ? {} : parseQuery(query, request.query)) as z.output<Query>,
          idempotencyKey: keyOf(definition, request) as Call<
            Path,
            Key,
            Query,
            Body
          >["idempotencyKey"],
          body: () => readBody(request, must(body, "the route has a body").read),
          request,
          reply,
        });
        return { success: true, data };
      },
    });
  if (!ignoresBody) return void add(scope);
  scope.register((own, _options, done) => {
    ignoreBodies(own);
    add(own);
    done();
  });
}

/** What a route keeps for each desk. */
export function perEngine<T>(make: (engine: Engine) => T): (engine: Engine) => T {
  const made = new WeakMap<Engine, T>();
  return (engine) => {
    const one = made.get(engine) ?? make(engine);
    made.set(engine, one);
    return one;
  };
}

/** A customer's question, counted with all that only read. */
export const READ = { method: "get", caller: "customer", limit: "read" } as const;

/** As Fastify writes a path: "/v1/order/:orderId". */
const urlOf = (path: string) => path.replace(/\{(\w+)\}/g, ":$1");

function keyOf({ idempotencyKey: need }: RouteContract, { headers }: FastifyRequest) {
  if (need === undefined) return undefined;
  const header = headers["idempotency-key"];
  return need === "required" ? neededIdempotencyKey(header) : parseIdempotencyKey(header);
}

/** Says that the answer is the first one to this Idempotency-Key, once more. */
export function tellReplayed(reply: FastifyReply, replayed: boolean): void {
  if (replayed) reply.header("idempotency-replayed", "true");
}

const BARE = /^[!#-~][!-~]{0,254}$/;
const QUOTED = /^"((?:[!#-[\]-~]|\\["\\])+)"$/;
const MAX_LENGTH = 255;

/**
 * The header Idempotency-Key: a quoted string of a structured field, or the bare text. Node joins repeated headers with a
 * comma and a space, and a space is no visible character, so several values are refused by the same rule.
 */
function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === "string") {
    if (BARE.test(header)) return header;
    const key = QUOTED.exec(header)?.[1]?.replace(/\\(.)/g, "$1");
    if (key !== undefined && key.length <= MAX_LENGTH) return key;
  }
  throw validationFailed([
    {
      path: "Idempotency-Key",
      message: `must be one value of 1 to ${MAX_LENGTH} visible ASCII characters, bare or quoted; it was ${show(header)}`,
    },
  ]);
}

/** The same of a call that must have one. */
function neededIdempotencyKey(header: string | string[] | undefined): string {
  const key = parseIdempotencyKey(header);
  if (key !== undefined) return key;
  const message = "is required; send a key of your own, so that a repeated request pays once";
  throw validationFailed([{ path: "Idempotency-Key", message }]);
}
