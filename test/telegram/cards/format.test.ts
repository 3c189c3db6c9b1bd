/** The text builder: offsets in UTF-16 units, whatever the pieces are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { utcDayOf } from "../../../src/common/time.js";
import { LANGUAGES } from "../../../src/telegram/kit/language.js";
import {
  blocks,
  bold,
  code,
  join,
  link,
  mention,
  type Part,
  plain,
  rich,
  shorten,
} from "../../../src/telegram/transport/format.js";

test("entities stand on their pieces, also behind emoji", () => {
  const { text, entities } =
    rich`🙂 ${bold("a")} ${rich`(${code("b")})`} ${link("c", "https://d.e/")}`;
  expect(text).toBe("🙂 a (b) c");
  expect(entities.map(({ offset, length }) => text.slice(offset, offset + length))).toEqual([
    "a",
    "b",
    "c",
  ]);
});

test("a time is UTC to read and the very second to know", () => {
  expect(LANGUAGES.en.messages.time(Date.UTC(2026, 10, 20, 14, 5, 59, 999))).toEqual({
    text: "2026-11-20 14:05 UTC",
    entities: [
      {
        type: "date_time",
        offset: 0,
        length: 20,
        unix_time: Date.UTC(2026, 10, 20, 14, 5, 59) / 1_000,
        date_time_format: "Dt",
      },
    ],
  });
});

test.each([
  ["es", "20/11/2026 14:05 UTC"],
  ["ru", "20.11.2026 14:05 UTC"],
  ["zh", "2026年11月20日 14:05 UTC"],
] as const)("a day is written as %s writes it", (language, text) => {
  const { time, history } = LANGUAGES[language].messages;
  const at = Date.UTC(2026, 10, 20, 14, 5);
  expect(time(at)).toMatchObject({ text });
  const [day = ""] = text.split(" ");
  expect(plain(history.nothing(undefined, utcDayOf(at))).text).toContain(day);
});

test("what does not exist leaves no line, and an empty block no gap", () => {
  expect(join(["a", undefined, "b"]).text).toBe("a\nb");
  expect(blocks(["a", undefined, "b"], [], [undefined], ["c"]).text).toBe("a\nb\n\nc");
});

test("markup in a piece stays text", () => {
  expect(rich`${"<b>*_`[x](y)"}`).toEqual({ text: "<b>*_`[x](y)", entities: [] });
});

test("who has no @name is named by their id", () => {
  const user = { id: 5, is_bot: false, first_name: "Bob" };
  const entity = { type: "text_mention", offset: 0, length: 3, user };
  expect(mention("Bob", 5)).toEqual({ text: "Bob", entities: [entity] });
  expect(mention("@bob", 5)).toBe("@bob");
});

test("nothing is bold in an empty text", () => {
  expect([bold(""), code(""), link("", "https://d.e/")].flatMap((part) => part.entities)).toEqual(
    [],
  );
});

test("a text is shortened by whole characters", () => {
  expect(shorten(" 🙂🙂🙂 ", 2)).toBe("🙂…");
  expect(shorten("abc", 3)).toBe("abc");
});

test("any pieces: each entity covers the text it was made of", () => {
  const piece = fc.string({ unit: "grapheme", minLength: 1 });
  const part = fc.oneof(
    piece.map((text): Part => text),
    piece.map((text): Part => bold(text)),
    piece.map((text): Part => code(text)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 10 }), fc.string(), (parts, separator) => {
      const { text, entities } = join(parts, separator);
      const marked = parts.map(plain).filter((each) => each.entities.length > 0);
      expect(text).toBe(parts.map((each) => plain(each).text).join(separator));
      expect(entities.map(({ offset, length }) => text.slice(offset, offset + length))).toEqual(
        marked.map((each) => each.text),
      );
    }),
  );
});
