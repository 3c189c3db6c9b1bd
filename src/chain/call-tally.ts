/** Counts the calls to the node, by path: how many, how many failed, how long they took in all. */
export interface CallCount {
  readonly path: string;
  calls: number;
  errors: number;
  tookMs: number;
}

export class CallTally {
  #counts = new Map<string, CallCount>();

  /** To be told of each call; the paths are the desk's own, so there are few. */
  count = (path: string, ms: number, ok: boolean): void => {
    let count = this.#counts.get(path);
    if (!count) {
      count = { path, calls: 0, errors: 0, tookMs: 0 };
      this.#counts.set(path, count);
    }
    count.calls += 1;
    if (!ok) count.errors += 1;
    count.tookMs += ms;
  };

  read(): readonly Readonly<CallCount>[] {
    return [...this.#counts.values()];
  }
}
