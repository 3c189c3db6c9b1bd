/** The elements of a JSON list, however its bytes are cut, and what is no list. */
import { expect, test } from "vitest";
import { JsonList } from "../../src/chain/http-host.js";

function read(text: string, atOnce: number) {
  const list = new JsonList();
  const bytes = Buffer.from(text);
  const found: unknown[] = [];
  for (let at = 0; at < bytes.length; at += atOnce) {
    found.push(...list.push(bytes.subarray(at, at + atOnce)));
  }
  return { found, other: list.end() };
}

const LISTS = [
  [],
  [1],
  [{ a: ']},[{"\\' }, [1, [2, 3]], "x,y", null, -1.5e3, { ключ: "日本語\n" }],
  [[], {}, ""],
];

test.each(LISTS.map((list) => [JSON.stringify(list), list] as const))("%s", (text, list) => {
  for (const atOnce of [1, 2, 3, 7, 1_000]) {
    expect(read(text, atOnce)).toEqual({ found: list, other: undefined });
    expect(read(` \n${JSON.stringify(list, null, 2)}\n`, atOnce).found).toEqual(list);
  }
});

test.each([
  "{}",
  ' {"Error":"class java.lang.NullPointerException : null"}',
  "<html>[1]</html>",
  "",
])("what is no list is kept: %s", (text) => {
  for (const atOnce of [1, 5, 1_000]) {
    expect(read(text, atOnce)).toEqual({ found: [], other: text.trim() });
  }
});

test.each([
  "[1",
  "[1,]",
  "[,1]",
  "[1]]",
  "[1] x",
  "[1}",
  "[1}2]",
  '["a',
  "[{]",
  "[tru]",
  '[{"a":1 "b":2}]',
])("what is no JSON is refused: %s", (text) => {
  for (const atOnce of [1, 1_000]) expect(() => read(text, atOnce)).toThrow(SyntaxError);
});
