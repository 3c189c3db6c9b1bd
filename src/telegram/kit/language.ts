/** The language of a user: what they chose, or what their Telegram is set to, or English. */

import type { Language } from "../../../locales/keys.js";
import { readLanguageWish } from "../../engine/chat/telegram-users.js";
import type { Engine } from "../../engine/context.js";
import type { CardRow } from "../../store/chat/cards.js";
import { type Messages, messagesOf } from "../text/messages.js";
import { languagesKnown, wordsOf } from "../text/words.js";

interface Spoken {
  /** In the language itself. */
  readonly name: string;
  readonly messages: Messages;
}

/** By Telegram's language code. */
export const LANGUAGES = Object.fromEntries(
  languagesKnown().map((code): [Language, Spoken] => {
    const words = wordsOf(code);
    return [code, { name: words.text("language"), messages: messagesOf(words) }];
  }),
) as Record<Language, Spoken>;

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
export async function languageOf(deps: Door, userId: number | undefined): Promise<Messages> {
  if (userId === undefined) return LANGUAGES.en.messages;
  const { chosen, client } = await readLanguageWish(deps.engine, userId);
  return messagesIn(chosen, client);
}

/** A card keeps its language, even when its owner changes theirs. */
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
