/**
 * A service that follows the order contract and nothing else: one call, no Idempotency-Key, errors in a form of its own and
 * fields that no client has heard of. What it does with a call can be told beforehand.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export const API_KEY = "key_9f+Zq/37==secret";
export const WALLET = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** When it was read to its end. */
  readonly atMs: number;
}

/** What it does with the next call instead of creating: answers, or breaks the connection. */
export type Turn = (response: ServerResponse, seen: Seen) => void;

export interface BareDesk {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** Orders created: what a customer would have paid for. */
  readonly created: readonly string[];
  connections(): number;
  /** What the next calls meet, in their order. */
  next(...turns: readonly Turn[]): void;
  /** Resolves once so many calls have come. */
  calls(count: number): Promise<void>;
}

export async function startBareDesk(prefix = ""): Promise<BareDesk> {
  const seen: Seen[] = [];
  const created: string[] = [];
  const turns: Turn[] = [];
  const waiting: { count: number; go: () => void }[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers } = request;
    const call = { method, path: url, headers, body, atMs: performance.now() };
    seen.push(call);
    for (const { count, go } of waiting) if (seen.length >= count) go();
    const turn = turns.shift();
    if (turn) turn(response, call);
    else if (method !== "POST" || url !== `${prefix}/v1/order/create`) {
      response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not Found</h1>");
    } else if (headers["x-api-key"] !== API_KEY) {
      json(response, 401, { ok: false, reason: "who are you?" });
    } else create(response, body, created);
  });
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    seen,
    created,
    connections: () => connections,
    next: (...more) => void turns.push(...more),
    calls: (count) =>
      new Promise((resolve) => {
        waiting.push({ count, go: resolve });
        if (seen.length >= count) resolve();
      }),
  };
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** It creates the order, and its answer is lost on the way. */
export function createAndBreak(service: BareDesk): Turn {
  return (response, { body }) => {
    create(undefined, body, service.created as string[]);
    response.destroy();
  };
}

/** It creates the order, and answers when it may. */
export function createWhen(service: BareDesk, mayAnswer: Promise<void>): Turn {
  return (response, { body }) =>
    void mayAnswer.then(() => create(response, body, service.created as string[]));
}

function create(response: ServerResponse | undefined, body: string, created: string[]): void {
  const order = JSON.parse(body);
  const orders = order.receiver.map((receiver: string) => {
    const orderId = createHash("sha256").update(`${created.length}`).digest("hex").slice(0, 24);
    created.push(orderId);
    return {
      orderId,
      receiver,
      type: order.type,
      resourceType: order.resourceType.toLowerCase(),
      resourceAmount: order.resourceAmount,
      price: 60,
      paidAmount: (order.resourceAmount * 60) / 1_000_000,
      status: "processing",
      createdAt: Date.now(),
      colour: "blue",
    };
  });
  const data = { count: orders.length, orders, queue: { place: 7 } };
  if (response) json(response, 200, { success: true, data, took: "3ms" });
}
