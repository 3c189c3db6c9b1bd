/** In a group a typed answer must be a reply: this asks for it, visible as a question to the one it is for. */
import { readCardOfDraft, tellOnce } from "../engine/outbox.js";
import { promptCard } from "./cards/notes.js";
import type { TelegramDoor } from "./door.js";
import { languageOf } from "./language.js";
import type { Payload } from "./send.js";
import type { Draft } from "./wizard/draft.js";

export async function askForReply(
  door: TelegramDoor,
  draft: Draft,
  field: "receivers" | "amount",
): Promise<void> {
  const card = readCardOfDraft(door.engine, draft.id);
  const messages = languageOf(door, draft.ownerUserId);
  const prompt = messages.prompts[field];
  const payload: Payload = {
    card: promptCard(prompt, draft.data.resource ?? "energy"),
    threadId: draft.threadId,
    replyTo: card?.reply_to ?? undefined,
    forceReply: { placeholder: prompt.placeholder },
  };
  const key = `prompt:${draft.id}:${draft.version}`;
  await tellOnce(door.engine, { key, chatId: draft.chatId, payload: JSON.stringify(payload) });
  door.sender.wake();
}
