/**
 * A signal that ends with another one, or after a while. Not `AbortSignal.any`: one that lives long would keep a trace of
 * every call.
 */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #release: () => void;
  #isOver = false;

  constructor(outer: AbortSignal | undefined, timeoutMs: number) {
    const abort = () => this.#controller.abort(outer?.reason);
    this.#timer = setTimeout(() => {
      this.#isOver = !this.#controller.signal.aborted;
      this.#controller.abort();
    }, timeoutMs);
    this.#release = () => outer?.removeEventListener("abort", abort);
    outer?.addEventListener("abort", abort, { once: true });
    if (outer?.aborted) abort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether time ran out before anything else ended it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#release();
  }
}
