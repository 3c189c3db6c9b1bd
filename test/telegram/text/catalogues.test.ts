/** The catalogues of languages: each says all that English says, of the same things, and nothing else. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseTrx } from "../../../src/domain/money.js";
import { parseAmount, parseTypedTrx } from "../../../src/telegram/intake/amount.js";
import { LANGUAGES } from "../../../src/telegram/kit/language.js";
import { wordsOf } from "../../../src/telegram/text/words.js";
import { keyTypes, readCatalogues, usesIn } from "../../../tools/catalogue.js";

const ROOT = new URL("../../../", import.meta.url).pathname;
const CATALOGUES = readCatalogues(ROOT);
const ENGLISH = CATALOGUES.get("en") ?? new Map();
const sourceOf = (language: string) => readFileSync(`${ROOT}locales/${language}.ftl`, "utf8");
/** Keys that other messages of the language put in. */
const referredTo = (language: string) =>
  new Set([...sourceOf(language).matchAll(/\{ ([a-z][\w-]*) \}/g)].map(([, key]) => key));

test("the types of keys and variables are those of the catalogues: else `npm run texts`", () => {
  expect(readFileSync(`${ROOT}locales/keys.d.ts`, "utf8")).toBe(keyTypes(ROOT));
});

describe.each([...CATALOGUES.keys()])("%s", (language) => {
  const catalogue = CATALOGUES.get(language) ?? new Map();

  test("is read to the last line", () => {
    const begun = [...sourceOf(language).matchAll(/^([^#\s}].*?) *=/gm)].map(([, key]) => key);
    expect([...catalogue.keys()]).toEqual(begun);
  });

  test("has every key of English, and no other but what it refers to itself", () => {
    const keys = [...catalogue.keys()];
    expect([...ENGLISH.keys()].filter((key) => !catalogue.has(key))).toEqual([]);
    const own = referredTo(language);
    expect(keys.filter((key) => !ENGLISH.has(key) && !own.has(key))).toEqual([]);
  });

  test("shows the variables that English shows", () => {
    const shown = (of: typeof catalogue, key: string) =>
      [...usesIn(of, key)].filter(([, { isShown }]) => isShown).map(([name]) => name);
    const differ = [...ENGLISH.keys()]
      .map((key) => [key, shown(ENGLISH, key).sort(), shown(catalogue, key).sort()] as const)
      .filter(([, there, here]) => `${there}` !== `${here}`)
      .map(([key, there, here]) => `${key}: ${there} | ${here}`);
    expect(differ).toEqual([]);
  });

  test("has no markup but bold and code, each closed where it was opened", () => {
    const tags = [...sourceOf(language).matchAll(/<[^>\n]*>?/g)].map(([tag]) => tag);
    const wrong = tags.filter((tag, at) =>
      at % 2 === 0 ? !/^<(b|code)>$/.test(tag) : tag !== tags[at - 1]?.replace("<", "</"),
    );
    expect(wrong).toEqual([]);
  });
});

test("every key of English is used", () => {
  const folder = `${ROOT}src/telegram/text/`;
  const sources = readdirSync(folder).map((name) => readFileSync(folder + name, "utf8"));
  const languages = readFileSync(`${ROOT}src/telegram/kit/language.ts`, "utf8");
  const code = [...sources, languages].join("\n");
  const used = new Set([...code.matchAll(/"([\w-]+)"/g)].map(([, key]) => key));
  const begun = [...code.matchAll(/`([\w-]+-)\$\{/g)].map(([, key = ""]) => key);
  const own = referredTo("en");
  const isUsed = (key: string) =>
    used.has(key) || own.has(key) || begun.some((prefix) => key.startsWith(prefix));
  const spare = [...ENGLISH.keys()].filter((key) => !isUsed(key));
  expect(spare).toEqual([]);
});

test("a verb agrees with how many there are", () => {
  const waiting = (language: "en" | "es", count: number) =>
    wordsOf(language).text("wizard-beyond-limit", { count, maxReceivers: 20 });
  expect(waiting("en", 1)).toMatch(/1 more waits: .* It comes next/);
  expect(waiting("en", 2)).toMatch(/2 more wait: .* They come next/);
  expect(waiting("es", 1)).toMatch(/ sigue cuando/);
  expect(waiting("es", 2)).toMatch(/ siguen cuando/);
});

test("what somebody has written is neither markup nor a word that a text asks for", () => {
  const { text, rich } = wordsOf("en");
  expect(rich("menu", { gift: "<b>5</b>" })).toEqual({
    text: "Energy Desk\nYou have <b>5</b> TRX to try it.\nTap Buy Energy, or paste a wallet address.",
    entities: [{ type: "bold", offset: 0, length: 11 }],
  });
  expect(text("not-understood", { said: "none" })).toBe("I did not understand “none”.");
  expect(text("not-understood", { said: "<0> { $x }" })).toBe("I did not understand “<0> { $x }”.");
});

test("parts keep their entities where a language puts them", () => {
  for (const { messages } of Object.values(LANGUAGES)) {
    const at = messages.time(0);
    const { text, entities } = messages.confirm.ends(at) as typeof at;
    const place = text.indexOf(at.text);
    expect(place).toBeGreaterThan(-1);
    expect(entities).toEqual(at.entities.map((one) => ({ ...one, offset: place })));
  }
});

test("what a language writes is understood, or asked about, when it is typed back", () => {
  for (const { messages } of Object.values(LANGUAGES)) {
    expect(messages.trx(12_345_000_000)).not.toBe(messages.trx(12_345_000));
    for (const units of [1_000, 65_000, 1_310_000]) {
      expect(parseAmount(messages.number(units))).toEqual({ kind: "units", units });
    }
    for (const amountSun of [2_920_000, 1_234_500_000, 65_000_000_000, 1_234_567_000_001]) {
      const typed = parseTypedTrx(messages.trx(amountSun));
      // A comma may be another's decimal point: both readings are asked about.
      const readings = typed.kind === "ambiguous" ? typed.readings.map((one) => parseTrx(one)) : [];
      expect([typed.kind === "sun" ? typed.amountSun : readings].flat()).toContain(amountSun);
    }
  }
});
