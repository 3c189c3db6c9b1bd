/** What ends a call early: the caller's signal at any time, `close()` only while it waits to be sent. */
import { setMaxListeners } from "node:events";
import { EnergyDeskError } from "./error.js";
import type { Scrub } from "./scrub.js";

export class Stop {
  readonly #sending = new AbortController();
  readonly #waiting = new AbortController();
  readonly #release: () => void;

  constructor(signal: AbortSignal | undefined, closing: AbortSignal, scrub: Scrub) {
    const abort = () => {
      const reason: unknown = signal?.reason;
      const cause = scrub(reason instanceof Error ? reason : new Error(String(reason)));
      const error = new EnergyDeskError("ABORTED", "The call was aborted.", { cause });
      this.#sending.abort(error);
      this.#waiting.abort(error);
    };
    const close = () => {
      this.#waiting.abort(new EnergyDeskError("CLOSED", "The client was closed."));
    };
    this.#release = () => {
      signal?.removeEventListener("abort", abort);
      closing.removeEventListener("abort", close);
    };
    // As many calls as run at once listen to one signal: no leak that Node must warn of.
    setMaxListeners(0, closing, ...(signal ? [signal] : []));
    signal?.addEventListener("abort", abort, { once: true });
    closing.addEventListener("abort", close, { once: true });
    if (signal?.aborted) abort();
    if (closing.aborted) close();
  }

  /** Ends what is under way; its reason is the error to throw, as that of `waiting` is. */
  get sending(): AbortSignal {
    return this.#sending.signal;
  }

  get waiting(): AbortSignal {
    return this.#waiting.signal;
  }

  /** The promise, or the stop if that comes first. */
  async orStopped<T>(promise: Promise<T>): Promise<T> {
    const { waiting } = this;
    let onAbort = () => {};
    const stopped = new Promise<never>((_resolve, reject) => {
      onAbort = () => reject(waiting.reason);
      waiting.addEventListener("abort", onAbort, { once: true });
      if (waiting.aborted) onAbort();
    });
    try {
      return await Promise.race([promise, stopped]);
    } finally {
      waiting.removeEventListener("abort", onAbort);
    }
  }

  end(): void {
    this.#release();
  }
}
