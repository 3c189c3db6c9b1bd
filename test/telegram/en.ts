/** What the bot says, in English. */
import { LANGUAGES } from "../../src/telegram/kit/language.js";

export const en = LANGUAGES.en.messages;
