/** Catalogues are read when their language is first spoken: the start of a desk waits for none. */
import { expect, test, vi } from "vitest";
import type { Language } from "../../../locales/keys.js";

const read: Language[] = [];
vi.mock("../../../src/telegram/text/words.js", async (original) => {
  const words = await original<typeof import("../../../src/telegram/text/words.js")>();
  const wordsOf = (language: Language) => {
    read.push(language);
    return words.wordsOf(language);
  };
  return { ...words, wordsOf };
});

test("loading the bot reads no catalogue, speaking a language its own, once", async () => {
  const { isLanguage, LANGUAGES } = await import("../../../src/telegram/kit/language.js");
  await import("../../../src/telegram/telegram.js");
  expect(isLanguage("ru")).toBe(true);
  expect(read).toEqual([]);
  expect(LANGUAGES.ru.name).toBe("Русский");
  expect(LANGUAGES.ru.messages.buttons.cancel).not.toBe(LANGUAGES.en.messages.buttons.cancel);
  expect(LANGUAGES.ru.messages).toBe(LANGUAGES.ru.messages);
  expect(read).toEqual(["ru", "en"]);
});
