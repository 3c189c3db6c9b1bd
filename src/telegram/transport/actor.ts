/** Who acts in a chat, and from whose account they pay: their own, or a team's. */

import type { Message, User } from "grammy/types";
import type { CustomerId } from "../../domain/ids.js";
import { type TelegramPerson, telegramUser } from "../../engine/chat/telegram-users.js";
import type { Engine } from "../../engine/context.js";
import type { FirstCredit } from "../../engine/customers/customers.js";
import { readAccountIn, readAccountsOf } from "../../engine/teams/paid-from.js";
import type { Acting } from "../../engine/teams/rights.js";
import type { TelegramUserRow } from "../../store/chat/telegram-users.js";
import type { Place } from "./message.js";

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

/** Somebody who acts in a chat: `customer_id` is the account from which they pay there. */
export interface BotUser extends TelegramUserRow {
  readonly own_customer_id: CustomerId;
  /** The team that the group orders for, where they are no member of it. */
  readonly stranger_to: string | undefined;
  /** False for a member of the team who only sees. */
  readonly may_order: boolean;
}

/** Whoever acts, with an account of their own from the first contact on. */
export async function telegramUserOf(
  { engine, settings }: AccountsOf,
  person: TelegramPerson,
  place: Pick<Place, "chatId" | "isGroup">,
): Promise<BotUser> {
  const user = await telegramUser(engine, person, settings.firstCredit);
  const own = {
    ...user,
    own_customer_id: user.customer_id,
    stranger_to: undefined,
    may_order: true,
  };
  const account = await readAccountIn(engine, user, place);
  if (account.kind === "team") {
    return { ...own, customer_id: account.customerId, may_order: account.mayOrder };
  }
  return account.kind === "own" ? own : { ...own, stranger_to: account.teamName };
}

/** For what is always a person's own: their sales and keys. */
export function asOwn<C extends { readonly user: BotUser }>(call: C): C {
  return {
    ...call,
    user: { ...call.user, customer_id: call.user.own_customer_id, may_order: true },
  };
}

/** In private a card's buttons are for the account whose card it is, from whichever they pay now. */
export async function actingFor<
  C extends { readonly user: BotUser; readonly place: Pick<Place, "isGroup"> },
>({ engine }: Pick<AccountsOf, "engine">, call: C, customerId: CustomerId): Promise<C> {
  const { user, place } = call;
  if (place.isGroup || user.customer_id === customerId) return call;
  const accounts = await readAccountsOf(engine, user.user_id);
  if (!accounts.some((account) => account.customerId === customerId)) return call;
  return { ...call, user: { ...user, customer_id: customerId, may_order: true } };
}

/** For whose account they act, who they are, and in which group. */
export function actingAs(
  { customer_id: customerId, user_id: userId }: Pick<TelegramUserRow, "customer_id" | "user_id">,
  { chatId, isGroup }: Pick<Place, "chatId" | "isGroup">,
): Acting {
  return { customerId, by: { kind: "member", userId, chatId: isGroup ? chatId : undefined } };
}
