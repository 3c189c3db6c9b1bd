/**
 * What Telegram brings over HTTP, on its way to the inbox. The desk listens before its bot is open and after it is closed;
 * what comes then is refused, and Telegram brings it again.
 */
import type { Update } from "grammy/types";
import { z } from "zod";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { TakeUpdates } from "./source.js";

const RETRY_SECONDS = 1;

/** The rest of an update is looked at when it is applied: one that makes no sense is put aside there. */
const envelope = z.looseObject({ update_id: z.int().min(0) });

export class Deliveries {
  readonly #now: () => number;
  #take: TakeUpdates | undefined;
  #lastAt: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Unix milliseconds of the last update that was taken. */
  get lastAt(): number | null {
    return this.#lastAt;
  }

  open(take: TakeUpdates): void {
    this.#take = take;
  }

  close(): void {
    this.#take = undefined;
  }

  /** Resolves once the update is durable, which a repeated one is already. */
  readonly receive = async (body: unknown): Promise<void> => {
    if (!this.#take) {
      const message = "The bot is not open. Nothing was stored; send the update again in a moment.";
      throw new DeskError("BUSY", message, undefined, RETRY_SECONDS);
    }
    const { success } = envelope.safeParse(body);
    if (!success) {
      const message = "must be a whole number of 0 or more in an object that is an update";
      throw validationFailed([{ path: "update_id", message }]);
    }
    await this.#take([body as Update]);
    this.#lastAt = this.#now();
  };
}
