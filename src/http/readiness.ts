/**
 * Whether database and node answer. `GET /readyz` is public and answered from what was seen last, so that probes use none of
 * the calls that orders need.
 */
import { readPublicTerms } from "../engine/prices/rates.js";
import type { Door } from "./door.js";

/** `ok`, or what is wrong. Only the operator sees the reason of a halt or pause. */
export interface Readiness {
  readonly database: string;
  readonly node: string;
  /** No obstacle to orders, whatever it says. */
  readonly telegram: string;
  readonly halted: boolean;
  readonly paused: boolean;
}

export function createReadiness(door: Door): () => Promise<Readiness> {
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
