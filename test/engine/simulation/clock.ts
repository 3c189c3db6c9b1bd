/**
 * Time that a run sets: the wall's, which may jump, and a monotonic one, which pauses go by. While a run has the process, no
 * timer of the desk fires: what a timer would begin, a command does.
 */
export class PaperClock {
  wallMs: number;
  monotonicMs = 0;
  /** What the wall shows beside the truth. */
  wallOffMs = 0;
  readonly #real = { now: performance.now, setTimeout: globalThis.setTimeout };

  constructor(startMs: number) {
    this.wallMs = startMs;
  }

  get nowMs(): number {
    return this.wallMs + this.wallOffMs;
  }

  pass(ms: number): void {
    this.wallMs += ms;
    this.monotonicMs += ms;
  }

  /** Puts this clock in the place of the process's until what it gives is called. */
  install(): () => void {
    performance.now = () => this.monotonicMs;
    this.#stopTimers();
    return () => {
      performance.now = this.#real.now;
      globalThis.setTimeout = this.#real.setTimeout;
    };
  }

  /** Where all is at rest: who opens a session of a server needs timers. */
  async withTimers<T>(work: () => Promise<T>): Promise<T> {
    globalThis.setTimeout = this.#real.setTimeout;
    return work().finally(() => this.#stopTimers());
  }

  #stopTimers(): void {
    Object.assign(globalThis, { setTimeout: () => undefined });
  }
}
