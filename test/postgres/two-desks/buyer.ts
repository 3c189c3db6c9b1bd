/** Somebody who buys in the bot, one purchase after the other, and taps again where nothing happened. */

import { until } from "../../support/until.js";
import { type ChatSide, dataOf, hasButton, type Seen } from "../../telegram/e2e/people.js";
import { active } from "../../telegram/e2e/wallets.js";

const PAY = "Pay ";
/** Also of a rental that is over by the time that somebody looks. */
const DELIVERED = /(✅|⚠️) .*delivered|Rental is over/i;
/** So long nobody may sell, and all that was said and tapped comes then. */
const WAITS_MS = 240_000;
/** A person tries again when nothing moves. */
const AGAIN_AFTER_MS = 10_000;

export class Buyer {
  /** Purchases whose card said that they were delivered. */
  bought = 0;
  readonly id: number;
  readonly #person: ReturnType<ChatSide["person"]>;
  readonly #wallet: string;
  #isOver = false;
  #running: Promise<void> | undefined;

  constructor(chat: ChatSide, id: number, nth: number) {
    this.id = id;
    this.#person = chat.person(id);
    this.#wallet = active(nth);
  }

  start(): Promise<void> {
    this.#running = this.#buyAll();
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #buyAll(): Promise<void> {
    while (!this.#isOver) await this.#buy();
  }

  async #buy(): Promise<void> {
    const order = `/buy 65k energy 15m ${this.#wallet}`;
    const { message_id: asked } = await this.#person.say(order);
    const seen = new Set<string>();
    const find = async (is: (card: Seen) => boolean) => {
      const cards = (await this.#person.cards()).filter(({ message_id: id }) => id > asked);
      for (const { text = "", message_id: id } of cards) seen.add(`${id}: ${text}`);
      return cards.findLast(is);
    };
    const shown = () => `${this.id} goes on after ${asked}\n${[...seen].join("\n")}`;
    const isPayable = (card: Seen) => hasButton(card, PAY, true);
    const isDelivered = ({ text = "" }: Seen) => DELIVERED.test(text);
    // Just after a take-over no price may be known.
    const askAgain = this.#nowAndThen(() => this.#person.say(order));
    const card = await until(
      shown,
      async () => (await find(isPayable)) ?? (await askAgain()),
      Boolean,
      WAITS_MS,
    );
    const data = dataOf(card, PAY);
    const isPaying = ({ message_id: id }: Seen) => id === card.message_id;
    const tap = async () => {
      if (await find((one) => isPaying(one) && isPayable(one))) {
        await this.#person.press(card.message_id, data);
      }
    };
    await tap();
    const tapAgain = this.#nowAndThen(tap);
    await until(
      shown,
      async () => (await find(isDelivered)) ?? (await tapAgain()),
      Boolean,
      WAITS_MS,
    );
    this.bought += 1;
  }

  /** Does it when nothing has moved for a while, and waits for nothing. */
  #nowAndThen(act: () => Promise<unknown>): () => Promise<undefined> {
    let lastMs = performance.now();
    return async () => {
      if (performance.now() - lastMs > AGAIN_AFTER_MS) {
        lastMs = performance.now();
        await act();
      }
      return undefined;
    };
  }
}
