/**
 * A route, defined once: its path, limits, zod of what comes and goes, errors, examples and the use case. The server is made of
 * these definitions, and so is the OpenAPI document (document.ts).
 */
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from "fastify";
import type { Logger } from "pino";
import { z } from "zod";
import { must } from "../domain/assert.js";
import { DeskError, validationFailed } from "../domain/errors.js";
import { show } from "../domain/fields.js";
import type { SlidingWindow } from "../engine/admission.js";
import type { Engine } from "../engine/context.js";
import { holderForKey, isKeyDisabled } from "../engine/customers/customers.js";
import { assertKeyMay, type By } from "../engine/teams/rights.js";
import type { RequestBody, RouteContract } from "./contract/route.js";
import { ignoreBodies, readBody } from "./json-body.js";
import type { MetricsSources } from "./metrics/metrics.js";
import { parseQuery } from "./query.js";

export type Route = RouteContract & {
  /** Adds it to a scope whose prefix its path begins with. */
  readonly mount: (scope: FastifyInstance, deps: RouteDeps) => void;
};

interface RouteDeps extends HttpDeps {
  readonly readDocument: ReadDocument;
}

/** The OpenAPI document of all routes, whose program takes a while to load. */
export type ReadDocument = () => Promise<{ readonly openapi: string }>;

/** What a use case gets of a call. */
interface Call<Path extends string, Key extends KeyNeed, Query, Body> {
  readonly customerId: string;
  readonly by: By;
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

type Definition<
  Path extends string,
  Key extends KeyNeed,
  Query extends z.ZodObject,
  Body,
  Answer extends z.ZodType,
> = RouteContract & {
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
};

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
  const right = definition.caller === "customer" ? definition.right : undefined;
  const add = (own: FastifyInstance) =>
    own.route({
      method: method.toUpperCase() as HTTPMethods,
      url: urlOf(path).slice(own.prefix.length),
      ...(limit ? { onRequest: admit(deps.engine.admission[limit]) } : {}),
      handler: async (request, reply) => {
        const { customerId, keyId, isOfTeam } = request;
        const by = { kind: "key", keyId, isOfTeam } as const;
        if (right && isOfTeam) await assertKeyMay(deps.engine, { customerId, by }, right);
        const data = await serve(deps, {
          ...{ customerId, by },
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

export interface HttpDeps {
  readonly engine: Engine;
  /** "off", "ok", or "does not answer": shown by /readyz, and no obstacle to orders over HTTP. */
  readonly telegram: () => string;
  /** When an acknowledged order could be lost; null while none can. Undefined with SQLite. */
  readonly lossRisk?: (() => string | null) | undefined;
  /** Takes Telegram's deliveries; undefined while the desk polls, or has no bot. */
  readonly telegramWebhook?: TelegramWebhook | undefined;
  /** Undefined when metrics are off. */
  readonly metrics?: MetricsDeps | undefined;
  /**
   * What is wrong with the host that a request was sent to, judged by its `rawHeaders`; undefined when any name will do. A
   * sandbox answers to its own names alone, because it gives away keys and chats.
   */
  readonly hostProblem?: ((rawHeaders: readonly string[]) => string | undefined) | undefined;
  readonly logger: Logger;
}

export interface MetricsDeps extends MetricsSources {
  /** Secret; without one only this machine may read. */
  readonly token: string | undefined;
}

export interface TelegramWebhook {
  /** Secret. */
  readonly secretToken: string;
  /** Resolves once the update is durable; rejects with a DeskError when it is not taken. */
  readonly receive: (update: unknown) => Promise<void>;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The customer of the request's key, and the key's id; empty on public routes. */
    customerId: string;
    keyId: string;
    isOfTeam: boolean;
  }
}

/**
 * Counts a call against its limit once its key is known and before its body is read, so a malformed or oversized body counts
 * like any other. Reports the count in the RateLimit headers.
 */
export function admit(window: SlidingWindow): onRequestHookHandler {
  const policy = `"${window.name}";q=${window.limit};w=1`;
  const tell = (reply: FastifyReply, remaining: number, seconds: number) => {
    reply.header("ratelimit-policy", policy);
    reply.header("ratelimit", `"${window.name}";r=${remaining};t=${seconds}`);
  };
  return (request, reply, done) => {
    try {
      const { remaining, resetSeconds } = window.admit(request.customerId);
      tell(reply, remaining, resetSeconds);
      done();
    } catch (error) {
      if (error instanceof DeskError) tell(reply, 0, error.retryAfterSeconds ?? 1);
      done(error as Error);
    }
  };
}

/** One answer for a missing, an unknown and a revoked key, so that it reveals nothing about keys. */
const REFUSAL = "The API key is missing or invalid. Send yours in the header x-api-key.";

/** Its holder had it before the restore; whether it was revoked since, only the operator may know. */
const DISABLED =
  "This API key is disabled because the desk was restored from a backup. Ask its operator to enable it (`desk key enable`), or use a newer key.";

export function authenticate({ engine }: HttpDeps): onRequestAsyncHookHandler {
  return async (request) => {
    const key = request.raw.headers["x-api-key"];
    const holder = await holderForKey(engine, key);
    if (holder === undefined) {
      const why = (await isKeyDisabled(engine, key)) ? DISABLED : REFUSAL;
      throw new DeskError("UNAUTHORIZED", why);
    }
    request.customerId = holder.customerId;
    request.keyId = holder.keyId;
    request.isOfTeam = holder.isOfTeam;
  };
}
