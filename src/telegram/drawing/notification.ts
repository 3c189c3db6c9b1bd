/** The words for what the engine tells, found when they are sent: in the reader's language, and only while they are true. */

import type { BatchNews, NewsEvent } from "../../engine/chat/notifications.js";
import { readCardOfFlow } from "../../engine/chat/outbox.js";
import { keyNotShownCard } from "../cards/keys.js";
import { creditedCard } from "../cards/menu.js";
import { notificationCard } from "../cards/notification.js";
import { withdrawalNewsCard } from "../cards/withdrawal-news.js";
import type { TelegramDoor } from "../door.js";
import { languageOf } from "../language.js";
import type { EngineEvent, Words } from "../sending/send.js";

export type Speaker = Pick<TelegramDoor, "engine" | "bot" | "settings">;

/** Undefined when it is no news any more: what was to end soon has ended. */
export async function wordsFor(
  door: Speaker,
  event: EngineEvent,
  chatId: number,
): Promise<Words | undefined> {
  if (event.event === "credited") {
    return { card: creditedCard(event, await languageOf(door, chatId)) };
  }
  if (event.event === "keyNotShown") {
    return { card: keyNotShownCard(event.startsWith, await languageOf(door, chatId)) };
  }
  if (event.event === "withdrawal") {
    const messages = await languageOf(door, chatId);
    return { card: withdrawalNewsCard(event, door.settings.txUrlPrefix, messages) };
  }
  if (isOver(door, event)) return undefined;
  const view = { ...event, botUsername: door.bot.username };
  const card = notificationCard(view, await languageOf(door, event.userId));
  return { card, isSilent: event.isSilent, ...(await placeOf(door, event, chatId)) };
}

function isOver({ engine }: Speaker, event: NewsEvent): boolean {
  if (event.kind !== "ending" || !event.ending) return false;
  return event.ending.at <= (engine.chainClock.head?.timestampMs ?? 0);
}

/** In a group below the card of the order, so that everybody sees whose it is. */
async function placeOf(
  { engine }: Speaker,
  event: NewsEvent,
  chatId: number,
): Promise<Pick<Words, "threadId" | "replyTo">> {
  if (!("isGroup" in event) || !event.isGroup) return {};
  const card = await cardIn(engine, event, chatId);
  return { threadId: card?.thread_id ?? undefined, replyTo: card?.message_id ?? undefined };
}

async function cardIn(engine: Speaker["engine"], { draftId }: BatchNews, chatId: number) {
  const card = await readCardOfFlow(engine, draftId);
  return card?.chat_id === chatId ? card : undefined;
}
