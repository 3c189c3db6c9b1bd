/** What does not leave by itself, and what goes where its customer has never sent anything: for `desk status`. */
import { withdrawalsHeldBack } from "../../store/figures.js";
import type { Engine } from "../context.js";

export type HeldBack = Awaited<ReturnType<typeof readHeldBack>>;

export function readHeldBack(engine: Engine) {
  const at = engine.now();
  return engine.database.read(() => withdrawalsHeldBack(at));
}
