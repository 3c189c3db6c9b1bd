/**
 * The HTTP server: reads a call, applies a fault if one is due, and answers JSON the way
 * java-tron's servlets do.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ZodError } from "zod";
import { foreignPage, type HostCheck, type Refusal, unlessJson } from "../../same-origin.js";
import { Rejection, rejection } from "../chain/rejection.js";
import { ContractProblem } from "../contracts/contract.js";
import type { Sandbox } from "../sandbox.js";
import { JavaError, jsonException } from "../wire/java-error.js";
import { isJson, type Json } from "../wire/json.js";
import type { Transaction } from "../wire/transaction.js";
import { ADMIN } from "./admin.js";
import { AdminProblem } from "./admin-call.js";
import type { Call } from "./answer.js";
import { BROADCASTS } from "./broadcast-endpoints.js";
import type { Fault } from "./faults.js";
import { refuse } from "./refusals.js";
import { routeOf } from "./routes.js";

const MAX_BODY_BYTES = 4_000_000;
const KEEP_ALIVE_MS = 60_000;

interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly text: string;
  /** Why it may not change anything by the admin endpoints. */
  readonly notJson: Refusal | undefined;
}

interface Answer {
  readonly status: number;
  readonly json: unknown;
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
  const fault = sandbox.faults.take(asked.path, () => broadcastIn(sandbox, asked));
  if (fault?.kind === "drop") return void response.destroy();
  if (fault?.kind === "status") {
    return send(response, { status: fault.status, json: { Error: `fault ${fault.status}` } });
  }
  if (fault?.kind === "delay") await sleep(fault.delayMs);
  const answer = answerOf(sandbox, asked, fault);
  if (fault?.kind === "accept-then-hang") return;
  if (fault?.kind === "accept-then-drop") return void response.destroy();
  send(response, answer);
}

async function read(request: IncomingMessage): Promise<Asked | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(bytes);
  }
  const url = new URL(request.url ?? "/", "http://node");
  const path = url.pathname.replace(/\/+$/, "");
  const text = Buffer.concat(chunks).toString("utf8");
  return { path, query: url.searchParams, text, notJson: unlessJson(request.rawHeaders) };
}

/** What a call broadcasts, if it does and if it can be read. */
function broadcastIn(sandbox: Sandbox, asked: Asked): Transaction | undefined {
  const read = BROADCASTS[asked.path]?.read;
  try {
    return read?.(callOf(sandbox, asked, false));
  } catch {
    return undefined;
  }
}

function answerOf(sandbox: Sandbox, asked: Asked, fault: Fault | undefined): Answer {
  const { path } = asked;
  const broadcast = BROADCASTS[path];
  const route = routeOf(path);
  if (broadcast === undefined && route === undefined) return notSpoken(path);
  try {
    const call = callOf(sandbox, asked, route?.solid ?? false);
    const json = broadcast?.answer(call, takerOf(sandbox, fault)) ?? route?.endpoint(call);
    return { status: 200, json };
  } catch (error) {
    return { status: 200, json: { Error: errorText(error) } };
  }
}

function notSpoken(path: string): Answer {
  const text = `The sandbox node has nothing at ${path.slice(0, 100)}`;
  return { status: 404, json: { Error: text } };
}

function takerOf(sandbox: Sandbox, fault: Fault | undefined): (transaction: Transaction) => void {
  return (transaction) => {
    if (fault?.kind === "code") throw rejection(fault.code);
    if (fault?.kind === "reject" && transaction.contract) {
      throw refuse(fault.reason, transaction.contract);
    }
    sandbox.chain.accept(transaction, fault?.kind === "never-include");
  };
}

/** The query of a GET and the body of a POST mean the same. */
function callOf(sandbox: Sandbox, { query, text }: Asked, solid: boolean): Call {
  const body = { ...Object.fromEntries(query), ...parseBody(text) };
  const visible = body.visible === true || body.visible === "true";
  return { chain: sandbox.chain, body, visible, solid };
}

function parseBody(text: string): Json {
  if (text.trim() === "") return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw jsonException(`syntax error, pos 1, line 1, column 2${text.slice(0, 100)}`);
  }
  if (!isJson(body)) throw jsonException("can not cast to JSONObject.");
  return body;
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
async function administrate(sandbox: Sandbox, asked: Asked): Promise<Answer> {
  const endpoint = ADMIN[asked.path];
  if (endpoint === undefined) return notSpoken(asked.path);
  if (asked.notJson && asked.path !== STATE) return refused(asked.notJson);
  try {
    return { status: 200, json: await endpoint(sandbox, parseBody(asked.text)) };
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

function send(response: ServerResponse, { status, json }: Answer): void {
  const body = `${JSON.stringify(json)}\n`;
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}
