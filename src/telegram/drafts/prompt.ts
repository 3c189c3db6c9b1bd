/** In a group a typed answer must be a reply: this asks for it, visible as a question to the one it is for. */
import type { Told } from "../../engine/chat/outbox.js";
import { promptCard } from "../cards/notes.js";
import type { Payload } from "../sending/send.js";
import type { AskedField, Draft } from "../state/draft.js";
import type { Messages } from "../text/messages.js";

export interface Question {
  readonly field: AskedField;
  /** The update that asks for it: each asks once. */
  readonly updateId: number | undefined;
  /** A message of whom it is for: only its sender is shown the field to reply in. */
  readonly replyTo: number | null | undefined;
}

export function questionOf(messages: Messages, draft: Draft, question: Question): Told {
  const { field, updateId, replyTo } = question;
  const prompt = messages.prompts[field];
  const payload: Payload = {
    card: promptCard(prompt.text(draft.data.resource ?? "energy")),
    chatId: draft.chatId,
    threadId: draft.threadId,
    replyTo: replyTo ?? undefined,
    forceReply: { placeholder: prompt.placeholder },
  };
  const key = `prompt:${draft.id}:${updateId ?? draft.version}`;
  return { key, chatId: draft.chatId, payload: JSON.stringify(payload) };
}
