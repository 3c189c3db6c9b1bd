/** Orders from Telegram wait their turn: as many a second as the contract allows a customer, over all doors. */
import Bottleneck from "bottleneck";
import { DeskError } from "../domain/errors.js";
import type { CustomerId } from "../domain/ids.js";
import type { Engine } from "../engine/context.js";

/** How often a turn is asked for that another door has just used up. */
const TRIES = 5;

export class OrderPace {
  #engine: Engine;
  #customers = new Bottleneck.Group({ maxConcurrent: 1, timeout: 60_000 });

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Resolves once the customer may create; throws RATE_LIMITED when other doors leave no room. */
  async turn(customerId: CustomerId): Promise<void> {
    await this.#customers.key(customerId).schedule(() => this.#admit(customerId));
  }

  async stop(): Promise<void> {
    for (const { key } of this.#customers.limiters()) await this.#customers.deleteKey(key);
  }

  async #admit(customerId: CustomerId): Promise<void> {
    const { create } = this.#engine.admission;
    for (let tries = 1; ; tries += 1) {
      try {
        create.admit(customerId);
        return;
      } catch (error) {
        const isFull = error instanceof DeskError && error.code === "RATE_LIMITED";
        if (!isFull || tries === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1_000 * (error.retryAfterSeconds ?? 1)));
      }
    }
  }
}
