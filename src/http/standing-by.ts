/** The doors of a desk that stands by: it is alive, is not ready, and does nothing for anybody. */
import { randomUUID } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import { DeskError } from "../domain/errors.js";
import { errorBody, headersOfAll, JSON_TYPE } from "./error-answer.js";

const RETRY_SECONDS = 5;

/** `where`: the active desk, for people. */
export function createStandByServer(where: () => string): Server {
  return createServer((request, response) => {
    // Read to its end: the answer closes the connection, and unread bytes would take the answer along.
    request.resume().on("error", () => {});
    const path = request.url?.split("?", 1)[0];
    if (path === "/healthz") {
      answer(response, 200, JSON.stringify({ success: true, data: { status: "ok" } }));
      return;
    }
    refuse(response, path === "/readyz" ? notReady(where()) : elsewhere());
  });
}

function notReady(where: string): DeskError {
  return new DeskError(
    "DESK_HALTED",
    `This desk stands by: ${where}.`,
    { database: "stand-by", node: "not asked", telegram: "off", halted: false, paused: false },
    RETRY_SECONDS,
  );
}

function elsewhere(): DeskError {
  return new DeskError(
    "DESK_HALTED",
    "This desk stands by, and another one is active. Nothing was done; send the request to that one, or again in a moment.",
    undefined,
    RETRY_SECONDS,
  );
}

function refuse(response: ServerResponse, error: DeskError): void {
  const requestId = randomUUID();
  response.setHeader("retry-after", RETRY_SECONDS);
  answer(response, error.status, errorBody(error, requestId), requestId);
}

function answer(response: ServerResponse, status: number, body: string, requestId = randomUUID()) {
  const headers = { ...headersOfAll(requestId), "content-type": JSON_TYPE, connection: "close" };
  response.writeHead(status, headers).end(body);
}
