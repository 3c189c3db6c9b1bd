/**
 * Tells a chat, past the tables, that the database cannot be written: once until it can be again. A message that fails is not
 * repeated.
 */
import type { Update } from "grammy/types";
import { COMMANDS } from "../commands.js";
import { splitCommand } from "../intake/command.js";
import type { BotDeps } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOfClient } from "../kit/language.js";
import { noteCard } from "../kit/notes.js";
import { type Incoming, incomingOf } from "../transport/incoming.js";
import { sendPast } from "../transport/send.js";

export class OutageNotice {
  readonly #deps: BotDeps;
  readonly #told = new Set<number>();

  constructor(deps: BotDeps) {
    this.#deps = deps;
  }

  tell(update: Update): void {
    const { api, bot } = this.#deps;
    const incoming = incomingOf(update, bot.id);
    if (incoming.kind !== "text" && incoming.kind !== "tap") return;
    const { place } = incoming;
    if (this.#told.has(place.chatId) || !isForBot(incoming, bot.username)) return;
    this.#told.add(place.chatId);
    const messages = languageOfClient(clientLanguageOf(incoming));
    void sendPast(api, place, noteCard("cannotWrite", contactOf(this.#deps), messages));
  }

  over(): void {
    this.#told.clear();
  }
}

type Spoken = Extract<Incoming, { kind: "text" | "tap" }>;

/** Most messages in a group are not for the bot. */
function isForBot(incoming: Spoken, username: string): boolean {
  if (incoming.kind === "tap" || !incoming.place.isGroup || incoming.repliesToBot) return true;
  const command = splitCommand(incoming.text, incoming.entities, username);
  return command?.isAddressed || COMMANDS.some(({ name }) => name === command?.command);
}

function clientLanguageOf(incoming: Spoken): string | undefined {
  if (incoming.kind === "tap") return incoming.person.clientLanguage;
  return incoming.actor.kind === "user" ? incoming.actor.clientLanguage : undefined;
}
