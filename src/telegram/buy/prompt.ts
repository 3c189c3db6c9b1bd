/** What a group is asked for by a forced reply: a typed answer. */
import type { OutboxMessage } from "../../store/chat/outbox.js";
import { promptCard } from "../kit/notes.js";
import type { Messages } from "../text/messages.js";
import { join, type Part } from "../transport/format.js";
import type { Payload } from "../transport/send.js";
import type { AskedField, Draft } from "./draft.js";
import { sizingPrompt } from "./usdt-lines.js";

interface Question {
  readonly field: AskedField;
  /** The update that asks for it: each asks once. */
  readonly updateId: number | undefined;
  /** A message of whom it is for: only its sender is shown the field to reply in. */
  readonly replyTo: number | null | undefined;
  /** Of the last answer: the card that says it too may be out of sight. */
  readonly wrong?: Part | undefined;
}

/** In a group a typed answer must be a reply: this asks for it, visible as a question to the one it is for. */
export function questionOf(messages: Messages, draft: Draft, question: Question): OutboxMessage {
  const { field, updateId, replyTo, wrong } = question;
  const prompt = messages.prompts[field];
  const text =
    draft.data.sizes && field === "receivers"
      ? sizingPrompt(draft, messages.usdt)
      : prompt.text(draft.data.resource ?? "energy");
  const payload: Payload = {
    card: promptCard(join([wrong, text])),
    chatId: draft.chatId,
    threadId: draft.threadId,
    replyTo: replyTo ?? undefined,
    forceReply: { placeholder: prompt.placeholder },
  };
  const key = `prompt:${draft.id}:${updateId ?? draft.version}`;
  return { key, chatId: draft.chatId, payload: JSON.stringify(payload) };
}
