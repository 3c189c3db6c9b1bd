/** A loop that does one round at a time: by the clock, when woken, and with growing pauses while its work fails. */
import type { Logger } from "pino";

const LONGEST_PAUSE_MS = 10_000;

export interface LoopOptions {
  readonly name: string;
  /** Longest pause between two rounds. */
  readonly everyMs: number;
  readonly logger: Logger;
  /** One round; what it throws is logged and tried again. */
  readonly round: () => Promise<void>;
}

export interface LoopState {
  readonly name: string;
  readonly ok: boolean;
  readonly lastRoundAt: number | null;
  readonly lastError: string | null;
}

export class Loop {
  #options: LoopOptions;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #wokenMeanwhile = false;
  #failures = 0;
  #lastRoundAt: number | null = null;
  #lastError: string | null = null;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  start(): void {
    this.wake();
  }

  /** Starts a round now, or right after the one that runs. Does not shorten the pause after a failure. */
  wake = (): void => {
    if (this.#stopped) return;
    if (this.#running) this.#wokenMeanwhile = true;
    else if (this.#failures === 0 || !this.#timer) this.#begin();
  };

  /** Ends after the round that runs, if any. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  get state(): LoopState {
    return {
      name: this.#options.name,
      ok: this.#failures === 0,
      lastRoundAt: this.#lastRoundAt,
      lastError: this.#lastError,
    };
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wokenMeanwhile = false;
    this.#running = this.#round().finally(() => {
      this.#running = undefined;
      if (this.#stopped) return;
      if (this.#wokenMeanwhile && this.#failures === 0) setImmediate(this.wake);
      else this.#timer = setTimeout(() => this.#begin(), this.#pauseMs());
    });
  }

  async #round(): Promise<void> {
    const { name, logger, round } = this.#options;
    try {
      await round();
      if (this.#failures > 0) logger.info({ worker: name }, "works again");
      this.#failures = 0;
      this.#lastError = null;
    } catch (error) {
      this.#failures += 1;
      this.#lastError = error instanceof Error ? error.message : String(error);
      const level = this.#failures === 1 ? "warn" : "debug";
      logger[level]({ worker: name, failures: this.#failures, err: error }, "a round failed");
    }
    this.#lastRoundAt = Date.now();
  }

  #pauseMs(): number {
    if (this.#failures === 0) return this.#options.everyMs;
    return Math.min(LONGEST_PAUSE_MS, Math.max(this.#options.everyMs, 100 * 2 ** this.#failures));
  }
}
