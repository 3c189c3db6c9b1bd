/** What happened to a chat, as a sentence: messages that nobody wrote. */
import { type Message, type Person, personName, senderName, snippet } from "./message.js";

/** Undefined for a message that somebody wrote. */
export function eventText(message: Message): string | undefined {
  const who = senderName(message);
  const { new_chat_members: joined, left_chat_member: left } = message;
  if (joined) return joinedText(message, joined);
  if (left) {
    return left.id === message.from?.id ? `${who} left` : `${who} removed ${personName(left)}`;
  }
  if (message.new_chat_title !== undefined) {
    return `${who} named the group “${message.new_chat_title}”`;
  }
  if (message.forum_topic_created) return `Topic “${message.forum_topic_created.name}” was created`;
  if (message.migrate_to_chat_id !== undefined) return "This group became a supergroup";
  if (message.migrate_from_chat_id !== undefined) return "This supergroup was a group before";
  if (message.group_chat_created || message.supergroup_chat_created) {
    return `${who} created the group`;
  }
  if (message.pinned_message) return `${who} pinned “${snippet(message.pinned_message)}”`;
  return isWritten(message) ? undefined : "Something happened that is not shown here";
}

function joinedText(message: Message, joined: readonly Person[]): string {
  const names = joined.map(personName).join(", ");
  const alone = joined.length === 1 && joined[0]?.id === message.from?.id;
  return alone ? `${names} joined` : `${senderName(message)} added ${names}`;
}

function isWritten({ text, document, photo }: Message): boolean {
  return text !== undefined || document !== undefined || photo !== undefined;
}
