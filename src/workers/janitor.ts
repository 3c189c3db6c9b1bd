/** Forgets what has served its time: lapsed quotes and stored answers. */
import { forgetOld } from "../engine/forget-old.js";
import type { WorkerContext } from "./context.js";
import { Loop } from "./loop.js";

const EVERY_MS = 10 * 60_000;

export function createJanitor({ engine, logger }: WorkerContext): Loop {
  return new Loop({ name: "janitor", everyMs: EVERY_MS, logger, round: () => forgetOld(engine) });
}
