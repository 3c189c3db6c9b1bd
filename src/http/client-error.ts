/**
 * Answers what never became a request: broken HTTP, headers without end, clients that do not
 * finish.
 */
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { DeskError } from "../domain/errors.js";
import type { Door } from "./door.js";
import { errorBody, JSON_TYPE } from "./error-answer.js";

const MESSAGES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "The request did not arrive in time. Send it again at once.",
  HPE_HEADER_OVERFLOW: "The headers are larger than 16 KiB.",
};

export function answerClientError({ logger }: Door) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const requestId = randomUUID();
    logger.debug({ requestId, code: error.code }, "a client sent no proper request");
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const message = MESSAGES[error.code ?? ""] ?? "The request cannot be read as HTTP.";
    const body = errorBody(new DeskError("VALIDATION_FAILED", message), requestId);
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: ${JSON_TYPE}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      () => socket.destroy(),
    );
  };
}
