/** GET /healthz: the process answers. GET /readyz: it could take an order now, or why not. Both public. */
import type { FastifyInstance } from "fastify";
import { DeskError } from "../../domain/errors.js";
import { shuttingDown } from "../closing.js";
import type { Door } from "../door.js";
import { createReadiness, type Readiness } from "../readiness.js";

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
