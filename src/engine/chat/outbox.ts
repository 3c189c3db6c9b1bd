/** What is to be sent to Telegram: messages told once, and cards that must be drawn. */
import { setImmediate as turn } from "node:timers/promises";
import type { OrderId } from "../../domain/ids.js";
import {
  type CardRow,
  cardDrawn,
  cardsUnderWay,
  type Drawn,
  dirtyCards,
  drawingBegins,
  endOfCardsInUse,
  findCard,
  insertCard,
  lookAtBatchCards,
  lookAtOpenCards,
  markBatchCardsDirty,
  markCardDirty,
  moveCards,
  type NewCard,
  restingBatches,
  sumShown,
  takeCard,
} from "../../store/chat/cards.js";
import { closeFlow, flowsOpenInBoth, moveFlows } from "../../store/chat/flows.js";
import { finishUpdate } from "../../store/chat/inbox.js";
import { moveNewsModes } from "../../store/chat/news-settings.js";
import {
  attemptMessage,
  enqueueAll,
  messageDead,
  messageSent,
  moveMessages,
  nextMessages,
  type OutboxMessage,
  type OutboxRow,
  takeBackAttempt,
} from "../../store/chat/outbox.js";
import {
  countMessage,
  isUnreachable,
  moveGroupLanguage,
  moveGroupTeam,
  setMigrated,
  setUnreachable,
} from "../../store/chat/telegram-users.js";
import { findOrder } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";

/** Answers an update, once, with messages and perhaps a new card. */
export async function answerUpdate(
  engine: Engine,
  updateId: number,
  told: readonly OutboxMessage[],
  card?: NewCard,
): Promise<boolean> {
  const at = engine.now();
  return engine.database.commit(function* (): Phase<boolean> {
    if (!(yield* finishUpdate(updateId, at))) return false;
    yield* enqueueAll(told, at);
    if (card) yield* insertCard(card);
    return true;
  });
}

/** Tells an event that no update caused. */
export async function tellOnce(engine: Engine, told: OutboxMessage): Promise<void> {
  const at = engine.now();
  await engine.database.commit(() => enqueueAll([told], at));
}

/** What may be sent now: one message a chat. */
export function readNextMessages(engine: Engine): Promise<OutboxRow[]> {
  return engine.database.read(() => nextMessages(1_000));
}

/** How often a message was tried, this time included; undefined when it need not go out. */
export async function countAttempt(engine: Engine, id: number): Promise<number | undefined> {
  return engine.database.commit(() => attemptMessage(id));
}

/** The attempt has reached nobody. */
export async function uncountAttempt(engine: Engine, id: number): Promise<void> {
  await engine.database.commit(() => takeBackAttempt(id));
}

/** `messageId` is null when there was nothing to send any more. */
export async function saveSent(
  engine: Engine,
  { id, chat_id: chatId }: Pick<OutboxRow, "id" | "chat_id">,
  messageId: number | null,
  isEdit = false,
): Promise<void> {
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    yield* messageSent(id, messageId, at);
    if (messageId !== null && !isEdit) yield* countMessage(chatId);
  });
}

export async function saveDead(engine: Engine, id: number, reason: string): Promise<void> {
  await engine.database.commit(() => messageDead(id, reason));
}

/** Most cards that are taken up at once. */
const CARDS_AT_ONCE = 500;

/** Takes up the cards that must be drawn; what changes from now on marks them again. */
export async function takeUpCards(engine: Engine): Promise<CardRow[]> {
  if ((await engine.database.read(() => dirtyCards(1))).length === 0) return [];
  return engine.database.commit(function* (): Phase<CardRow[]> {
    const cards = yield* dirtyCards(CARDS_AT_ONCE);
    for (const { id } of cards) yield* takeCard(id);
    return cards;
  });
}

/**
 * The card whose message goes out next: what the screen shows is unknown from now until `saveDrawn`. It is to be drawn after this, as what
 * was drawn before may be no more for whoever reads there.
 */
export async function takeToDraw(
  { database }: Engine,
  cardId: string,
): Promise<CardRow | undefined> {
  const card = await database.read(() => findCard(cardId));
  if (!card || card.drawn_hash === null) return card;
  return database.commit(function* (): Phase<CardRow | undefined> {
    const now = yield* findCard(cardId);
    yield* drawingBegins(cardId);
    return now;
  });
}

/** The card is as it was before it was drawn. `told` is sent with it: what becomes of the message that the card has left. */
export async function saveDrawn(
  engine: Engine,
  card: CardRow,
  drawn: Drawn,
  told: readonly OutboxMessage[] = [],
): Promise<void> {
  const at = engine.now();
  const { messageId } = drawn;
  await engine.database.commit(function* (): Phase<void> {
    if (messageId !== null && messageId !== card.message_id) yield* countMessage(card.chat_id);
    yield* cardDrawn(card, drawn, at);
    yield* enqueueAll(told, at);
  });
}

/** The sum that the card of a flow shows, and for how long it had been on the screen when the update came, in ms. */
export function readSumShown(engine: Engine, flowId: string, updateId: number | undefined) {
  const at = engine.now();
  return engine.database.read(() => sumShown(flowId, updateId, at));
}

/**
 * The cards whose orders are under way. In use is also each card that was left unpaid, of which there may be thousands, so they are
 * looked at a few at a time.
 */
export async function readCardsUnderWay(engine: Engine): Promise<string[]> {
  const { database, chainClock } = engine;
  const headMs = chainClock.head?.timestampMs ?? 0;
  const underWay: string[] = [];
  for (let after = ""; ; await turn()) {
    const page = await database.read(() => pageUnderWay(headMs, after));
    if (!page) return underWay;
    underWay.push(...page.cards.map(({ id }) => id));
    after = page.upTo;
  }
}

function* pageUnderWay(headMs: number, after: string) {
  const upTo = yield* endOfCardsInUse(after, CARDS_AT_ONCE);
  if (upTo === undefined) return undefined;
  return { upTo, cards: yield* cardsUnderWay(headMs, after, upTo) };
}

export async function redrawCards(engine: Engine, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await engine.database.commit(function* (): Phase<void> {
    for (const id of ids) yield* markCardDirty(id);
  });
}

/** Those whose screen shows what they are stay: a chat takes one edit a second, and who asks there now would wait behind them. */
export async function redrawAfterStart(engine: Engine): Promise<void> {
  await engine.database.commit(lookAtOpenCards);
}

export async function redrawBatch(engine: Engine, batchId: string): Promise<void> {
  await engine.database.commit(() => markBatchCardsDirty(batchId));
}

/** A chat refuses our messages, or takes them again. */
export async function saveReachable(
  engine: Engine,
  chatId: number,
  reachable: boolean,
): Promise<void> {
  const at = engine.now();
  await engine.database.commit(() => setUnreachable(chatId, reachable ? null : at));
}

/** A chat that writes takes our messages again; true when it did not before. */
export async function heardFrom(engine: Engine, chatId: number): Promise<boolean> {
  if (!(await engine.database.read(() => isUnreachable(chatId)))) return false;
  await saveReachable(engine, chatId, true);
  return true;
}

/**
 * A group became a supergroup: everything of it moves, in one transaction. Told more than once, and perhaps after the first
 * messages in the new chat: what somebody works on there already stays.
 */
export async function migrateChat(engine: Engine, from: number, to: number): Promise<void> {
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    yield* setMigrated(from, to);
    for (const open of yield* flowsOpenInBoth(from, to)) yield* closeFlow(open, "replaced", at);
    yield* moveFlows(from, to);
    yield* moveCards(from, to);
    yield* moveMessages(from, to);
    yield* moveNewsModes(from, to);
    yield* moveGroupLanguage(from, to);
    yield* moveGroupTeam(from, to);
  });
}

/** Batches whose cards are looked at in one go. */
const RESTING_AT_ONCE = 50;

/**
 * Has some of the cards drawn whose orders rest, for why they do changes without anybody telling. Returns where the next look
 * continues: after the last of them from the beginning.
 */
export async function lookAtRestingCards(engine: Engine, after: string): Promise<string> {
  const batches = await engine.database.read(() => restingBatches(after, RESTING_AT_ONCE));
  if (batches.length > 0) {
    await engine.database.commit(function* (): Phase<void> {
      for (const { batch_id } of batches) yield* lookAtBatchCards(batch_id);
    });
  }
  return batches.length === RESTING_AT_ONCE ? (batches.at(-1)?.batch_id ?? "") : "";
}

/** Has the cards of these orders drawn. */
export async function redrawOrders(engine: Engine, orderIds: readonly OrderId[]): Promise<void> {
  await engine.database.commit(function* (): Phase<void> {
    const batches = new Set<string>();
    for (const id of orderIds) {
      const order = yield* findOrder(id);
      if (order) batches.add(order.batch_id);
    }
    for (const batchId of batches) yield* lookAtBatchCards(batchId);
  });
}
