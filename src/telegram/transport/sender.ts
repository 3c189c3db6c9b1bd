/**
 * Sends messages once, and cards in their newest state only. Everything waits for its turn in the pace; what a stop leaves is
 * in the tables.
 */

import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { Api } from "grammy";
import type { Logger } from "pino";
import {
  migrateChat,
  readNextMessages,
  redrawCards,
  saveDrawn,
  saveReachable,
  takeToDraw,
  takeUpCards,
} from "../../engine/chat/outbox.js";
import type { Engine } from "../../engine/context.js";
import { type CardRow, findCard } from "../../store/chat/cards.js";
import type { OutboxMessage } from "../../store/chat/outbox.js";
import { DocumentWriter, type WriteDocument } from "./document.js";
import type { Failure } from "./failures.js";
import type { Card, Place } from "./message.js";
import { OutboxSender } from "./outbox-sender.js";
import { SendPace, type Urgency } from "./pace.js";
import { Painter, PaintingStopped } from "./painter.js";
import type { Picture } from "./picture.js";
import { isSend, type Means, type Payload, sendCard, sendPast } from "./send.js";
import type { Timings } from "./timings.js";

/** A card as it is now. */
export interface Drawing {
  readonly card: Card;
  /** Whether it can still change, by itself or by a tap. */
  readonly watching: boolean;
  readonly urgency: Urgency;
  /** What its Pay pays, as a key; undefined while nothing can be paid. */
  readonly sum?: string | undefined;
  /** Whether its first message is heard. */
  readonly rings?: boolean | undefined;
  /** What stays of its message when the card continues below. */
  readonly left?: Card | undefined;
}

export interface SenderOptions extends Pick<Means, "wordsFor"> {
  readonly engine: Engine;
  readonly api: Api;
  readonly logger: Logger;
  readonly timings: Timings;
  /** Draws a card from the current state; undefined when there is nothing to draw. */
  readonly draw: (card: CardRow) => Promise<Drawing | undefined>;
  readonly write: WriteDocument;
}

/** A send with an unknown outcome is repeated once. */
const SENDS = 2;
/** How long drawing may take before other work has its turn: after a start, or with a block, there are hundreds of cards. */
const DRAWING_MS = 10;
/** How long a stop waits for calls under way: the next start does the rest. */
const STOP_WITHIN_MS = 2_000;

/** A card that waits for its turn or is being sent; `again` when it has changed since. */
interface Busy {
  again: boolean;
}

/** Answers that came since, for one card. */
interface Burst {
  readonly at: number;
  readonly chatId: number;
  isOver: boolean;
  /** The card has its turn: what was left together with it may follow, such as the next question. */
  isDrawn: boolean;
}

export class Sender {
  readonly #options: SenderOptions;
  readonly #pace: SendPace;
  readonly #outboxSender: OutboxSender;
  readonly #painter = new Painter();
  readonly #documents: DocumentWriter;
  readonly #cards = new Map<string, Busy>();
  /** For each look that draws cards their chats: what was left together with a card goes out after it, whoever finds it. */
  readonly #drawnFor = new Set<ReadonlySet<number>>();
  /** Cards that go on below an answer: when it was typed. They wait a moment, because answers come in bursts. */
  readonly #answered = new Map<string, Burst>();
  /** First sends of a card with an unknown outcome. */
  readonly #unknownSends = new Map<string, number>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isLooking = false;
  /** Until a look finds no card while none is drawn: most of what has ended was told before this start, so answers go first. */
  #isCatchingUp = true;
  #stopped = false;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#pace = new SendPace(options.timings);
    this.#documents = new DocumentWriter(options.write);
    this.#outboxSender = new OutboxSender({
      ...options,
      ...{ paint: this.#paint, write: this.#documents.write, pace: this.#pace },
      ...{ later: this.#later, wake: this.wake, failed: this.#failed },
    });
  }

  /** Looks for what to send. Call after every commit that left something; never throws. */
  wake = (): void => {
    if (this.#stopped || this.#isLooking) return;
    this.#isLooking = true;
    // Commits of the same turn of the event loop are handled together.
    setImmediate(() => {
      this.#isLooking = false;
      this.#look().catch(this.#failed);
    });
  };

  /**
   * Sends what no table may hold, once, in the chat's turn. False unless Telegram has certainly taken it: otherwise nobody
   * knows whether it arrived, and nobody tries again.
   */
  async sendOnce(place: Place, card: Card, rings = false): Promise<boolean> {
    const { api, logger } = this.#options;
    try {
      const send = () => sendPast(api, place, card, rings);
      const sent = await this.#pace.run(place.chatId, "answer", send);
      if (sent.kind === "sent") return true;
      logger.warn({ failure: sent.failure }, "a message that is sent once was not taken");
    } catch (error) {
      const why = error instanceof Error ? error.name : "unknown";
      logger.warn({ why }, "a message that is sent once waited for its turn in vain");
    }
    return false;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#painter.stop();
    this.#documents.stop();
    const waited = new Promise<void>((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref());
    await Promise.race([this.#pace.stop(), waited]);
  }

  async #look(): Promise<void> {
    if (this.#stopped) return;
    const { engine } = this.#options;
    const cards = await takeUpCards(engine);
    if (cards.length === 0 && this.#drawnFor.size === 0) this.#isCatchingUp = false;
    const chats = new Set(cards.map(({ chat_id }) => chat_id));
    this.#drawnFor.add(chats);
    const inTurn = this.#isCatchingUp ? newestEditFirst(cards) : cards;
    await this.#draw(inTurn).finally(() => this.#drawnFor.delete(chats));
    if (this.#stopped) return;
    for (const message of await readNextMessages(engine)) {
      const waits = [...this.#drawnFor].some((others) => others.has(message.chat_id));
      const waitsForCard = [...this.#answered.values()].some(
        ({ chatId, isDrawn }) => chatId === message.chat_id && !isDrawn,
      );
      if (!waits && !waitsForCard) this.#outboxSender.queue(message);
    }
    // There may be more of them.
    if (cards.length > 0) this.wake();
  }

  async #draw(cards: readonly CardRow[]): Promise<void> {
    let endsAtMs = performance.now() + DRAWING_MS;
    for (const { id } of cards) {
      if (performance.now() >= endsAtMs) {
        await turn();
        if (this.#stopped) return;
        endsAtMs = performance.now() + DRAWING_MS;
      }
      await this.#reconsider(id);
    }
  }

  /** Draws a card when its turn comes, unless it is on the screen as it is now. One that is drawn is drawn once more after that. */
  async #consider(card: CardRow): Promise<void> {
    const busy = this.#cards.get(card.id);
    if (busy) {
      busy.again = true;
      return;
    }
    if (this.#waitsForMore(card)) return;
    const started: Busy = { again: false };
    this.#cards.set(card.id, started);
    const drawing = await this.#drawingOf(card);
    if (!drawing || this.#stopped) return this.#end(card.id, started);
    if (isShown(card, drawing)) {
      if (drawing.watching !== (card.watching === 1)) this.#commit(() => this.#keep(card, drawing));
      return this.#end(card.id, started);
    }
    const isLate = this.#isCatchingUp && drawing.urgency === "final";
    this.#pace
      .run(card.chat_id, isLate ? "progress" : drawing.urgency, () => this.#show(card.id, started))
      .catch((error: unknown) => {
        this.#failed(error);
        this.#redraw(card.id, this.#options.timings.retryMs);
      })
      .finally(() => this.#end(card.id, started));
  }

  /** One card answers a burst of typed answers: it waits until no further one comes. */
  #waitsForMore({ id, chat_id: chatId, answered_at: at }: CardRow): boolean {
    if (at === null) {
      this.#answered.delete(id);
      return false;
    }
    const known = this.#answered.get(id);
    if (known?.at === at) return !known.isOver;
    const burst: Burst = { at, chatId, isOver: false, isDrawn: false };
    this.#answered.set(id, burst);
    this.#later(this.#options.timings.burstMs, () => {
      burst.isOver = true;
      this.#commit(() =>
        this.#reconsider(id).finally(() => {
          burst.isDrawn = true;
          this.wake();
        }),
      );
    });
    return true;
  }

  #end(id: string, { again }: Busy): void {
    this.#cards.delete(id);
    if (again) this.#redraw(id, 0);
  }

  /** Sends the newest state of a card. */
  async #show(id: string, busy: Busy): Promise<void> {
    busy.again = false;
    const { engine, api } = this.#options;
    const card = await takeToDraw(engine, id);
    const drawing = card && (await this.#drawingOf(card));
    if (!card || !drawing) return;
    if (isShown(card, drawing)) return this.#keep(card, drawing);
    const sent = await sendCard(api, card, drawing);
    if (sent.kind === "failed") return this.#notShown(card, drawing, sent.failure);
    this.#unknownSends.delete(id);
    await this.#keep(card, drawing, sent.messageId);
    this.#answered.delete(id);
    this.wake();
  }

  /** Stores what the screen shows, or what was given up; a message that the card has left says where it continues. */
  #keep(card: CardRow, drawing: Drawing, messageId = card.message_id): Promise<void> {
    const { message_id: before, chat_id: chatId } = card;
    const { watching, sum = null, left } = drawing;
    const drawn = { messageId, hash: hashOf(drawing), watching, sum };
    const told: OutboxMessage[] = [];
    if (left && before !== null && before !== messageId) {
      const payload: Payload = { card: left, chatId, edits: before, onlyEdits: true };
      told.push({ key: `left:${card.id}:${before}`, chatId, payload: JSON.stringify(payload) });
    }
    return saveDrawn(this.#options.engine, card, drawn, told);
  }

  async #notShown(card: CardRow, drawing: Drawing, failure: Failure): Promise<void> {
    const { engine, logger, timings } = this.#options;
    switch (failure.kind) {
      case "migrated":
        await migrateChat(engine, card.chat_id, failure.to);
        return this.wake();
      case "unreachable":
        await saveReachable(engine, card.chat_id, false);
        // It waits until the chat takes messages again.
        return redrawCards(engine, [card.id]);
      case "wait":
        this.#pace.holdBack(card.chat_id, failure.seconds * 1_000);
        return this.#redraw(card.id, 0);
      case "unsent":
        return this.#redraw(card.id, timings.retryMs);
      case "unknown": {
        const sends = (this.#unknownSends.get(card.id) ?? 0) + 1;
        const isLast = isSend(card) && sends >= SENDS;
        if (!isLast) {
          if (isSend(card)) this.#unknownSends.set(card.id, sends);
          return this.#redraw(card.id, timings.retryMs);
        }
        break;
      }
    }
    // Nothing more is tried until it changes.
    this.#unknownSends.delete(card.id);
    logger.error({ card: card.id, failure }, "a card could not be shown");
    await this.#keep(card, drawing);
  }

  /** A card that cannot be drawn must not prevent the others. */
  async #drawingOf(card: CardRow): Promise<Drawing | undefined> {
    const { engine, draw, logger } = this.#options;
    try {
      const drawing = await draw(card);
      if (drawing) return drawing;
    } catch (error) {
      logger.error({ card: card.id, err: error }, "a card could not be drawn");
    }
    const { message_id: messageId, drawn_hash: hash, sum } = card;
    this.#commit(() => saveDrawn(engine, card, { messageId, hash, watching: false, sum }));
    return undefined;
  }

  #paint = async (picture: Picture): Promise<Buffer> => {
    try {
      return await this.#painter.paint(picture);
    } catch (error) {
      if (!(error instanceof PaintingStopped)) {
        const { logger } = this.#options;
        logger.error({ err: error }, "a picture could not be painted; its words go without it");
      }
      throw error;
    }
  };

  #redraw(cardId: string, afterMs: number): void {
    this.#later(afterMs, () => this.#commit(() => this.#reconsider(cardId)));
  }

  /** As it is by now: others may have drawn it meanwhile. */
  async #reconsider(cardId: string): Promise<void> {
    const card = await this.#options.engine.database.read(() => findCard(cardId));
    if (card) await this.#consider(card);
  }

  #later = (afterMs: number, work: () => void): void => {
    if (this.#stopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      try {
        work();
      } catch (error) {
        this.#failed(error);
      }
    }, afterMs);
    this.#timers.add(timer);
  };

  #commit(work: () => Promise<void>): void {
    work().catch(this.#failed);
  }

  #failed = (error: unknown): void => {
    if (this.#stopped) return;
    this.#options.logger.error({ err: error }, "sending failed; it is tried again");
    this.#later(this.#options.timings.retryMs, this.wake);
  };
}

/** `cards`: the oldest first. New messages keep that order. */
function newestEditFirst(cards: readonly CardRow[]): CardRow[] {
  return [...cards.filter(isSend), ...cards.filter((card) => !isSend(card)).reverse()];
}

/** The screen shows this state, or it was given up. */
function isShown(card: CardRow, drawing: Drawing): boolean {
  return card.answered_at === null && card.drawn_hash === hashOf(drawing);
}

function hashOf({ card }: Drawing): string {
  return createHash("sha256").update(JSON.stringify(card)).digest("hex");
}
