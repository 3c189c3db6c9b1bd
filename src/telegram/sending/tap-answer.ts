/**
 * The answer to one tap, which ends the spinner: said once, at once, and past the pace. What has to wait longer ends the
 * spinner without a word; the card tells the rest. What fails here costs a spinner, nothing else.
 */
import type { Api } from "grammy";
import type { Logger } from "pino";

export interface Words {
  readonly text?: string;
  readonly alert?: boolean;
}

/** Nobody looks at a spinner for longer. */
const SPINNER_MS = 1_500;
const GIVE_UP_MS = 10_000;

interface AnswersWith {
  readonly api: Api;
  readonly logger: Logger;
}

export class TapAnswer {
  readonly #door: AnswersWith;
  readonly #callbackId: string;
  readonly #early: NodeJS.Timeout;
  #said: Promise<void> | undefined;

  constructor(door: AnswersWith, callbackId: string) {
    this.#door = door;
    this.#callbackId = callbackId;
    this.#early = setTimeout(() => this.say({}), SPINNER_MS);
  }

  /** The first words count. */
  say(words: Words): void {
    clearTimeout(this.#early);
    this.#said ??= this.#send(words);
  }

  /** Resolves when it was heard, or will never be. */
  async end(): Promise<void> {
    this.say({});
    await this.#said;
  }

  /** A tap that is tried again says its words then. */
  leave(): void {
    clearTimeout(this.#early);
  }

  async #send({ text, alert }: Words): Promise<void> {
    const options = { ...(text && { text }), ...(alert && { show_alert: true }) };
    const heard = this.#door.api
      .answerCallbackQuery(this.#callbackId, options)
      .catch((error: unknown) => {
        this.#door.logger.debug({ err: error }, "a tap could not be answered");
      });
    let timer: NodeJS.Timeout | undefined;
    const gaveUp = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, GIVE_UP_MS);
    });
    await Promise.race([heard, gaveUp]).finally(() => clearTimeout(timer));
  }
}
