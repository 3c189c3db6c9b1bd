/** Whether a call waits for its answer for so long that the node counts as silent. */
const LONG_MS = 3_000;

export class Silence {
  #sinceMs: number | undefined;

  /** One call comes after the other. */
  async until<T>(answer: Promise<T>): Promise<T> {
    this.#sinceMs = performance.now();
    try {
      return await answer;
    } finally {
      this.#sinceMs = undefined;
    }
  }

  isLong(): boolean {
    return this.#sinceMs !== undefined && performance.now() - this.#sinceMs > LONG_MS;
  }
}
