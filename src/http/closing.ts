/**
 * An orderly end: what is new is refused while what runs is finished, and only then nobody listens any more.
 */
import { finished } from "node:stream";
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { DeskError } from "../domain/errors.js";
import type { Connections } from "./connection.js";
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
