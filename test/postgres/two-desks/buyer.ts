/** Somebody who buys in the bot, one purchase after the other, and taps again where nothing happened. */

import { until } from "../../support/until.js";
import { type ChatSide, dataOf, hasButton, type Seen } from "../../telegram/e2e/people.js";
import { active } from "../../telegram/e2e/wallets.js";

const PAY = "Pay ";
/** Also of a rental that is over by the time that somebody looks. */
const DELIVERED = /(✅|⚠️) .*delivered|Rental is over/i;
/** Asked twice while nobody answered, the desk sends two cards, and the second closes the first, maybe just before it is tapped. */
const REPLACED = /^This card was replaced by a newer card\. Nothing was charged here\./;
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
    // Just after a take-over no price may be known.
    const askAgain = this.#nowAndThen(() => this.#person.say(order));
    const payable = () =>
      until(shown, async () => (await find(isPayable)) ?? (await askAgain()), Boolean, WAITS_MS);
    /** Delivered; or the card that was tapped is replaced. Another card is never tapped while this one may be paid. */
    const paid = async (card: Seen) => {
      const { message_id: paying } = card;
      const tap = async () => {
        if (await find((one) => one.message_id === paying && isPayable(one))) {
          await this.#person.pressOnceRead(paying, dataOf(card, PAY));
        }
      };
      await tap();
      const tapAgain = this.#nowAndThen(tap);
      const isEnd = ({ text = "", message_id: id }: Seen) =>
        DELIVERED.test(text) || (id === paying && REPLACED.test(text));
      return until(shown, async () => (await find(isEnd)) ?? (await tapAgain()), Boolean, WAITS_MS);
    };
    while (REPLACED.test((await paid(await payable())).text ?? ""));
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
