/** An orderly end: new requests are refused while running ones finish; only then does the server stop listening. */
import { finished } from "node:stream";
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { DeskError } from "../domain/errors.js";
import type { Connections } from "./connection.js";
import type { HttpDeps } from "./route.js";

const RETRY_SECONDS = 3;
/** How often connections that have become idle are closed. */
const SWEEP_MS = 50;
/** What still runs after that is cut off: its client is not reading or not sending. */
const GRACE_MS = 5_000;

/** Refuses what arrives after the shutdown began, on old connections and new ones. */
export function refuseWhenClosing({ engine }: HttpDeps): onRequestHookHandler {
  return (request, _reply, done) => {
    if (!engine.gates.shuttingDown) return done();
    // Reads the body to its end: the answer closes the connection, and unread bytes would take the answer along.
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
 * Answers running requests before the server closes, so that others are refused meanwhile instead of finding a closed port.
 * Node closes idle kept-alive connections only at the close; this closes them as they become idle.
 */
export function closeInOrder(server: FastifyInstance, connections: Connections): void {
  let sweep: NodeJS.Timeout | undefined;
  let cut: NodeJS.Timeout | undefined;
  server.addHook("preClose", async () => {
    cut = setTimeout(() => server.server.closeAllConnections(), GRACE_MS);
    await connections.answered();
    sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
  });
  server.addHook("onClose", async () => {
    clearInterval(sweep);
    clearTimeout(cut);
  });
}
