/** GET /healthz: the process answers. GET /readyz: it could take an order now, or why not. Both public. */
import type { FastifyInstance } from "fastify";
import { DeskError, type ErrorCode } from "../../domain/errors.js";
import { readPublicTerms } from "../../engine/prices/rates.js";
import { shuttingDown } from "../closing.js";
import type { HttpDeps } from "../deps.js";

const RETRY_SECONDS = 5;

export function healthRoutes(scope: FastifyInstance, door: HttpDeps): void {
  const readiness = createReadiness(door);
  scope.get("/healthz", async () => ({ success: true, data: { status: "ok" } }));
  scope.get("/readyz", async () => {
    if (door.engine.gates.shuttingDown) throw shuttingDown();
    const { state, obstacle } = await readiness();
    if (obstacle) throw obstacle;
    return { success: true, data: { status: "ready", ...state } };
  });
}

/** A database that cannot be read or written, or what keeps every order out. */
function obstacleIn(state: Readiness, orders: DeskError | undefined): DeskError | undefined {
  const refuse = (code: ErrorCode, message: string) =>
    new DeskError(code, message, state, RETRY_SECONDS);
  if (state.database !== "ok") return refuse("DESK_HALTED", `The database ${state.database}.`);
  return orders && refuse(orders.code, orders.message);
}

/** `ok`, or what is wrong. Only the operator sees the reason of a halt or pause. */
interface Readiness {
  readonly database: string;
  readonly node: string;
  /** No obstacle to orders, whatever it says. */
  readonly telegram: string;
  readonly halted: boolean;
  readonly paused: boolean;
}

/**
 * Whether database and node answer. `GET /readyz` is public and answered from what was seen last, so that probes use none of
 * the calls that orders need.
 */
function createReadiness(door: HttpDeps) {
  return async () => {
    const { gates } = door.engine;
    const database = await askDatabase(door);
    const chainProblem = gates.chainProblem();
    const state: Readiness = {
      database,
      node: chainProblem ?? "ok",
      telegram: door.telegram(),
      halted: gates.halt !== undefined,
      paused: gates.pause !== undefined,
    };
    return { state, obstacle: obstacleIn(state, gates.obstacleAt(chainProblem)) };
  };
}

async function askDatabase({ engine, logger }: HttpDeps): Promise<string> {
  try {
    await readPublicTerms(engine);
    // The last order or block shows it: a probe would write to the disk for anybody who asks.
    return engine.database.writeProblem === undefined ? "ok" : "cannot be written";
  } catch (error) {
    logger.error({ err: error }, "the database does not answer");
    return "does not answer";
  }
}
