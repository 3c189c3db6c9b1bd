/**
 * An orderly end: new requests are refused, running ones are answered, connections do not linger.
 */
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { DeskError } from "../domain/errors.js";
import type { Door } from "./door.js";

const RETRY_SECONDS = 3;
/** How often connections that have become idle are closed. */
const SWEEP_MS = 50;
/** What still runs after that is cut off: some client is not reading or not sending. */
const GRACE_MS = 5_000;

/** Requests on connections that were open before the desk began to shut down. */
export function refuseWhenClosing({ engine }: Door): onRequestHookHandler {
  return (_request, _reply, done) => {
    done(engine.gates.shuttingDown ? shuttingDown() : undefined);
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
 * Node waits for kept-alive connections that fall idle only after the close; this ends them as they
 * do.
 */
export function closeInOrder(server: FastifyInstance): void {
  let sweep: NodeJS.Timeout | undefined;
  let cut: NodeJS.Timeout | undefined;
  server.addHook("preClose", async () => {
    sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
    cut = setTimeout(() => server.server.closeAllConnections(), GRACE_MS);
  });
  server.addHook("onClose", async () => {
    clearInterval(sweep);
    clearTimeout(cut);
  });
}
