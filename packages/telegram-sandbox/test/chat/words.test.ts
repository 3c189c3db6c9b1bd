/** The page's words in each language, and the code by which the bot is told of it. */
import { expect, test } from "vitest";
import { languageOf, telegramLanguage, WORDS } from "../../src/chat/browser/words.js";

test.each([
  ["en-GB", "en", "en"],
  ["ru-RU", "ru", "ru"],
  ["zh-CN", "zh", "zh-hans"],
  ["zh-Hans-SG", "zh", "zh-hans"],
  ["zh-TW", "zh", "zh-hant"],
  ["es-419", "es", "es"],
  ["pt-BR", "en", "pt-br"],
  ["constructor", "en", "constructor"],
  ["", "en", ""],
])("a browser in %j reads %j and tells the bot %j", (tag, page, told) => {
  expect(languageOf(tag)).toBe(page);
  expect(telegramLanguage(tag)).toBe(told);
});

test.each(["ru", "zh", "es"] as const)("no label was left in English: %s", (language) => {
  const own = Object.entries(WORDS[language]);
  const same = own.filter(
    ([key, text]) => typeof text === "string" && text === WORDS.en[key as "tag"],
  );
  expect(same.map(([key]) => key)).toEqual(language === "es" ? ["chat", "isBot"] : []);
});
