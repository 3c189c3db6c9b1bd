/**
 * Who acts in a chat, and from whose account he pays: his own, so far. A team whose members share one, with roles, begins
 * here.
 */
import type { Message, User } from "grammy/types";
import { type TelegramUserRow, telegramUser } from "../engine/telegram-users.js";
import type { TelegramDoor } from "./door.js";

/** Who acts; `refused` for those who cannot order: anonymous admins, channels, posts linked from one. */
export type Actor =
  | { readonly kind: "user"; readonly userId: number; readonly name: string }
  | { readonly kind: "anonymous" }
  | { readonly kind: "channel" }
  | { readonly kind: "linkedPost" };

/** The user that Telegram shows for an admin who stays anonymous, and for posts linked from a channel. */
const ANONYMOUS_ADMIN = 1_087_968_824;
const LINKED_CHANNEL = 777_000;

export function actorOf(message: Message): Actor {
  const { from, sender_chat: senderChat } = message;
  if (senderChat?.id === message.chat.id || from?.id === ANONYMOUS_ADMIN) {
    return { kind: "anonymous" };
  }
  if (from?.id === LINKED_CHANNEL) return { kind: "linkedPost" };
  if (senderChat || !from || from.is_bot) return { kind: "channel" };
  return { kind: "user", userId: from.id, name: nameOf(from) };
}

export function nameOf(user: User): string {
  return user.username ? `@${user.username}` : user.first_name;
}

/** The account behind a user, made at the first contact. */
export function telegramUserOf(
  door: TelegramDoor,
  userId: number,
  name: string,
): Promise<TelegramUserRow> {
  return telegramUser(door.engine, userId, name, door.settings.firstCreditSun);
}
