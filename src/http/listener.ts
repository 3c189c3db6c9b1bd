/**
 * Node's server below Fastify, with its time limits, and set so that it answers nothing by itself: what it would refuse with a
 * bare status is refused in our form.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { answerOnSocket } from "./client-error.js";
import { Connection, type Connections } from "./connection.js";
import { nothingAt } from "./error-answer.js";

/** The longest a client may take to send its headers, and its whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** How often Node looks for requests beyond those times. */
const TIMEOUT_CHECK_MS = 2_000;
/** Longer than proxies keep a connection, so that the proxy closes it and no request meets a closed one. */
const KEEP_ALIVE_MS = 72_000;
/** How long nothing may move while an answer is made or taken: Node alone would keep a client that never reads. */
const STANDSTILL_MS = 90_000;

export function createListener(serve: RequestListener, connections: Connections): Server {
  const take: RequestListener = (request, response) => {
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
