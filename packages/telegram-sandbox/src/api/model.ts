/** What the sandbox keeps, in the words of the Bot API. Only what the desk can meet is here. */

export const BOT_ID = 42;
export const BOT_USERNAME = "desk_sandbox_bot";
export const BOT_TOKEN = "42:sandbox";

/** Accounts by which Telegram speaks for others: anonymous admins, linked posts, channels. */
export const ANONYMOUS_ADMIN_ID = 1087968824;
export const LINKED_POST_ID = 777000;
export const CHANNEL_SENDER_ID = 136817688;

export interface User {
  readonly id: number;
  readonly is_bot: boolean;
  readonly first_name: string;
  readonly username?: string;
  readonly language_code?: string;
}

/** Nobody's own account: neither writes for itself nor has a private chat. */
export function isStandIn({ id, is_bot }: User): boolean {
  return is_bot || id === LINKED_POST_ID;
}

export type ChatType = "private" | "group" | "supergroup" | "channel";

export interface Chat {
  readonly id: number;
  readonly type: ChatType;
  /** Of a private chat it is the person's name. */
  readonly title: string;
  readonly isForum: boolean;
  readonly migratedTo: number | null;
}

export const STATUSES = ["creator", "administrator", "member", "left", "kicked"] as const;
export type Status = (typeof STATUSES)[number];

export interface Entity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly [field: string]: unknown;
}

export interface FormattedText {
  readonly text: string;
  readonly entities: readonly Entity[];
}

export interface InlineButton {
  readonly text: string;
  readonly callback_data?: string;
  readonly [field: string]: unknown;
}

export interface InlineKeyboard {
  readonly inline_keyboard: readonly (readonly InlineButton[])[];
  readonly force_reply?: true;
}

export interface ForceReply {
  readonly force_reply: true;
  readonly input_field_placeholder?: string;
  readonly selective?: true;
}

/** A keyboard below the input field, or its removal: accepted and shown, never pressed. */
interface ReplyKeyboard {
  readonly keyboard?: unknown;
  readonly remove_keyboard?: true;
}

export type Markup = InlineKeyboard | ForceReply | ReplyKeyboard;

export function isInline(markup: Markup | undefined): markup is InlineKeyboard {
  return markup !== undefined && "inline_keyboard" in markup;
}

export interface StoredFile {
  readonly file_id: string;
  readonly file_unique_id: string;
  readonly file_size: number;
}

export interface DocumentContent extends StoredFile {
  readonly file_name: string;
  readonly mime_type: string;
}

export interface PhotoContent extends StoredFile {
  readonly width: number;
  readonly height: number;
}

/** What a message says, field by field as in the Bot API's Message. */
export interface Content {
  readonly text?: string;
  readonly entities?: readonly Entity[];
  readonly link_preview_options?: unknown;
  readonly caption?: string;
  readonly caption_entities?: readonly Entity[];
  readonly document?: DocumentContent;
  readonly photo?: readonly PhotoContent[];
  readonly has_protected_content?: true;
  readonly is_automatic_forward?: true;
  readonly forward_origin?: unknown;
  readonly new_chat_members?: readonly User[];
  readonly left_chat_member?: User;
  readonly migrate_to_chat_id?: number;
  readonly migrate_from_chat_id?: number;
  readonly forum_topic_created?: { readonly name: string; readonly icon_color: number };
}

export interface Message {
  readonly chatId: number;
  readonly messageId: number;
  readonly fromId: number;
  readonly senderChatId?: number;
  readonly threadId?: number;
  readonly replyTo?: number;
  readonly dateS: number;
  readonly editDateS?: number;
  readonly content: Content;
  readonly markup?: Markup;
}

export function isServiceMessage({ content }: Message): boolean {
  return (
    content.text === undefined && content.document === undefined && content.photo === undefined
  );
}
