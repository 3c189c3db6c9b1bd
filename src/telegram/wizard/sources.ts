/**
 * Which message answered which question: an edit of it changes the field. Numbers of messages are each chat's own, so those
 * of a group mean nothing in the supergroup it has become.
 */
import { type Draft, type DraftData, TYPED_FIELDS, type TypedField } from "../state/draft.js";

/** The sources of a draft once a message (none for a button) has answered a question. */
export function sourcesWith(
  { chatId, data }: Draft,
  field: TypedField,
  messageId: number | undefined,
): DraftData["sources"] {
  const known = data.sources.chatId === chatId ? data.sources : {};
  return { ...known, chatId, [field]: messageId };
}

/** The question that a message of the draft's chat has answered. */
export function answeredBy(
  { chatId, data: { sources } }: Draft,
  messageId: number | undefined,
): TypedField | undefined {
  if (messageId === undefined || sources.chatId !== chatId) return undefined;
  return TYPED_FIELDS.find((field) => sources[field] === messageId);
}
