/**
 * The pace of one kind of call: so many in any second, as the service counts them, however many are asked for at once. A
 * call holds its place until a second after its answer, when the service has counted it for more than a second. Only timers
 * count here, so a clock of the machine that is set changes nothing.
 */

const SECOND_MS = 1_010;

export class Pace {
  #free: number;
  /** Who waits for a place, in the order in which they came. */
  readonly #retries = new Set<() => void>();
  readonly #firstTries = new Set<() => void>();
  /** Pauses that are not over. */
  #holds = 0;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(perSecond: number) {
    this.#free = perSecond;
  }

  /** Runs the task when its turn comes; a signal takes it out of the queue with its reason. */
  async run<T>(task: () => Promise<T>, turn: Turn): Promise<T> {
    await this.#place(turn);
    try {
      return await task();
    } finally {
      this.#after(SECOND_MS, () => {
        this.#free += 1;
      });
    }
  }

  /** The service wants a pause: nothing of this kind is sent before it is over. */
  holdFor(ms: number): void {
    this.#holds += 1;
    this.#after(ms, () => {
      this.#holds -= 1;
    });
  }

  #place({ signal, isRetry }: Turn): Promise<void> {
    const queue = isRetry ? this.#retries : this.#firstTries;
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener("abort", giveUp);
        // By then the connection of the answer before is free again.
        setImmediate(resolve);
      };
      const giveUp = () => {
        queue.delete(begin);
        this.#keepAlive();
        reject(signal.reason);
      };
      if (signal.aborted) return giveUp();
      signal.addEventListener("abort", giveUp, { once: true });
      queue.add(begin);
      this.#giveOut();
    });
  }

  #giveOut(): void {
    for (const queue of [this.#retries, this.#firstTries]) {
      for (const begin of queue) {
        if (this.#free === 0 || this.#holds > 0) break;
        this.#free -= 1;
        queue.delete(begin);
        begin();
      }
    }
    this.#keepAlive();
  }

  #after(ms: number, change: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      change();
      this.#giveOut();
    }, ms);
    this.#timers.add(timer);
    this.#keepAlive();
  }

  /** The process lives on only as long as somebody waits. */
  #keepAlive(): void {
    const isAwaited = this.#retries.size + this.#firstTries.size > 0;
    for (const timer of this.#timers) isAwaited ? timer.ref() : timer.unref();
  }
}

export interface Turn {
  readonly signal: AbortSignal;
  /** Before those that have not been sent yet. */
  readonly isRetry: boolean;
}
