/**
 * Whether database and node answer. `GET /readyz` is public, so the node is asked once at a time
 * and its answer kept for a second: probes must not eat the calls that orders need.
 */
import { readPublicSettings } from "../engine/prices/rates.js";
import type { Door } from "./door.js";

const KEEP_MS = 1_000;
const NODE_TIMEOUT_MS = 3_000;

/**
 * `ok`, or what is wrong. Reasons of a halt or pause are the operator's; here is only that there is
 * one.
 */
export interface Readiness {
  readonly database: string;
  readonly node: string;
  /** No obstacle, whatever it is. */
  readonly telegram: string;
  readonly halted: boolean;
  readonly paused: boolean;
}

export function createReadiness(door: Door): () => Promise<Readiness> {
  let asking: Promise<string> | undefined;
  const forget = () => {
    asking = undefined;
  };
  const node = () => {
    asking ??= askNode(door).finally(() => setTimeout(forget, KEEP_MS).unref());
    return asking;
  };
  return async () => {
    const { gates } = door.engine;
    const asked = await node();
    return {
      database: askDatabase(door),
      node: asked === "ok" ? (gates.chainProblem() ?? "ok") : asked,
      telegram: door.telegram(),
      halted: gates.halt !== undefined,
      paused: gates.pause !== undefined,
    };
  };
}

function askDatabase({ engine, logger }: Door): string {
  try {
    readPublicSettings(engine);
    // The last order or block tells: a probe of its own would write to the disk for whoever asks.
    return engine.database.writeProblem === undefined ? "ok" : "cannot be written";
  } catch (error) {
    logger.error({ err: error }, "the database does not answer");
    return "does not answer";
  }
}

/** What the node says instead of an answer is the operator's. */
async function askNode({ chainReady, logger }: Door): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<string>((resolve) => {
    const late = `the TRON node gave no answer for ${NODE_TIMEOUT_MS / 1_000} s`;
    timer = setTimeout(resolve, NODE_TIMEOUT_MS, late);
  });
  try {
    return await Promise.race([chainReady().then(() => "ok"), tooLate]);
  } catch (error) {
    logger.debug({ err: error }, "a probe of the node failed");
    return "the TRON node does not answer";
  } finally {
    clearTimeout(timer);
  }
}
