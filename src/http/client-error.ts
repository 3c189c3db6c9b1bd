/**
 * Answers what never became a request: broken HTTP, headers without end, clients that do not
 * finish.
 */
import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { DeskError } from "../domain/errors.js";
import type { Door } from "./door.js";
import { errorBody, JSON_TYPE } from "./error-answer.js";

const MESSAGES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "The request did not arrive in time. Send it again at once.",
  HPE_HEADER_OVERFLOW: "The headers are larger than 16 KiB.",
};

export function answerClientError({ logger }: Door) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const requestId = randomUUID();
    logger.debug({ requestId, code: error.code }, "a client sent no proper request");
    const message = MESSAGES[error.code ?? ""] ?? "The request cannot be read as HTTP.";
    answerOnSocket(socket, new DeskError("VALIDATION_FAILED", message), requestId);
  };
}

/** The answer and the end of a connection that no response of Node's belongs to. */
export function answerOnSocket(socket: Duplex, error: DeskError, requestId: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = errorBody(error, requestId);
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\nContent-Type: ${JSON_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
