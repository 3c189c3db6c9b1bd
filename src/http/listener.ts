/**
 * Node's server beneath Fastify, with its times, and set so that it answers nothing by itself: what
 * it would refuse with a bare status is refused in our form.
 */
import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { DeskError } from "../domain/errors.js";
import { answerOnSocket } from "./client-error.js";
import { errorBody, JSON_TYPE, nothingAt } from "./error-answer.js";

/** The longest a client may take to send its headers, and its whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** How often Node looks for requests beyond those times. */
const TIMEOUT_CHECK_MS = 2_000;
/**
 * Longer than proxies keep a connection, so that it is they who close it and no request meets a
 * closed one.
 */
const KEEP_ALIVE_MS = 72_000;
/** The longest nothing may move while an answer is made or taken: Node alone would keep who reads nothing for ever. */
const STANDSTILL_MS = 90_000;

export function createListener(handle: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requireHostHeader: false,
    },
    (request, response) => {
      if (lacksHost(request)) refuse(response, "HTTP/1.1 needs a Host header. Send it along.");
      else handle(request, response);
    },
  );
  server.setTimeout(STANDSTILL_MS);
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    refuse(response, "The Expect header may only say 100-continue. Send it so, or leave it away.");
  });
  server.on("connect", ({ method, url }: IncomingMessage, socket) => {
    answerOnSocket(socket, nothingAt(method, url), randomUUID());
  });
  return server;
}

function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === "1.1";
}

function refuse(response: ServerResponse, message: string): void {
  const error = new DeskError("VALIDATION_FAILED", message);
  const body = errorBody(error, randomUUID());
  response.writeHead(error.status, {
    "content-type": JSON_TYPE,
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}
