/** Messages as the sandbox Bot API answers them: the fields that are drawn here. */
import { words } from "./reader.js";

export interface Person {
  readonly id: number;
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
}

export interface Chat {
  readonly id: number;
  readonly type?: string;
  readonly title?: string;
  readonly username?: string;
  readonly is_forum?: boolean;
}

export interface Entity {
  readonly type: string;
  /** Offsets and lengths are UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
  readonly unix_time?: number;
  readonly date_time_format?: string;
  readonly user?: Person;
}

export interface InlineButton {
  readonly text: string;
  readonly style?: string;
  readonly callback_data?: string;
  readonly url?: string;
  readonly copy_text?: { readonly text: string };
  readonly disabled?: object;
}

export interface ReplyMarkup {
  readonly inline_keyboard?: readonly (readonly InlineButton[])[];
  readonly force_reply?: boolean;
  readonly selective?: boolean;
  readonly input_field_placeholder?: string;
}

export interface AttachedFile {
  readonly file_id: string;
  readonly file_name?: string;
  readonly file_size?: number;
}

export interface PhotoSize extends AttachedFile {
  readonly width: number;
  readonly height: number;
}

export interface Message {
  readonly message_id: number;
  /** Seconds. */
  readonly date: number;
  readonly edit_date?: number;
  readonly from?: Person;
  /** Who speaks instead of a person: a channel, or the group itself for an anonymous admin. */
  readonly sender_chat?: Chat;
  readonly message_thread_id?: number;
  readonly reply_to_message?: Message;
  readonly text?: string;
  readonly entities?: readonly Entity[];
  readonly caption?: string;
  readonly caption_entities?: readonly Entity[];
  readonly document?: AttachedFile;
  readonly photo?: readonly PhotoSize[];
  readonly reply_markup?: ReplyMarkup;
  readonly new_chat_members?: readonly Person[];
  readonly left_chat_member?: Person;
  readonly new_chat_title?: string;
  readonly group_chat_created?: boolean;
  readonly supergroup_chat_created?: boolean;
  readonly forum_topic_created?: { readonly name: string };
  readonly migrate_to_chat_id?: number;
  readonly migrate_from_chat_id?: number;
  readonly pinned_message?: Message;
}

/** A chat as its user side is read. */
export interface ChatView {
  readonly chat: Chat;
  readonly messages: readonly Message[];
}

export const BOT = { id: 42, name: "Energy Desk", username: "desk_sandbox_bot" } as const;

export function personName({ first_name, last_name }: Person): string {
  return last_name ? `${first_name} ${last_name}` : first_name;
}

export function senderName(message: Message): string {
  const { sender_chat, from } = message;
  if (sender_chat) return sender_chat.title ?? words.channel;
  if (from === undefined) return words.somebody;
  return from.id === BOT.id ? BOT.name : personName(from);
}

export function isFrom(message: Message, personId: number): boolean {
  return message.from?.id === personId && message.sender_chat === undefined;
}

/** What stands for a message in one line: in a quote, or above the textbox. */
export function snippet(message: Message): string {
  const text = message.text ?? message.caption;
  if (text !== undefined) return text.replaceAll(/\s+/g, " ").slice(0, 120);
  if (message.document) return message.document.file_name ?? words.file;
  return message.photo ? words.photo : words.message;
}
