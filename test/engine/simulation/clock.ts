/**
 * Time that a run sets: the wall's, which may jump, and a monotonic one, which pauses go by. While a run has the process, no
 * timer of the desk fires: what a timer would begin, a command does.
 */
export class PaperClock {
  wallMs: number;
  monotonicMs = 0;
  /** What the wall shows beside the truth. */
  wallOffMs = 0;

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
    const real = {
      now: performance.now.bind(performance),
      setTimeout: globalThis.setTimeout,
    };
    performance.now = () => this.monotonicMs;
    Object.assign(globalThis, { setTimeout: () => undefined });
    return () => {
      performance.now = real.now;
      globalThis.setTimeout = real.setTimeout;
    };
  }
}
