/** Messages, chats and members as the Bot API writes them. */
import { type Chat, isInline, type Message, type Status, type User } from "../model.js";
import { messageOf } from "../storage/messages.js";
import { chatOf, userOf } from "../storage/people.js";
import type { Storage } from "../storage/storage.js";

export type Json = Readonly<Record<string, unknown>>;

/** Who looks: the bot sees inline keyboards only, a person's application every kind. */
type Viewer = "bot" | "person";

export function chatJson(storage: Storage, chat: Chat): Json {
  const { id, type, title, isForum } = chat;
  if (type === "private") {
    const user = userOf(storage, id);
    const { first_name = title, username } = user ?? {};
    return { id, first_name, ...(username !== undefined && { username }), type };
  }
  return { id, title, type, ...(isForum && { is_forum: true }) };
}

export function messageJson(
  storage: Storage,
  message: Message,
  viewer: Viewer,
  withReply = true,
): Json {
  const { chatId, messageId, fromId, senderChatId, threadId, dateS, editDateS, markup } = message;
  const { forward_origin, ...content } = message.content;
  const shown = viewer === "person" || isInline(markup) ? markup : undefined;
  const repliedTo = withReply ? repliedMessage(storage, message) : undefined;
  return {
    message_id: messageId,
    from: userJson(storage, fromId),
    ...(senderChatId !== undefined && { sender_chat: knownChatJson(storage, senderChatId) }),
    chat: knownChatJson(storage, chatId),
    date: dateS,
    ...(editDateS !== undefined && { edit_date: editDateS }),
    ...(threadId !== undefined && { message_thread_id: threadId }),
    ...(forward_origin !== undefined && { forward_origin }),
    ...(repliedTo && { reply_to_message: messageJson(storage, repliedTo, viewer, false) }),
    ...content,
    ...(threadId !== undefined && { is_topic_message: true }),
    ...(shown && { reply_markup: shown }),
  };
}

/** Without an answer to a message, one in a topic answers the message that made the topic. */
function repliedMessage(storage: Storage, message: Message): Message | undefined {
  const { chatId, replyTo, threadId } = message;
  const id = replyTo ?? threadId;
  if (id === undefined || id === message.messageId) return undefined;
  return messageOf(storage, chatId, id);
}

export function userJson(storage: Storage, id: number): User {
  return userOf(storage, id) ?? { id, is_bot: false, first_name: "" };
}

function knownChatJson(storage: Storage, id: number): Json {
  const chat = chatOf(storage, id);
  return chat ? chatJson(storage, chat) : { id, type: "private", first_name: "" };
}

const ADMINISTRATOR_RIGHTS = {
  can_be_edited: false,
  is_anonymous: false,
  can_manage_chat: true,
  can_change_info: true,
  can_delete_messages: true,
  can_invite_users: true,
  can_restrict_members: true,
  can_pin_messages: true,
  can_promote_members: false,
  can_manage_video_chats: true,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
};

export function memberJson(storage: Storage, userId: number, status: Status): Json {
  const user = userJson(storage, userId);
  if (status === "creator") return { user, status, is_anonymous: false };
  if (status === "administrator") return { user, status, ...ADMINISTRATOR_RIGHTS };
  if (status === "kicked") return { user, status, until_date: 0 };
  return { user, status };
}
