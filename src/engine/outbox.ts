/** What is to be sent to Telegram: messages told once, and cards that must be drawn. */
import {
  type CardRow,
  cardDrawn,
  type Drawn,
  dirtyCards,
  findCard,
  findCardOfDraft,
  insertCard,
  markBatchCardsDirty,
  markCardDirty,
  markWatchingDirty,
  moveCards,
  type NewCard,
  redrawOpenCards,
  takeCard,
} from "../store/cards.js";
import { moveDrafts } from "../store/drafts.js";
import { finishUpdate } from "../store/inbox.js";
import {
  attemptMessage,
  messageDead,
  messageSent,
  moveMessages,
  type OutboxRow,
  openMessages,
  tell,
} from "../store/outbox.js";
import type { Phase } from "../store/phase.js";
import {
  currentChat,
  isUnreachable,
  setMigrated,
  setUnreachable,
} from "../store/telegram-users.js";
import type { Engine } from "./context.js";

export type { CardRow, NewCard } from "../store/cards.js";
export type { OutboxRow } from "../store/outbox.js";

export interface Told {
  /** Names the event. */
  readonly key: string;
  readonly chatId: number;
  readonly payload: string;
}

/** Answers an update with messages and perhaps a new card, once. */
export async function answerUpdate(
  engine: Engine,
  updateId: number,
  told: readonly Told[],
  card?: NewCard,
): Promise<boolean> {
  const at = engine.now();
  return engine.database.commit(function* (): Phase<boolean> {
    if (!(yield* finishUpdate(updateId, at))) return false;
    for (const { key, chatId, payload } of told) yield* tell(key, chatId, payload, at);
    if (card) yield* insertCard(card);
    return true;
  });
}

/** Tells an event that no update caused. */
export async function tellOnce(engine: Engine, { key, chatId, payload }: Told): Promise<void> {
  const at = engine.now();
  await engine.database.commit(() => tell(key, chatId, payload, at));
}

export function readOpenMessages(engine: Engine): OutboxRow[] {
  return engine.database.read(() => openMessages(200));
}

/** How often a message was tried, this time included; undefined when it need not go out. */
export async function countAttempt(engine: Engine, id: number): Promise<number | undefined> {
  return engine.database.commit(() => attemptMessage(id));
}

export async function saveSent(engine: Engine, id: number, messageId: number | null) {
  const at = engine.now();
  await engine.database.commit(() => messageSent(id, messageId, at));
}

export async function saveDead(engine: Engine, id: number, reason: string): Promise<void> {
  await engine.database.commit(() => messageDead(id, reason));
}

export function readDirtyCards(engine: Engine): CardRow[] {
  return engine.database.read(() => dirtyCards(500));
}

export function readCardOfDraft(engine: Engine, draftId: string): CardRow | undefined {
  return engine.database.read(() => findCardOfDraft(draftId));
}

/** Takes a card up to be drawn; what changes from now on marks it again. */
export async function takeUpCard(engine: Engine, id: string): Promise<CardRow | undefined> {
  return engine.database.commit(function* (): Phase<CardRow | undefined> {
    yield* takeCard(id);
    return yield* findCard(id);
  });
}

export async function saveDrawn(engine: Engine, id: string, drawn: Drawn): Promise<void> {
  await engine.database.commit(() => cardDrawn(id, drawn));
}

/** Orders may have changed: the cards that watch some are looked at again. */
export async function watchCards(engine: Engine): Promise<void> {
  await engine.database.commit(markWatchingDirty);
}

export async function redrawAfterStart(engine: Engine): Promise<void> {
  await engine.database.commit(redrawOpenCards);
}

export async function redrawCard(engine: Engine, id: string): Promise<void> {
  await engine.database.commit(() => markCardDirty(id));
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

export function readReachable(engine: Engine, chatId: number): boolean {
  return !engine.database.read(() => isUnreachable(chatId));
}

/** A group became a supergroup: everything of it moves, in one transaction. */
export async function migrateChat(engine: Engine, from: number, to: number): Promise<void> {
  await engine.database.commit(function* (): Phase<void> {
    if ((yield* currentChat(from)) === to) return;
    yield* setMigrated(from, to);
    yield* moveDrafts(from, to);
    yield* moveCards(from, to);
    yield* moveMessages(from, to);
  });
}
