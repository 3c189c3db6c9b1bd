/** What Telegram would refuse is found before it is sent. */
import { expect, test } from "vitest";
import { assertSendable, evenShare, sendProblem } from "../../../src/telegram/kit/sendable.js";
import type { Button, Card, Entity } from "../../../src/telegram/transport/message.js";

function cardWith(text: string, entities: readonly Entity[], ...buttons: readonly Button[]): Card {
  return { text, entities, keyboard: buttons.length > 0 ? [buttons] : [] };
}

const bold = (offset: number, length: number) => ({ type: "bold", offset, length }) as const;
const tap = (callback_data: string) => ({ text: "Tap", callback_data });

test("a plain card can be sent", () => {
  expect(() => assertSendable(cardWith("Hello 🙂 you", [bold(6, 2)], tap("x")))).not.toThrow();
  expect(() => assertSendable(cardWith("", []))).toThrow("no text");
});

test("the limits are the last that pass", () => {
  const hundred = Array.from({ length: 100 }, (_, at) => bold(at, 1));
  const fine = [
    cardWith("a".repeat(4_096), []),
    cardWith("a".repeat(101), hundred),
    cardWith("a", [], tap("ä".repeat(32))),
    cardWith("a", [], { text: "b".repeat(64), copy_text: { text: "c".repeat(256) } }),
    cardWith("a", [], { text: "b", disabled: {} }, { text: "c", url: "https://t.me/x" }),
  ];
  expect(fine.map(sendProblem)).toEqual(fine.map(() => undefined));
});

test.each<[string, Card]>([
  ["no text", cardWith("", [])],
  ["space around", cardWith("a\n", [])],
  ["4097 characters", cardWith("a".repeat(4_097), [])],
  [
    "101 entities",
    cardWith(
      "a".repeat(101),
      Array.from({ length: 101 }, (_, at) => bold(at, 1)),
    ),
  ],
  ["an empty entity", cardWith("ab", [bold(0, 0)])],
  ["outside of the text", cardWith("ab", [bold(1, 2)])],
  ["outside of the text", cardWith("ab", [bold(-1, 1)])],
  ["a fraction", cardWith("ab", [bold(0, 0.5)])],
  ["a space", cardWith("a b", [bold(0, 2)])],
  ["within a character", cardWith("🙂", [bold(0, 1)])],
  ["overlap", cardWith("abc", [bold(0, 2), bold(1, 1)])],
  ["a link", cardWith("abc", [{ type: "text_link", offset: 0, length: 1, url: "x" }])],
  ["0 bytes", cardWith("a", [], tap(""))],
  ["66 bytes", cardWith("a", [], tap("ä".repeat(33)))],
  ["without a text", cardWith("a", [], { ...tap("x"), text: "" })],
  ["with space", cardWith("a", [], { ...tap("x"), text: " x" })],
  ["a long text", cardWith("a", [], { ...tap("x"), text: "x".repeat(65) })],
  ["0 characters to copy", cardWith("a", [], { text: "b", copy_text: { text: "" } })],
  ["257 characters", cardWith("a", [], { text: "b", copy_text: { text: "c".repeat(257) } })],
  ["without a URL", cardWith("a", [], { text: "b", url: "t.me/x" })],
  ["a row", cardWith("a", [], ...Array.from({ length: 9 }, () => tap("x")))],
  ["a row", { text: "a", entities: [], keyboard: [[]] }],
  [
    "101 buttons",
    { text: "a", entities: [], keyboard: Array.from({ length: 101 }, () => [tap("x")]) },
  ],
])("%s is refused", (problem, card) => {
  expect(sendProblem(card)).toContain(problem);
});

test.each([
  [[1, 1, 1], 3, 1],
  [[1, 1, 5], 6, 4],
  [[3, 3, 3], 8, 2],
  [[1, 1], 1, 0],
  [[], 9, 0],
  [[7], 99, 7],
])("%j share %d: %d each", (counts, budget, share) => {
  expect(evenShare(counts, budget)).toBe(share);
});
