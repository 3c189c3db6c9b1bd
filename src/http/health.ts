/** Health: the process answers; it could take an order now, or why not. Both public. */
import { z } from "zod";
import { DeskError, type Readiness } from "../domain/errors.js";
import { readPublicTerms } from "../engine/prices/rates.js";
import { shuttingDown } from "./closing.js";
import { named, readiness } from "./contract/shapes.js";
import { type HttpDeps, route } from "./route.js";

const RETRY_SECONDS = 5;

const alive = named("Alive", z.object({ status: z.literal("ok") }));

const ready = named("Ready", z.object({ status: z.literal("ready"), ...readiness.shape }));

const PUBLIC = {
  method: "get",
  tag: "Desk",
  caller: "anybody",
  ignoresQuery: true,
  isServedWhileClosing: true,
} as const;

export const HEALTH_ROUTES = [
  route({
    ...PUBLIC,
    path: "/healthz",
    id: "healthz",
    summary: "The process answers",
    description: "Asks nothing else; see `/readyz` for whether it can sell.",
    answer: { data: alive, example: { status: "ok" } },
    serve: async () => ({ status: "ok" as const }),
  }),
  route({
    ...PUBLIC,
    path: "/readyz",
    id: "readyz",
    summary: "The desk could take an order now, or what is in the way",
    description:
      "Asks the database, and tells of TRON what the desk has seen last. A 503 tells the same in `details`.",
    answer: {
      data: ready,
      example: {
        status: "ready",
        database: "ok",
        node: "ok",
        telegram: "ok",
        halted: false,
        paused: false,
      },
    },
    errors: ["CHAIN_UNAVAILABLE", "DESK_HALTED"],
    serve: async (deps) => {
      if (deps.engine.gates.shuttingDown) throw shuttingDown();
      const { state, obstacle } = await readinessOf(deps);
      if (obstacle) throw obstacle;
      return { status: "ready" as const, ...state };
    },
  }),
];

/** A database that cannot be read or written, or what keeps every order out. */
function obstacleIn(state: Readiness, orders: DeskError | undefined): DeskError | undefined {
  const refuse = (code: "DESK_HALTED" | "CHAIN_UNAVAILABLE", message: string) =>
    new DeskError(code, message, state, RETRY_SECONDS);
  if (state.database !== "ok") return refuse("DESK_HALTED", `The database ${state.database}.`);
  if (orders?.code === "SHUTTING_DOWN") return shuttingDown();
  const isOfChain = orders?.code === "CHAIN_UNAVAILABLE";
  return orders && refuse(isOfChain ? orders.code : "DESK_HALTED", orders.message);
}

/** From what was seen last, so that probes use none of the calls that orders need. */
async function readinessOf(deps: HttpDeps) {
  const { gates } = deps.engine;
  const database = await askDatabase(deps);
  const chainProblem = gates.chainProblem();
  const state: Readiness = {
    database,
    node: chainProblem ?? "ok",
    telegram: deps.telegram(),
    halted: gates.halt !== undefined,
    paused: gates.pause !== undefined,
    ...(deps.lossRisk && { replication: deps.lossRisk() === null ? "ok" : "at risk" }),
  };
  return { state, obstacle: obstacleIn(state, gates.obstacleAt(chainProblem)) };
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
