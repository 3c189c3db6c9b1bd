/** Answers an update with a message that is sent once. */
import { answerUpdate, type Told } from "../../engine/chat/outbox.js";
import type { Card } from "../card.js";
import type { TelegramDoor } from "../door.js";
import type { Place } from "../incoming.js";
import type { Payload } from "./send.js";

export interface AnswerOptions {
  /** The message it replies to, in a group. */
  readonly replyTo?: number | undefined;
  /** Edits this message of the bot instead. */
  readonly edits?: number | undefined;
  readonly forceReply?: Payload["forceReply"];
  readonly offer?: Payload["offer"];
  readonly picture?: Payload["picture"];
  readonly document?: Payload["document"];
}

export async function answer(
  door: TelegramDoor,
  updateId: number,
  place: Place,
  card: Card,
  options: AnswerOptions = {},
): Promise<void> {
  await answerUpdate(door.engine, updateId, [answerTo(updateId, place, card, options)]);
  door.sender.wake();
}

/** The answer to an update, as the outbox takes it. */
export function answerTo(
  updateId: number,
  { chatId, threadId, isGroup }: Place,
  card: Card,
  { replyTo, ...options }: AnswerOptions = {},
): Told {
  const payload: Payload = {
    card,
    chatId,
    threadId,
    replyTo: isGroup ? replyTo : undefined,
    ...options,
  };
  return { key: updateKey(updateId), chatId, payload: JSON.stringify(payload) };
}

/** Names the answer to an update. */
export function updateKey(updateId: number): string {
  return `update:${updateId}`;
}
