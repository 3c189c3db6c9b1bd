/** GET /healthz: the process answers. GET /readyz: it could take an order now, or why not. Both public. */
import type { FastifyInstance } from "fastify";
import { DeskError } from "../../domain/errors.js";
import { readPublicTerms } from "../../engine/prices/rates.js";
import { shuttingDown } from "../closing.js";
import type { Door } from "../door.js";

const RETRY_SECONDS = 5;

export function healthRoutes(scope: FastifyInstance, door: Door): void {
  const readiness = createReadiness(door);
  scope.get("/healthz", async () => ({ success: true, data: { status: "ok" } }));
  scope.get("/readyz", async () => {
    if (door.engine.gates.shuttingDown) throw shuttingDown();
    const state = await readiness();
    const obstacle = obstacleIn(state);
    if (obstacle) throw obstacle;
    return { success: true, data: { status: "ready", ...state } };
  });
}

function obstacleIn(state: Readiness): DeskError | undefined {
  const refuse = (code: "DESK_HALTED" | "CHAIN_UNAVAILABLE", message: string) =>
    new DeskError(code, message, state, RETRY_SECONDS);
  if (state.database !== "ok") return refuse("DESK_HALTED", `The database ${state.database}.`);
  if (state.halted) return refuse("DESK_HALTED", "New orders are halted after a failed check.");
  if (state.paused) return refuse("DESK_HALTED", "The operator has paused new orders.");
  if (state.node !== "ok") return refuse("CHAIN_UNAVAILABLE", `TRON: ${state.node}`);
  return undefined;
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
function createReadiness(door: Door): () => Promise<Readiness> {
  return async () => {
    const { gates } = door.engine;
    return {
      database: await askDatabase(door),
      node: await nodeProblem(door),
      telegram: door.telegram(),
      halted: gates.halt !== undefined,
      paused: gates.pause !== undefined,
    };
  };
}

async function askDatabase({ engine, logger }: Door): Promise<string> {
  try {
    await readPublicTerms(engine);
    // The last order or block shows it: a probe would write to the disk for anybody who asks.
    return engine.database.writeProblem === undefined ? "ok" : "cannot be written";
  } catch (error) {
    logger.error({ err: error }, "the database does not answer");
    return "does not answer";
  }
}

/** The node's own words are for the operator. */
async function nodeProblem({ chainReady, engine, logger }: Door): Promise<string> {
  try {
    await chainReady();
  } catch (error) {
    logger.debug({ err: error }, "the node does not answer");
    return "the TRON node does not answer";
  }
  return engine.gates.chainProblem() ?? "ok";
}
