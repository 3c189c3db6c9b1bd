/** The log of Bot API calls and their answers, in memory: the newest ones. */
import { nextNumber } from "../storage/settings.js";
import type { Storage } from "../storage/storage.js";

const KEPT = 5_000;
/** Numbers go on after a restart, so that "after N" hides no later call. */
const PER_START = 1_000_000;

interface BotCall {
  readonly n: number;
  readonly method: string;
  readonly parameters: unknown;
  readonly started_at: number;
  readonly took_ms: number;
  /** What the bot was told, or would have been but for the cut. */
  readonly answer?: unknown;
  readonly cut?: "before" | "after";
}

export class Calls {
  readonly #calls: BotCall[] = [];
  #last: number;

  constructor(storage: Storage) {
    let start = 0;
    storage.commitNow(() => {
      start = nextNumber(storage, "starts", 0);
    });
    this.#last = start * PER_START;
  }

  add(call: Omit<BotCall, "n">): void {
    this.#last += 1;
    this.#calls.push({ n: this.#last, ...call });
    if (this.#calls.length > 2 * KEPT) this.#calls.splice(0, KEPT);
  }

  after(n: number): BotCall[] {
    return this.#calls.filter((call) => call.n > n);
  }
}
