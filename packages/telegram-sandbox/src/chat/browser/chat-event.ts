/** What happened to a chat, as a sentence: messages that nobody wrote. */
import { type Message, type Person, personName, senderName, snippet } from "./message.js";
import { words } from "./reader.js";

/** Undefined for a message that somebody wrote. */
export function eventText(message: Message): string | undefined {
  const who = senderName(message);
  const { new_chat_members: joined, left_chat_member: left } = message;
  if (joined) return joinedText(message, joined);
  if (left) {
    const isOwn = left.id === message.from?.id;
    return isOwn ? words.left(who) : words.removed(who, personName(left));
  }
  if (message.new_chat_title !== undefined) {
    return words.named(who, message.new_chat_title);
  }
  if (message.forum_topic_created) return words.topicCreated(message.forum_topic_created.name);
  if (message.migrate_to_chat_id !== undefined) return words.becameSupergroup;
  if (message.migrate_from_chat_id !== undefined) return words.wasGroup;
  if (message.group_chat_created || message.supergroup_chat_created) {
    return words.created(who);
  }
  if (message.pinned_message) return words.pinned(who, snippet(message.pinned_message));
  return isWritten(message) ? undefined : words.otherEvent;
}

function joinedText(message: Message, joined: readonly Person[]): string {
  const names = joined.map(personName).join(", ");
  const alone = joined.length === 1 && joined[0]?.id === message.from?.id;
  return alone ? words.joined(names) : words.added(senderName(message), names);
}

function isWritten({ text, document, photo }: Message): boolean {
  return text !== undefined || document !== undefined || photo !== undefined;
}
