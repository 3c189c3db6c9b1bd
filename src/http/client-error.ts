/** Answers what never became a request: broken HTTP, endless headers, clients that do not finish. */
import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { DeskError } from "../domain/errors.js";
import type { Connection } from "./connection.js";
import { errorBody, headersOfAll, JSON_TYPE } from "./error-answer.js";
import type { RefusalLog } from "./request-log.js";

const TIMEOUT = "ERR_HTTP_REQUEST_TIMEOUT";
const MESSAGES: Readonly<Record<string, string>> = {
  [TIMEOUT]: "The request did not arrive in time. Send it again at once.",
  HPE_HEADER_OVERFLOW: "The headers are larger than 16 KiB.",
};

export function answerClientError(refusals: RefusalLog) {
  return ({ code = "" }: NodeJS.ErrnoException, socket: Duplex): void => {
    const connection = socket as Duplex as Connection;
    if (code === "ECONNRESET" || connection.destroyed) return;
    // A client that has asked nothing would take this answer for the one to its next request.
    if (code === TIMEOUT && connection.isUnused) return void connection.destroy();
    const refusal = new DeskError(
      "VALIDATION_FAILED",
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
export function answerOnSocket(socket: Duplex, error: DeskError, requestId: string): void {
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
