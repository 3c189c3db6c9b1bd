/** Deletes what is over, such as lapsed quotes and idempotency keys, and revokes keys that were never shown. */

import { MINUTE_MS } from "../common/time.js";
import { revokePendingKeys } from "../engine/customers/own-keys.js";
import { forgetOld } from "../engine/operating/forget-old.js";
import type { WorkerContext } from "./context.js";
import { Loop } from "./loop.js";

const EVERY_MS = 10 * MINUTE_MS;
/** Longer than any call to Telegram takes. */
const SHOWN_WITHIN_MS = 5 * MINUTE_MS;

export function createJanitor(context: WorkerContext): Loop {
  const { engine } = context;
  const round = async () => {
    await revokePendingKeys(engine, engine.now() - SHOWN_WITHIN_MS);
    await forgetOld(engine);
  };
  return new Loop({ name: "janitor", movesMoney: false, everyMs: EVERY_MS, context, round });
}
