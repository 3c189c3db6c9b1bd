/**
 * The answer to a tap, which ends its spinner: sent once, at once, and without the pace. What takes longer ends the spinner
 * without words; the card shows the rest. A failure here costs a spinner only.
 */
import type { Api } from "grammy";
import type { Logger } from "pino";

export interface Words {
  readonly text?: string;
  readonly alert?: boolean;
}

/** How long a spinner may turn before it is ended without words. */
const SPINNER_MS = 1_500;
const GIVE_UP_MS = 10_000;

interface AnswersWith {
  readonly api: Api;
  readonly logger: Logger;
}

export class TapAnswer {
  readonly #deps: AnswersWith;
  readonly #callbackId: string;
  readonly #early: NodeJS.Timeout;
  #said: Promise<void> | undefined;

  constructor(deps: AnswersWith, callbackId: string) {
    this.#deps = deps;
    this.#callbackId = callbackId;
    this.#early = setTimeout(() => this.say({}), SPINNER_MS);
  }

  /** The first words count. */
  say(words: Words): void {
    clearTimeout(this.#early);
    this.#said ??= this.#send(words);
  }

  /** Resolves when it was sent, or never will be. */
  async end(): Promise<void> {
    this.say({});
    await this.#said;
  }

  /** A tap that is tried again gets its words then. */
  leave(): void {
    clearTimeout(this.#early);
  }

  async #send({ text, alert }: Words): Promise<void> {
    const options = { ...(text && { text }), ...(alert && { show_alert: true }) };
    const heard = this.#deps.api
      .answerCallbackQuery(this.#callbackId, options)
      .catch((error: unknown) => {
        this.#deps.logger.debug({ err: error }, "a tap could not be answered");
      });
    let timer: NodeJS.Timeout | undefined;
    const gaveUp = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, GIVE_UP_MS);
    });
    await Promise.race([heard, gaveUp]).finally(() => clearTimeout(timer));
  }
}
