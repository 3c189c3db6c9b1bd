/** Node's server below Fastify, and its answers to what never became a request. */
import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { DeskError } from "../domain/errors.js";
import { Connection, type Connections } from "./connection.js";
import { errorBody, headersOfAll, JSON_TYPE, nothingAt, type RefusalLog } from "./error-answer.js";
import { shareTree } from "./methods.js";

const TIMEOUT = "ERR_HTTP_REQUEST_TIMEOUT";
const TOO_LARGE = "HPE_HEADER_OVERFLOW";
const MESSAGES: Readonly<Record<string, string>> = {
  [TIMEOUT]: "The request did not arrive in time. Send it again at once.",
  [TOO_LARGE]: "Path and headers together are larger than 16 KiB. Send less.",
};

/** Answers broken HTTP, endless headers, clients that do not finish. */
export function answerClientError(refusals: RefusalLog) {
  return ({ code = "" }: NodeJS.ErrnoException, socket: Duplex): void => {
    const connection = socket as Duplex as Connection;
    if (code === "ECONNRESET" || connection.destroyed) return;
    // A client that has asked nothing would take this answer for the one to its next request.
    if (code === TIMEOUT && connection.isUnused) return void connection.destroy();
    const refusal = new DeskError(
      code === TOO_LARGE ? "HEADERS_TOO_LARGE" : "VALIDATION_FAILED",
      MESSAGES[code] ?? "The request cannot be read as HTTP.",
    );
    connection.endAfterAnswers(() => {
      const id = randomUUID();
      refusals.tell(refusal, { id });
      answerOnSocket(connection, refusal, id);
    });
  };
}

/** Answers and ends a connection without a response object of Node's. */
function answerOnSocket(socket: Duplex, error: DeskError, requestId: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = errorBody(error, requestId);
  const headers = Object.entries({
    ...headersOfAll(requestId),
    "content-type": JSON_TYPE,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${head}\r\n${body}`, () =>
    socket.destroy(),
  );
}

/** The longest a client may take to send its headers, and its whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** How often Node looks for requests beyond those times. */
const TIMEOUT_CHECK_MS = 2_000;
/** Longer than proxies keep a connection, so that the proxy closes it and no request meets a closed one. */
const KEEP_ALIVE_MS = 72_000;
/** How long nothing may move while an answer is made or taken: Node alone would keep a client that never reads. */
const STANDSTILL_MS = 90_000;

/**
 * Node's server below Fastify, with its time limits, and set so that it answers nothing by itself: what it would refuse with a
 * bare status is refused in our form.
 */
export function createListener(serve: RequestListener, connections: Connections): Server {
  const take: RequestListener = (request, response) => {
    shareTree(request);
    connectionOf(request).serve({ request, response, serve });
  };
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requireHostHeader: false,
    },
    take,
  );
  server.setTimeout(STANDSTILL_MS);
  server.on("checkExpectation", take);
  server.on("connect", ({ method, url }: IncomingMessage, connection: Duplex) => {
    answerOnSocket(connection, nothingAt(method, url), randomUUID());
  });
  // Node speaks HTTP over any stream that it gets as a connection.
  const [speakHttp] = server.listeners("connection") as ((stream: Duplex) => void)[];
  if (speakHttp === undefined) throw new Error("Node's server does not listen for connections");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    speakHttp.call(server, new Connection(socket, connections));
  });
  return server;
}

function connectionOf({ socket }: IncomingMessage): Connection {
  return socket as Duplex as Connection;
}
