/** Entities as a tree: nested, crossing, out of range, and never a letter lost. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entity } from "../../src/chat/browser/message.js";
import {
  plainText,
  splitAmounts,
  type TextNode,
  textTree,
} from "../../src/chat/browser/text-tree.js";

/** "a<bold:b>c": the tree in one line. */
function written(nodes: readonly TextNode[]): string {
  const one = (node: TextNode) =>
    typeof node === "string" ? node : `<${node.entity.type}:${written(node.children)}>`;
  return nodes.map(one).join("");
}

function tree(text: string, ...entities: [string, number, number][]): string {
  return written(
    textTree(
      text,
      entities.map(([type, offset, length]) => ({ type, offset, length })),
    ),
  );
}

describe("the tree of a text", () => {
  test.each<[string, [string, number, number][], string]>([
    ["plain", [], "plain"],
    ["", [], ""],
    ["one two", [["bold", 0, 3]], "<bold:one> two"],
    [
      "one two",
      [
        ["italic", 4, 3],
        ["bold", 0, 3],
      ],
      "<bold:one> <italic:two>",
    ],
    [
      "one two",
      [
        ["italic", 4, 3],
        ["bold", 0, 7],
      ],
      "<bold:one <italic:two>>",
    ],
    [
      "same",
      [
        ["bold", 0, 4],
        ["italic", 0, 4],
      ],
      "<bold:<italic:same>>",
    ],
    [
      "crossing",
      [
        ["bold", 0, 5],
        ["italic", 3, 5],
      ],
      "<bold:cro<italic:ss>><italic:ing>",
    ],
    ["short", [["bold", 3, 99]], "sho<bold:rt>"],
    ["short", [["bold", 9, 2]], "short"],
    ["short", [["bold", 1, 0]], "short"],
    ["🙂 smile", [["bold", 3, 5]], "🙂 <bold:smile>"],
    ["a\nquote\nb", [["blockquote", 2, 5]], "a\n<blockquote:quote>b"],
    ["a\ncode\n\nb", [["pre", 2, 4]], "a\n<pre:code>\nb"],
  ])("%j with %j", (text, entities, expected) => {
    expect(tree(text, ...entities)).toBe(expected);
  });

  test("holds every letter in order, whatever the entities", () => {
    const entity = fc.record({
      type: fc.constantFrom("bold", "italic", "code", "spoiler", "text_link"),
      offset: fc.integer({ min: -3, max: 30 }),
      length: fc.integer({ min: -3, max: 30 }),
    });
    fc.assert(
      fc.property(fc.string({ maxLength: 24 }), fc.array(entity), (text, entities: Entity[]) => {
        expect(plainText(textTree(text, entities))).toBe(text);
      }),
    );
  });
});

test.each([
  ["78 TRX for 20 × 65,000 Energy, 1 hour", ["78 TRX", "20 × 65,000 Energy", "1 hour"]],
  ["3,9 TRX за 65 000 энергии", ["3,9 TRX", "000 энергии"]],
  ["65,000 能量，1 小时", ["65,000 能量", "1 小时"]],
  ["TUEZ14 is a wallet", []],
  ["nothing", []],
])("a number stays with its unit: %s", (text, expected) => {
  const parts = splitAmounts(text);
  expect(parts.join("")).toBe(text);
  expect(parts.filter((_, index) => index % 2 === 1)).toEqual(expected);
});
