/** Answers an update with a message that is sent once. */

import { answerUpdate } from "../../engine/chat/outbox.js";
import type { Engine } from "../../engine/context.js";
import type { OutboxMessage } from "../../store/chat/outbox.js";
import type { Card, Place } from "./message.js";
import type { Payload } from "./send.js";
import type { Sender } from "./sender.js";

export interface AnswerOptions {
  /** The message it replies to, in a group. */
  readonly replyTo?: number | undefined;
  /** Edits this message of the bot instead. */
  readonly edits?: number | undefined;
  readonly forceReply?: Payload["forceReply"];
  readonly offer?: Payload["offer"];
  readonly renaming?: Payload["renaming"];
  readonly picture?: Payload["picture"];
  readonly document?: Payload["document"];
}

interface AnswersWith {
  readonly engine: Engine;
  readonly sender: Pick<Sender, "wake">;
}

export async function answer(
  { engine, sender }: AnswersWith,
  updateId: number,
  place: Place,
  card: Card,
  options: AnswerOptions = {},
): Promise<void> {
  await answerUpdate(engine, updateId, [answerTo(updateId, place, card, options)]);
  sender.wake();
}

/** The answer to an update as a row of the outbox. */
export function answerTo(
  updateId: number,
  { chatId, threadId, isGroup }: Place,
  card: Card,
  { replyTo, ...options }: AnswerOptions = {},
): OutboxMessage {
  const payload: Payload = {
    card,
    chatId,
    threadId,
    replyTo: isGroup ? replyTo : undefined,
    ...options,
  };
  return { key: updateKey(updateId), chatId, payload: JSON.stringify(payload) };
}

/** The event key of an update's answer. */
export function updateKey(updateId: number): string {
  return `update:${updateId}`;
}
