/** The language of a user: what he chose, or what his Telegram is set to, or English. */
import type { CardRow } from "../../engine/chat/outbox.js";
import { readLanguageWish } from "../../engine/chat/telegram-users.js";
import type { Engine } from "../../engine/context.js";
import { en } from "../text/en.js";
import { es } from "../text/es.js";
import type { Messages } from "../text/messages.js";
import { ru } from "../text/ru.js";
import { zh } from "../text/zh.js";

/** By Telegram's language code; each name is in its own language. */
export const LANGUAGES = {
  en: { name: "English", messages: en },
  es: { name: "Español", messages: es },
  ru: { name: "Русский", messages: ru },
  zh: { name: "中文", messages: zh },
} as const satisfies Record<string, { readonly name: string; readonly messages: Messages }>;

export type Language = keyof typeof LANGUAGES;

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code);
}

interface Door {
  readonly engine: Engine;
}

/**
 * Undefined stands for somebody who is not known, such as an admin who stays anonymous. It reads the database: what a
 * transaction needs is asked for before it.
 */
export async function languageOf(door: Door, userId: number | undefined): Promise<Messages> {
  if (userId === undefined) return en;
  const { chosen, client } = await readLanguageWish(door.engine, userId);
  return messagesIn(chosen, client);
}

/** A card keeps its language, even when its owner changes his. */
export async function languageOfCard(
  { engine }: Door,
  { owner_user_id: userId, client_language: opened }: CardRow,
): Promise<Messages> {
  const { chosen, client } = await readLanguageWish(engine, userId);
  return messagesIn(chosen, opened ?? client);
}

/** What a client is set to is known without the database. */
export function languageOfClient(client: string | undefined): Messages {
  return messagesIn(null, client ?? null);
}

function messagesIn(chosen: string | null, client: string | null): Messages {
  // "pt-br" counts as "pt", and "zh-hans" as "zh".
  const [spoken = ""] = client?.toLowerCase().split("-") ?? [];
  return LANGUAGES[[chosen ?? "", spoken].find(isLanguage) ?? "en"].messages;
}
