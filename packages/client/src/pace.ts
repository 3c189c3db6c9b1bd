/**
 * The pace of one kind of call: so many in any second, as the service counts them, however many are asked for at once. A
 * call holds its place until a second after its answer, when the service has counted it for more than a second.
 * (Bottleneck's reservoir would pass twice as many around a refill, and its `minTime` would stretch short bursts.)
 */
import Bottleneck from "bottleneck";
import { pauseMs } from "./pause.js";

const SECOND_MS = 1_010;
const FIRST_TRY = 5;
const RETRY = 4;

export class Pace {
  readonly #limiter: Bottleneck;
  readonly #resting = new Set<NodeJS.Timeout>();
  #waiting = 0;
  #heldUntilMs = 0;

  constructor(perSecond: number) {
    this.#limiter = new Bottleneck({ maxConcurrent: perSecond });
  }

  /** Runs the task when its turn comes; a signal takes it out of the queue with its reason. */
  run<T>(task: () => Promise<T>, { signal, isRetry }: Turn): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let isWaiting = true;
      const stopWaiting = () => {
        if (!isWaiting) return;
        isWaiting = false;
        signal.removeEventListener("abort", giveUp);
        this.#countWaiting(-1);
      };
      const giveUp = () => {
        stopWaiting();
        reject(signal.reason);
      };
      const turn = async () => {
        while (isWaiting && this.#heldForMs() > 0)
          await pauseMs(this.#heldForMs(), signal).catch(giveUp);
        if (!isWaiting) return;
        stopWaiting();
        const ran = task();
        ran.then(resolve, reject);
        await ran.then(nothing, nothing);
        await this.#rest();
      };
      this.#countWaiting(1);
      signal.addEventListener("abort", giveUp, { once: true });
      if (signal.aborted) giveUp();
      else this.#limiter.schedule({ priority: isRetry ? RETRY : FIRST_TRY }, turn).catch(reject);
    });
  }

  /** The service wants a pause: nothing of this kind is sent before it is over. */
  holdFor(ms: number): void {
    this.#heldUntilMs = Math.max(this.#heldUntilMs, performance.now() + ms);
  }

  #heldForMs(): number {
    return this.#heldUntilMs - performance.now();
  }

  /** Keeps the process alive only as long as somebody waits for the place. */
  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#resting.delete(timer);
        resolve();
      }, SECOND_MS);
      this.#resting.add(timer);
      if (this.#waiting === 0) timer.unref();
    });
  }

  #countWaiting(change: 1 | -1): void {
    this.#waiting += change;
    for (const timer of this.#resting) this.#waiting > 0 ? timer.ref() : timer.unref();
  }
}

export interface Turn {
  readonly signal: AbortSignal;
  /** Before those that have not been sent yet. */
  readonly isRetry: boolean;
}

function nothing(): void {}
