/**
 * The language of a chat. A private one speaks as its person does: what they chose, or what their Telegram is set to, or English.
 * A group has its own, the same for everybody in it.
 */

import type { Language } from "../../../locales/keys.js";
import { beginGroup, readLanguageWish } from "../../engine/chat/telegram-users.js";
import type { Engine } from "../../engine/context.js";
import type { CardRow } from "../../store/chat/cards.js";
import type { TelegramUserRow } from "../../store/chat/telegram-users.js";
import { type Messages, messagesOf } from "../text/messages.js";
import { languagesKnown, wordsOf } from "../text/words.js";
import type { Place } from "../transport/message.js";

/** Its catalogue is read when it is first spoken: a start waits for none. */
class Spoken {
  readonly #code: Language;
  #read: { readonly name: string; readonly messages: Messages } | undefined;

  constructor(code: Language) {
    this.#code = code;
  }

  /** In the language itself. */
  get name(): string {
    return this.#spoken().name;
  }

  get messages(): Messages {
    return this.#spoken().messages;
  }

  #spoken() {
    if (!this.#read) {
      const words = wordsOf(this.#code);
      this.#read = { name: words.text("language"), messages: messagesOf(words) };
    }
    return this.#read;
  }
}

/** By Telegram's language code. */
export const LANGUAGES = Object.fromEntries(
  languagesKnown().map((code) => [code, new Spoken(code)]),
) as Record<Language, Spoken>;

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code);
}

interface Door {
  readonly engine: Engine;
}

/** A private chat's id is its person's. It reads the database: what a transaction needs is asked for before it. */
export async function languageOf(deps: Door, chatId: number): Promise<Messages> {
  const { chosen, client } = await readLanguageWish(deps.engine, chatId);
  return messagesIn(chosen, client);
}

/** In private a card keeps the language of the client that opened it. */
export async function languageOfCard(
  { engine }: Door,
  { chat_id: chatId, client_language: opened }: CardRow,
): Promise<Messages> {
  const { chosen, client } = await readLanguageWish(engine, chatId);
  return messagesIn(chosen, opened ?? client);
}

/** A group speaks as the first who uses the bot there, until an admin chooses another language. */
export async function noteGroup(
  { engine }: Door,
  { isGroup, chatId }: Place,
  { chosen_language: chosen, client_language: client }: TelegramUserRow,
): Promise<void> {
  if (isGroup) await beginGroup(engine, chatId, codeOf(chosen, client));
}

/** What a client is set to is known without the database. */
export function languageOfClient(client: string | undefined): Messages {
  return messagesIn(null, client ?? null);
}

function messagesIn(chosen: string | null, client: string | null): Messages {
  return LANGUAGES[codeOf(chosen, client)].messages;
}

function codeOf(chosen: string | null, client: string | null): Language {
  // "pt-br" counts as "pt", and "zh-hans" as "zh".
  const [spoken = ""] = client?.toLowerCase().split("-") ?? [];
  return [chosen ?? "", spoken].find(isLanguage) ?? "en";
}
