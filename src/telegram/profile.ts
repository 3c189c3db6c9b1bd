/**
 * What Telegram shows of the bot outside its messages: its commands by scope, and its description, in every language. Only
 * differences are set, so that frequent starts set nothing.
 */
import type { Api } from "grammy";
import type { BotCommandScope, LanguageCode } from "grammy/types";
import { COMMANDS } from "./commands.js";
import { isLanguage, LANGUAGES } from "./kit/language.js";
import type { Messages } from "./text/messages.js";
import type { CallSignal } from "./transport/api.js";

export async function publishProfile(api: Api, signal: AbortSignal): Promise<void> {
  // Node's signal and the older type that grammY asks for differ in name only.
  const call = { api, signal: signal as CallSignal };
  for (const code of Object.keys(LANGUAGES).filter(isLanguage)) {
    const { messages } = LANGUAGES[code];
    // English is the default for every language the bot does not speak.
    const language = code === "en" ? {} : { language_code: code };
    await publishCommands(call, "all_private_chats", messages, language);
    await publishCommands(call, "all_group_chats", messages, language);
    await publishTexts(call, messages, language);
  }
}

interface Call {
  readonly api: Api;
  readonly signal: CallSignal;
}

interface InLanguage {
  readonly language_code?: LanguageCode;
}

type Scope = Extract<BotCommandScope["type"], "all_private_chats" | "all_group_chats">;

async function publishCommands(
  { api, signal }: Call,
  type: Scope,
  messages: Messages,
  language: InLanguage,
): Promise<void> {
  const commands = COMMANDS.filter(({ inGroups }) => inGroups || type === "all_private_chats").map(
    ({ name }) => ({ command: name, description: messages.command(name) }),
  );
  const where = { scope: { type }, ...language };
  const published = await api.getMyCommands(where, signal);
  const isSame =
    published.length === commands.length &&
    commands.every(({ command, description }, at) => {
      const other = published[at];
      return other?.command === command && other.description === description;
    });
  if (!isSame) await api.setMyCommands(commands, where, signal);
}

async function publishTexts(
  { api, signal }: Call,
  { profile }: Messages,
  language: InLanguage,
): Promise<void> {
  const { description } = await api.getMyDescription(language, signal);
  if (description !== profile.description) {
    await api.setMyDescription(profile.description, language, signal);
  }
  const { short_description: short } = await api.getMyShortDescription(language, signal);
  if (short !== profile.shortDescription) {
    await api.setMyShortDescription(profile.shortDescription, language, signal);
  }
}
