/** Forgets what has served its time: lapsed quotes and stored answers. */
import { forgetOld } from "../engine/forget-old.js";
import type { WorkerContext } from "./context.js";
import { Loop } from "./loop.js";

const EVERY_MS = 10 * 60_000;

export function createJanitor(context: WorkerContext): Loop {
  const round = () => forgetOld(context.engine);
  return new Loop({ name: "janitor", everyMs: EVERY_MS, context, round });
}
