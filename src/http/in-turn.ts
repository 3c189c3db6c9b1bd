/**
 * Creations of orders wait in a queue of their own, and each turn of the event loop looks at some, so that a flood of them leaves
 * time for what was ordered. When the queue is full, a call is refused unread, which costs a tenth of an order; and so is one that has
 * waited in it for long.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { DeskError } from "../domain/errors.js";
import type { Engine } from "../engine/context.js";
import type { Connections } from "./connection.js";
import { errorBody, headersOfAll, JSON_TYPE, type RefusalLog } from "./error-answer.js";

/** Few enough that a commit comes soon, and enough that it is worth its write to disk. */
const CALLS_A_TURN = 16;
/** Turns in a row that may be left to new connections: Node accepts one a turn, and behind it others may wait. */
const MOST_TURNS_LEFT = 64;
export const CREATION = "/v1/order/create";
const RETRY_SECONDS = 3;
const FULL = new DeskError(
  "BUSY",
  "More orders come in than the desk can answer in time. Nothing was done; send the order again in a moment.",
  undefined,
  RETRY_SECONDS,
);

/** Serves what the server serves; creations as said above. */
export function creationsInTurn(
  serve: RequestListener,
  { load }: Pick<Engine, "load">,
  connections: Connections,
  refusals: RefusalLog,
): RequestListener {
  /** Each tells whether it was served. */
  const waiting: (() => boolean)[] = [];
  let isTurnDue = false;
  let accepted = 0;
  let turnsLeft = 0;
  const leavesTurn = () => {
    const isAccepting = connections.accepted > accepted && turnsLeft < MOST_TURNS_LEFT;
    accepted = connections.accepted;
    turnsLeft = isAccepting ? turnsLeft + 1 : 0;
    return isAccepting || load.isSlow();
  };
  const lookAtSome = () => {
    for (let served = 0; served < CALLS_A_TURN; ) {
      const lookAt = waiting.shift();
      if (!lookAt) return;
      if (lookAt()) served += 1;
    }
  };
  const awaitTurn = () => {
    if (isTurnDue || waiting.length === 0) return;
    isTurnDue = true;
    setImmediate(() => {
      isTurnDue = false;
      if (!leavesTurn()) lookAtSome();
      awaitTurn();
    });
  };
  return (request, response) => {
    if (!isCreation(request)) return serve(request, response);
    if (load.isFull()) return refuse(response, refusals);
    const isLookedAt = load.arrived();
    waiting.push(() => {
      const isInTime = isLookedAt();
      if (isInTime) serve(request, response);
      else refuse(response, refusals);
      return isInTime;
    });
    awaitTurn();
  };
}

function isCreation({ method, url = "" }: IncomingMessage): boolean {
  return method === "POST" && (url === CREATION || url.startsWith(`${CREATION}?`));
}

/** Without Fastify, whose hooks, routing and own headers are most of the cost. */
function refuse(response: ServerResponse, refusals: RefusalLog): void {
  const id = randomUUID();
  refusals.tell(FULL, { id });
  const body = errorBody(FULL, id);
  response
    .writeHead(FULL.status, {
      ...headersOfAll(id),
      "content-type": JSON_TYPE,
      "content-length": Buffer.byteLength(body),
      "retry-after": String(RETRY_SECONDS),
    })
    .end(body);
}
