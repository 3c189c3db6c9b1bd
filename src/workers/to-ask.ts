/** Transactions that no further block will show: asked for by their id, a few in each round. */
import { eachDone, throwFirst } from "../engine/each-done.js";
import type { WorkerContext } from "./context.js";
import { type Asked, ask, readToAsk } from "./look-up.js";

/** Few enough for the blocks to go on meanwhile. */
const ASKED_A_ROUND = 8;

export class ToAsk {
  /** Undefined until it was listed. */
  #left: readonly Asked[] | undefined;

  /** All of it was asked for. */
  get isDone(): boolean {
    return this.#left?.length === 0;
  }

  /** The list must be made anew. */
  begin(): void {
    this.#left = undefined;
  }

  async round(context: WorkerContext): Promise<void> {
    const asked = this.#left ?? (await readToAsk(context.engine));
    this.#left = asked;
    if (asked.length === 0) return;
    const failed: Asked[] = [];
    const asking = asked.slice(0, ASKED_A_ROUND).map((one) =>
      ask(context, one).catch((error: unknown) => {
        failed.push(one);
        throw error;
      }),
    );
    const { failures } = await eachDone(asking);
    // What cannot be asked about comes again after the others.
    this.#left = [...asked.slice(ASKED_A_ROUND), ...failed];
    context.engine.signals.emit("planned");
    throwFirst(failures);
  }
}
