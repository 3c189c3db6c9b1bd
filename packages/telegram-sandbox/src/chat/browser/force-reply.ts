/** Which message asks this person for a reply. */
import { isFrom, type Message } from "./message.js";

/** The newest that asks and is not followed by anything the person wrote. */
export function askedFor(messages: readonly Message[], personId: number): Message | undefined {
  for (const message of messages.toReversed()) {
    if (isFrom(message, personId)) return undefined;
    if (message.reply_markup?.force_reply && concerns(message, personId)) return message;
  }
  return undefined;
}

/** A selective one is for who is mentioned in it, and for who it replies to. */
function concerns(message: Message, personId: number): boolean {
  const { reply_markup, reply_to_message, entities = [] } = message;
  if (!reply_markup?.selective) return true;
  const isAnswered = reply_to_message !== undefined && isFrom(reply_to_message, personId);
  return isAnswered || entities.some(({ user }) => user?.id === personId);
}
