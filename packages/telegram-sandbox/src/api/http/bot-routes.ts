/** The bot's side: /bot<token>/<method> and the files. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { methodNamed } from "../methods/methods.js";
import { webhookInfo } from "../methods/webhook.js";
import { BOT_TOKEN } from "../model.js";
import { fileByPath } from "../storage/files.js";
import { ApiError } from "../wire/api-error.js";
import { isObject } from "../wire/json-field.js";
import type { Params } from "../wire/params.js";
import { readParams } from "../wire/read-params.js";
import { type Fault, faultAnswer } from "./faults.js";
import type { Parts } from "./parts.js";

interface Answer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

export function botRoutes(scope: FastifyInstance, parts: Parts): void {
  scope.route<{ Params: { token: string; method: string } }>({
    method: ["GET", "POST"],
    url: "/bot:token/:method",
    handler: (request, reply) => respond(parts, request, reply, request.params),
  });
  scope.get<{ Params: { token: string; "*": string } }>("/file/bot:token/*", (request, reply) => {
    if (request.params.token !== BOT_TOKEN) return reply.code(401).send(unauthorized().json);
    const file = fileByPath(parts.world.storage, request.params["*"]);
    if (file === undefined) return reply.code(404).send(notFound().json);
    return reply.type("application/octet-stream").send(file.bytes);
  });
}

async function respond(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, method }: { token: string; method: string },
): Promise<FastifyReply> {
  if (token !== BOT_TOKEN) return send(reply, unauthorized());
  const { world, calls, faults } = parts;
  const startedMs = world.clock.monotonicMs();
  const started = { method, started_at: world.nowMs };
  let params: Params | undefined;
  let fault: Fault | undefined;
  let answer: Answer | undefined;
  try {
    params = readParams(request);
    fault = faults.take(method, params.has("chat_id") ? params.integer("chat_id") : undefined);
    answer = await answerOf(parts, request, method, params, fault);
  } catch (error) {
    answer = refusal(error);
  }
  const cut = fault?.cut;
  const took_ms = world.clock.monotonicMs() - startedMs;
  const parameters = params?.toJSON() ?? {};
  calls.add({
    ...started,
    parameters,
    took_ms,
    ...(answer && { answer: answer.json }),
    ...(cut && { cut }),
  });
  if (cut !== undefined || answer === undefined) {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  return send(reply, answer);
}

/** Undefined when the connection is cut before anything happened. */
async function answerOf(
  parts: Parts,
  request: FastifyRequest,
  name: string,
  params: Params,
  fault: Fault | undefined,
): Promise<Answer | undefined> {
  if (fault?.delay_ms) await sleep(fault.delay_ms, undefined, { signal: parts.closing });
  if (fault?.cut === "before") return undefined;
  const code = fault?.error_code;
  if (fault && code !== undefined) return { status: code, json: faultAnswer(fault, code) };
  const result = await resultOf(parts, request, name, params);
  return result === undefined ? notFound() : { status: 200, json: { ok: true, result } };
}

async function resultOf(
  { world, poll, webhooks }: Parts,
  request: FastifyRequest,
  name: string,
  params: Params,
): Promise<unknown> {
  if (name.toLowerCase() === "getupdates") return pollFor(request, poll, params);
  if (name.toLowerCase() === "getwebhookinfo") return webhookInfo(world, webhooks.trouble);
  const method = methodNamed(name);
  return method && world.storage.commit(() => method(world, params));
}

/** Ends the wait when the bot's connection closes before the answer. */
async function pollFor(
  { raw }: FastifyRequest,
  poll: Parts["poll"],
  params: Params,
): Promise<unknown> {
  const hungUp = new AbortController();
  const hangUp = (): void => hungUp.abort();
  raw.socket.once("close", hangUp);
  try {
    return await poll.getUpdates(params, hungUp.signal);
  } finally {
    raw.socket.off("close", hangUp);
  }
}

function refusal(error: unknown): Answer {
  if (!(error instanceof ApiError)) throw error;
  const { code, message, parameters } = error;
  const json = { ok: false, error_code: code, description: message };
  return { status: code, json: parameters ? { ...json, parameters } : json };
}

function unauthorized(): Answer {
  return { status: 401, json: { ok: false, error_code: 401, description: "Unauthorized" } };
}

function notFound(): Answer {
  return { status: 404, json: { ok: false, error_code: 404, description: "Not Found" } };
}

function send(reply: FastifyReply, { status, json }: Answer): FastifyReply {
  const { parameters } = json;
  if (status === 429 && isObject(parameters)) {
    reply.header("retry-after", String(parameters.retry_after));
  }
  return reply.code(status).send(json);
}
