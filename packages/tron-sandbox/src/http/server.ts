/**
 * The HTTP server: reads a call, applies a fault if one is due, and answers JSON the way
 * java-tron's servlets do.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ZodError } from "zod";
import { foreignPage, type HostCheck, type Refusal, unlessJson } from "#shared/same-origin.js";
import type { ReadableChain } from "../chain/readable-chain.js";
import { Rejection, rejection } from "../chain/rejection.js";
import { ContractProblem } from "../contracts/contract.js";
import type { Sandbox } from "../sandbox.js";
import { JavaError } from "../wire/java-error.js";
import type { Transaction } from "../wire/transaction.js";
import { ADMIN } from "./admin.js";
import { AdminProblem } from "./admin-call.js";
import { altered } from "./altered-infos.js";
import { BROADCASTS } from "./broadcast-endpoints.js";
import type { Fault } from "./fault-schema.js";
import { pageNotServed } from "./not-served.js";
import { refuse } from "./refusals.js";
import { type Asked, GivenCall, parseObject } from "./request.js";
import { routeOf } from "./routes.js";

const MAX_BODY_BYTES = 4_000_000;
const KEEP_ALIVE_MS = 60_000;
const FORM = "application/x-www-form-urlencoded";

interface Received extends Asked {
  /** Why it may not change anything by the admin endpoints. */
  readonly notJson: Refusal | undefined;
}

interface Answer {
  readonly status: number;
  /** Undefined is an answer without a body. */
  readonly json?: unknown;
  readonly html?: string;
}

export function serve(sandbox: Sandbox, checkHost: HostCheck): Server {
  // Node alone would refuse a request without a Host, without a word.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    // Whatever is asked may use up a fault: no call is one that a page elsewhere could be let.
    const refusal = checkHost(request.rawHeaders) ?? foreignPage(request.rawHeaders);
    if (refusal) return send(response, refused(refusal));
    respond(sandbox, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

function refused({ status, text }: Refusal): Answer {
  return { status, json: { Error: text } };
}

async function respond(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await read(request);
  if (asked === undefined) return void send(response, { status: 413, json: {} });
  if (asked.path.startsWith("/sandbox/")) return send(response, await administrate(sandbox, asked));
  const broadcast = () => broadcastIn(sandbox, asked);
  const fault = sandbox.faults.take(asked.path, broadcast);
  if (fault?.kind === "drop") return void response.destroy();
  if (fault?.kind === "status") {
    return send(response, { status: fault.status, json: { Error: `fault ${fault.status}` } });
  }
  if (fault?.kind === "delay") await sleep(fault.delayMs);
  const chain = sandbox.faults.takeBehind(asked.path, broadcast) ?? sandbox.chain;
  const answer = answerOf(chain, asked, fault);
  if (fault?.kind === "accept-then-hang") return;
  if (fault?.kind === "accept-then-drop") return void response.destroy();
  send(response, answer);
}

async function read(request: IncomingMessage): Promise<Received | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(bytes);
  }
  const url = new URL(request.url ?? "/", "http://node");
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    isForm: request.headers["content-type"] === FORM,
    text: Buffer.concat(chunks).toString("utf8"),
    notJson: unlessJson(request.rawHeaders),
  };
}

/** What a call broadcasts, if it does and if it can be read. */
function broadcastIn(sandbox: Sandbox, asked: Asked): Transaction | undefined {
  const broadcast = BROADCASTS[asked.path];
  try {
    return broadcast?.read(new GivenCall(sandbox.chain, asked, broadcast.reading, false));
  } catch {
    return undefined;
  }
}

function answerOf(chain: ReadableChain, asked: Asked, fault: Fault | undefined): Answer {
  const { method, path } = asked;
  const broadcast = BROADCASTS[path];
  const route = routeOf(path);
  const served = broadcast ?? route;
  const isRead = route !== undefined && (method === "GET" || method === "HEAD");
  if (served === undefined || !(isRead || method === "POST")) {
    return pageNotServed(asked, served !== undefined);
  }
  if (isRead && route.isPostOnly) return { status: 200 };
  try {
    const call = new GivenCall(chain, asked, served.reading, route?.solid ?? false);
    const json = broadcast?.answer(call, takerOf(chain, fault)) ?? route?.endpoint(call);
    return { status: 200, json: altered(json, fault, call) };
  } catch (error) {
    return { status: 200, json: { Error: errorText(error) } };
  }
}

function takerOf(
  chain: ReadableChain,
  fault: Fault | undefined,
): (transaction: Transaction) => void {
  return (transaction) => {
    if (fault?.kind === "code") throw rejection(fault.code);
    if (fault?.kind === "reject" && transaction.contract) {
      throw refuse(fault.reason, transaction.contract);
    }
    if (fault?.kind === "accept-and-forget") chain.judge(transaction);
    else chain.accept(transaction, fault?.kind === "never-include");
  };
}

function errorText(error: unknown): string {
  if (error instanceof JavaError) return `class ${error.javaClass} : ${error.message}`;
  const message = error instanceof Error ? error.message : String(error);
  return `class java.lang.RuntimeException : ${message}`;
}

const KNOWN = [AdminProblem, ContractProblem, Rejection, JavaError];

/** The one that only reads. */
const STATE = "/sandbox/state";

/** Admin endpoints are ours, so they use HTTP statuses. */
async function administrate(sandbox: Sandbox, asked: Received): Promise<Answer> {
  const endpoint = ADMIN[asked.path];
  if (endpoint === undefined) {
    return { status: 404, json: { Error: `The sandbox node has nothing at ${asked.path}` } };
  }
  if (asked.notJson && asked.path !== STATE) return refused(asked.notJson);
  try {
    const body = asked.text.trim() === "" ? {} : parseObject(asked.text);
    return { status: 200, json: await endpoint(sandbox, body) };
  } catch (error) {
    if (error instanceof ZodError) {
      const problems = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
      return { status: 400, json: { Error: problems.join("; ") } };
    }
    const known = KNOWN.some((kind) => error instanceof kind);
    const text = error instanceof Error ? error.message : String(error);
    return { status: known ? 400 : 500, json: { Error: text } };
  }
}

function send(response: ServerResponse, { status, json, html }: Answer): void {
  const body = html ?? (json === undefined ? "" : `${JSON.stringify(json)}\n`);
  const type = html === undefined ? "application/json" : "text/html";
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}
