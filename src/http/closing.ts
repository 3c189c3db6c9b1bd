/**
 * An orderly end: what is new is refused while what runs is finished, and only then nobody listens any more.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { finished } from "node:stream";
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { DeskError } from "../domain/errors.js";
import type { Door } from "./door.js";

const RETRY_SECONDS = 3;
/** How often connections that have become idle are closed. */
const SWEEP_MS = 50;
/** What still runs after that is cut off: some client is not reading or not sending. */
const GRACE_MS = 5_000;

/** Whatever arrives after the desk began to shut down, on old connections and on new ones. */
export function refuseWhenClosing({ engine }: Door): onRequestHookHandler {
  return (request, _reply, done) => {
    if (!engine.gates.shuttingDown) return done();
    // Read to its end, because the answer closes the connection, and something unread would take the answer along.
    finished(request.raw.resume(), () => done(shuttingDown()));
  };
}

export function shuttingDown(): DeskError {
  return new DeskError(
    "SHUTTING_DOWN",
    "The desk is shutting down. Nothing was done; send the request again in a moment.",
    undefined,
    RETRY_SECONDS,
  );
}

/**
 * Requests under way are answered before the server ends, so that others are refused meanwhile and find no closed door. Node
 * waits for kept-alive connections that fall idle only after the close; this ends them as they do.
 */
export function closeInOrder(server: FastifyInstance): void {
  const underWay = responsesUnderWay(server);
  let sweep: NodeJS.Timeout | undefined;
  let cut: NodeJS.Timeout | undefined;
  server.addHook("preClose", async () => {
    cut = setTimeout(() => server.server.closeAllConnections(), GRACE_MS);
    await Promise.all([...underWay].map(answered));
    sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
  });
  server.addHook("onClose", async () => {
    clearInterval(sweep);
    clearTimeout(cut);
  });
}

type UnderWay = ReadonlyMap<Socket, ReadonlySet<ServerResponse>>;

/** By connection: of one that breaks off Node closes the answer that had its turn, and those that waited for theirs never. */
function responsesUnderWay(server: FastifyInstance): UnderWay {
  const underWay = new Map<Socket, Set<ServerResponse>>();
  server.server.on("connection", (socket: Socket) => {
    socket.once("close", () => underWay.delete(socket));
  });
  server.server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = underWay.get(socket) ?? new Set();
    underWay.set(socket, responses.add(response));
    response.once("close", () => {
      responses.delete(response);
      if (responses.size === 0) underWay.delete(socket);
    });
  });
  return underWay;
}

async function answered([socket, responses]: [Socket, ReadonlySet<ServerResponse>]): Promise<void> {
  await Promise.race([closed(socket), Promise.all([...responses].map(closed))]);
}

function closed(one: Socket | ServerResponse): Promise<void> {
  return new Promise((resolve) => one.once("close", () => resolve()));
}
