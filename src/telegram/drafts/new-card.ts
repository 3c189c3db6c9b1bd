/** A card as it begins. */

import type { NewCard } from "../../engine/chat/outbox.js";
import type { TelegramUserRow } from "../../engine/chat/telegram-users.js";
import type { Engine } from "../../engine/context.js";
import type { Place } from "../card.js";

type Subject = Pick<NewCard, "draft_id" | "batch_id" | "selling_id">;

/** Where it was asked for, in a group as a reply, and in the language of the client that asked. */
export function newCard(
  engine: Engine,
  user: TelegramUserRow,
  { chatId, threadId, isGroup }: Place,
  subject: Partial<Subject>,
  messageId?: number,
): NewCard {
  return {
    ...{ id: engine.newId(), draft_id: null, batch_id: null, ...subject },
    owner_user_id: user.user_id,
    client_language: user.client_language,
    chat_id: chatId,
    thread_id: threadId ?? null,
    reply_to: isGroup ? (messageId ?? null) : null,
  };
}
