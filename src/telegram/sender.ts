/**
 * Sends what is to be sent: messages once, and cards in their newest state only. Everything waits for its turn in the pace;
 * what a stop leaves is in the tables.
 */

import { createHash } from "node:crypto";
import type { Api } from "grammy";
import type { Logger } from "pino";
import type { Engine } from "../engine/context.js";
import {
  type CardRow,
  countAttempt,
  migrateChat,
  type OutboxRow,
  readDirtyCards,
  readOpenMessages,
  readReachable,
  redrawCard,
  saveDead,
  saveDrawn,
  saveReachable,
  saveSent,
  takeUpCard,
} from "../engine/outbox.js";
import type { Card } from "./card.js";
import type { failureOf } from "./failures.js";
import { SendPace } from "./pace.js";
import { sendCard, sendMessage } from "./send.js";

/** A card as it is now, and whether it can still change by itself. */
export interface Drawing {
  readonly card: Card;
  readonly watching: boolean;
}

export interface SenderOptions {
  readonly engine: Engine;
  readonly api: Api;
  readonly logger: Logger;
  /** Draws a card from what its subject is now; undefined when there is nothing to draw. */
  readonly draw: (card: CardRow) => Drawing | undefined;
  readonly wordsFor: Parameters<typeof sendMessage>[2];
}

/** A send whose outcome is unknown is repeated once. */
const SENDS = 2;
const RETRY_MS = 2_000;

export class Sender {
  #options: SenderOptions;
  #pace = new SendPace();
  #cards = new Set<string>();
  #messages = new Set<number>();
  #unknownSends = new Map<string, number>();
  #timers = new Set<NodeJS.Timeout>();
  #stopped = false;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Looks for what is to be sent. Call after every commit that left something. */
  wake = (): void => {
    if (this.#stopped) return;
    const { engine } = this.#options;
    for (const message of readOpenMessages(engine)) this.#queueMessage(message);
    for (const card of readDirtyCards(engine)) this.#queueCard(card);
  };

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#pace.stop();
  }

  #queueMessage(message: OutboxRow): void {
    if (this.#messages.has(message.id)) return;
    this.#messages.add(message.id);
    this.#pace
      .run(message.chat_id, "answer", () => this.#tell(message))
      .catch((error: unknown) => this.#failed(error))
      .finally(() => this.#messages.delete(message.id));
  }

  #queueCard(card: CardRow): void {
    if (this.#cards.has(card.id)) return;
    const { engine, draw } = this.#options;
    const drawing = draw(card);
    const isDrawn = drawing && card.message_id !== null && hashOf(drawing) === card.drawn_hash;
    if (!drawing || isDrawn) {
      const { message_id: messageId, drawn_hash: hash } = card;
      const watching = drawing?.watching ?? false;
      this.#commit(async () => {
        await takeUpCard(engine, card.id);
        await saveDrawn(engine, card.id, { messageId, hash, watching });
      });
      return;
    }
    this.#cards.add(card.id);
    const urgency = !drawing.watching ? "final" : card.message_id === null ? "answer" : "progress";
    this.#pace
      .run(card.chat_id, urgency, () => this.#drawCard(card.id))
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#cards.delete(card.id);
        if (!this.#stopped && readDirtyCards(engine).some(({ id }) => id === card.id)) this.wake();
      });
  }

  async #drawCard(id: string): Promise<void> {
    const { engine, api, draw } = this.#options;
    const card = await takeUpCard(engine, id);
    const drawing = card && draw(card);
    if (!card || !drawing) return;
    const { watching } = drawing;
    const hash = hashOf(drawing);
    if (!readReachable(engine, card.chat_id)) {
      await saveDrawn(engine, id, { messageId: card.message_id, hash, watching: false });
      return;
    }
    if (card.message_id !== null && card.drawn_hash === hash) {
      await saveDrawn(engine, id, { messageId: card.message_id, hash, watching });
      return;
    }
    const sent = await sendCard(api, card, drawing.card);
    if (sent.kind === "sent") {
      this.#unknownSends.delete(id);
      await saveDrawn(engine, id, { messageId: sent.messageId, hash, watching });
      return;
    }
    await this.#cardFailed(card, sent.failure);
  }

  async #cardFailed(card: CardRow, failure: ReturnType<typeof failureOf>): Promise<void> {
    const { engine, logger } = this.#options;
    const keep = { messageId: card.message_id, hash: null, watching: true };
    switch (failure.kind) {
      case "migrated":
        await migrateChat(engine, card.chat_id, failure.to);
        this.#later(0);
        return;
      case "unreachable":
        await saveReachable(engine, card.chat_id, false);
        await saveDrawn(engine, card.id, { ...keep, watching: false });
        return;
      case "wait":
      case "unknown": {
        const before = this.#unknownSends.get(card.id) ?? 0;
        this.#unknownSends.set(card.id, before + 1);
        // Nobody knows whether a first send arrived: repeated once, then left until the card changes.
        const isSend = card.message_id === null && failure.kind === "unknown";
        if (isSend && before + 1 >= SENDS) return;
        await saveDrawn(engine, card.id, keep);
        this.#redraw(card.id, failure.kind === "wait" ? failure.seconds * 1_000 : RETRY_MS);
        return;
      }
      default:
        logger.error({ card: card.id, failure }, "a card was refused");
    }
  }

  async #tell(row: OutboxRow): Promise<void> {
    const { engine, api, logger } = this.#options;
    if (!readReachable(engine, row.chat_id)) return saveDead(engine, row.id, "unreachable");
    const attempts = await countAttempt(engine, row.id);
    if (attempts === undefined) return;
    const sent = await sendMessage(api, row, this.#options.wordsFor);
    if (sent.kind === "sent") return saveSent(engine, row.id, sent.messageId);
    const { failure } = sent;
    if (failure.kind === "migrated") {
      await migrateChat(engine, row.chat_id, failure.to);
      return this.#later(0);
    }
    if (failure.kind === "unreachable") {
      await saveReachable(engine, row.chat_id, false);
      return saveDead(engine, row.id, failure.reason);
    }
    if (failure.kind === "wait") return this.#later(failure.seconds * 1_000);
    if (failure.kind === "unknown" && attempts < SENDS) return this.#later(RETRY_MS);
    logger.warn({ message: row.key, failure }, "a message was given up");
    return saveDead(engine, row.id, failure.kind);
  }

  #redraw(cardId: string, afterMs: number): void {
    const { engine } = this.#options;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#commit(async () => {
        await redrawCard(engine, cardId);
        this.wake();
      });
    }, afterMs);
    this.#timers.add(timer);
  }

  #later(afterMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.wake();
    }, afterMs);
    this.#timers.add(timer);
  }

  #commit(work: () => Promise<void>): void {
    work().catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    if (this.#stopped) return;
    this.#options.logger.error({ err: error }, "sending failed; it is tried again");
    this.#later(RETRY_MS);
  }
}

function hashOf({ card }: Drawing): string {
  return createHash("sha256").update(JSON.stringify(card)).digest("hex");
}
