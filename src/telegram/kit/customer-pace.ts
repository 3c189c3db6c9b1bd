/** Delays a customer's orders and quotes from Telegram that exceed their limits over all channels; HTTP refuses instead. */
import Bottleneck from "bottleneck";
import { byRealTime } from "../../common/real-time.js";
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import type { SlidingWindow } from "../../engine/admission.js";

/** How often to try again for a turn that another channel has used. */
const TRIES = 5;

export class CustomerPace {
  #window: SlidingWindow;
  #customers = new Bottleneck.Group({ maxConcurrent: 1, timeout: 60_000 });

  constructor(window: SlidingWindow) {
    this.#window = window;
    this.#customers.on("created", (limiter) => void byRealTime(limiter));
  }

  /** Resolves once the call is counted; throws RATE_LIMITED when other channels leave no room. */
  async turn(customerId: CustomerId): Promise<void> {
    await this.#customers.key(customerId).schedule(() => this.#admit(customerId));
  }

  async stop(): Promise<void> {
    for (const { key } of this.#customers.limiters()) await this.#customers.deleteKey(key);
  }

  async #admit(customerId: CustomerId): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        this.#window.admit(customerId);
        return;
      } catch (error) {
        const isFull = error instanceof DeskError && error.code === "RATE_LIMITED";
        if (!isFull || tries === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1_000 * (error.retryAfterSeconds ?? 1)));
      }
    }
  }
}
