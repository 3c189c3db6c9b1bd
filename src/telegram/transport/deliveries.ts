/**
 * Takes Telegram's deliveries over HTTP to the inbox. The desk listens before its bot is open and after it is closed; then
 * deliveries are refused, and Telegram repeats them.
 */
import type { Update } from "grammy/types";
import { z } from "zod";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { TakeUpdates } from "./source.js";

const RETRY_SECONDS = 1;

/** Only the id is checked here: an update that makes no sense is put aside when it is applied. */
const envelope = z.looseObject({ update_id: z.int().min(0) });

export class Deliveries {
  readonly #now: () => number;
  #take: TakeUpdates | undefined;
  #lastAt: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Unix milliseconds of the last update taken. */
  get lastAt(): number | null {
    return this.#lastAt;
  }

  open(take: TakeUpdates): void {
    this.#take = take;
  }

  close(): void {
    this.#take = undefined;
  }

  /** Resolves once the update is durable; a repeated one already is. */
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
