/** Who acts in a chat, and from whose account they pay: always their own. Accounts shared by a team would begin here. */

import type { Message, User } from "grammy/types";
import { type TelegramPerson, telegramUser } from "../../engine/chat/telegram-users.js";
import type { Engine } from "../../engine/context.js";
import type { FirstCredit } from "../../engine/customers/customers.js";
import type { TelegramUserRow } from "../../store/chat/telegram-users.js";

/** Who acts; `refused` for those who cannot order: anonymous admins, channels, posts linked from one. */
export type Actor =
  | (TelegramPerson & { readonly kind: "user" })
  | { readonly kind: "anonymous" }
  | { readonly kind: "channel" }
  | { readonly kind: "linkedPost" };

/** The user that Telegram shows for an anonymous admin, and for posts linked from a channel. */
const ANONYMOUS_ADMIN = 1_087_968_824;
const LINKED_CHANNEL = 777_000;

export function actorOf(message: Message): Actor {
  const { from, sender_chat: senderChat } = message;
  if (senderChat?.id === message.chat.id || from?.id === ANONYMOUS_ADMIN) {
    return { kind: "anonymous" };
  }
  if (from?.id === LINKED_CHANNEL) return { kind: "linkedPost" };
  if (senderChat || !from || from.is_bot) return { kind: "channel" };
  return { kind: "user", ...personOf(from) };
}

export function personOf({ id, username, first_name, language_code }: User): TelegramPerson {
  const name = username ? `@${username}` : first_name;
  return { userId: id, name, clientLanguage: language_code };
}

interface AccountsOf {
  readonly engine: Engine;
  readonly settings: { readonly firstCredit: FirstCredit };
}

/** The account of a user, created at the first contact. */
export function telegramUserOf(deps: AccountsOf, person: TelegramPerson): Promise<TelegramUserRow> {
  return telegramUser(deps.engine, person, deps.settings.firstCredit);
}
