/** Answers an update with a message that is sent once. */
import { answerUpdate } from "../engine/outbox.js";
import type { Card } from "./card.js";
import type { TelegramDoor } from "./door.js";
import type { Place } from "./incoming.js";
import type { Payload } from "./send.js";

export interface AnswerOptions {
  /** The message it replies to, in a group. */
  readonly replyTo?: number | undefined;
  /** Edits this message of the bot instead. */
  readonly edits?: number | undefined;
}

export async function answer(
  door: TelegramDoor,
  updateId: number,
  place: Place,
  card: Card,
  { replyTo, edits }: AnswerOptions = {},
): Promise<void> {
  const payload: Payload = {
    card,
    threadId: place.threadId,
    replyTo: place.isGroup ? replyTo : undefined,
    edits,
  };
  const told = {
    key: `update:${updateId}`,
    chatId: place.chatId,
    payload: JSON.stringify(payload),
  };
  await answerUpdate(door.engine, updateId, [told]);
  door.sender.wake();
}
