/** A Manual order on one line: price and options among the other words, each contradiction at its word. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fields, LineProblem } from "../../../src/telegram/intake/findings.js";

import { parseOneLine } from "../../../src/telegram/intake/one-line.js";
import { parsePrice } from "../../../src/telegram/intake/price.js";
import { wallet } from "../wallets.js";

const A = wallet(1);
const LINE = `65k energy 1h ${A}`;
const TERMS = { type: "Manual", resource: "energy", amount: 65_000, duration: "1h" };
const PARTS = { allowPartial: true };

describe("a line", () => {
  const lines: [string, object][] = [
    ["@55", { price: 55, ...PARTS }],
    ["@55sun", { price: 55, ...PARTS }],
    ["@55 sun", { price: 55, ...PARTS }],
    ["@55SUN", { price: 55, ...PARTS }],
    ["55sun", { price: 55, ...PARTS }],
    ["55 SUN", { price: 55, ...PARTS }],
    ["price=55", { price: 55, ...PARTS }],
    ["PRICE=55", { price: 55, ...PARTS }],
    ["@1,000", { price: 1_000, ...PARTS }],
    ["manual @55", { price: 55, ...PARTS }],
    ["@55 @55 price=55", { price: 55, ...PARTS }],
    ["@55 partial", { price: 55, ...PARTS }],
    ["@55 whole", { price: 55, allowPartial: false }],
    ["@55 min=20000", { price: 55, ...PARTS, partialMin: 20_000 }],
    ["@55 partial min=30k bulk", { price: 55, ...PARTS, partialMin: 30_000, bulk: true }],
    ["bulk @55", { price: 55, ...PARTS, bulk: true }],
    ["manual", { price: undefined }],
    ["whole", { price: undefined, allowPartial: false }],
  ];
  test.each(lines)("with %s", (words, fields) => {
    for (const text of [`${LINE} ${words}`, `${words} ${LINE}`]) {
      const line = parseOneLine(text);
      expect(line.problems).toEqual([]);
      expect(line.fields).toEqual({ ...TERMS, price: undefined, ...fields });
    }
  });

  test("without any of them is Fast and says nothing of them", () => {
    expect(Object.keys(parseOneLine(LINE).fields)).toEqual([
      "type",
      "resource",
      "amount",
      "duration",
    ]);
  });
});

/** Each beside its problems, and the fields that are open because of them. */
const mistakes: [string, Partial<LineProblem>[], (keyof Fields)[]][] = [
  ["fast @55", [{ word: "@55", code: "NOT_WITH_FAST" }], ["type"]],
  ["fast bulk", [{ word: "bulk", code: "NOT_WITH_FAST" }], ["type"]],
  [
    "fast manual",
    [{ word: "manual", code: "TWO_TYPES", hint: ["Fast", "Manual"] }],
    ["type", "price"],
  ],
  ["@55 @56", [{ word: "@56", code: "TWO_PRICES", hint: [55, 56] }], ["price"]],
  ["@55 price=56", [{ word: "price=56", code: "TWO_PRICES" }], ["price"]],
  ["@44.5", [{ word: "@44.5", code: "PRICE_NOT_WHOLE", hint: ["@44", "@45"] }], ["price"]],
  ["@0.5", [{ word: "@0.5", code: "PRICE_NOT_WHOLE", hint: ["@1"] }], ["price"]],
  ["@1001.5", [{ word: "@1001.5", code: "PRICE_NOT_WHOLE", hint: ["@1001", "@1002"] }], ["price"]],
  [
    "@44,500",
    [{ word: "@44,500", code: "PRICE_NOT_WHOLE", hint: ["@44", "@45", "@44500"] }],
    ["price"],
  ],
  ["@0", [{ word: "@0", code: "PRICE_NOT_UNDERSTOOD" }], ["price"]],
  ["price=", [{ word: "price=", code: "PRICE_NOT_UNDERSTOOD" }], ["price"]],
  ["price=cheap", [{ word: "price=cheap", code: "PRICE_NOT_UNDERSTOOD" }], ["price"]],
  [
    "@9007199254740992",
    [{ word: "@9007199254740992", code: "PRICE_TOO_HIGH", hint: [9_007_199_254_740_991] }],
    ["price"],
  ],
  ["@55 partial whole", [{ word: "whole", code: "PARTIAL_OR_WHOLE" }], ["allowPartial"]],
  ["@55 whole min=20k", [{ word: "min=20k", code: "PARTIAL_OR_WHOLE" }], ["allowPartial"]],
  ["@55 min=", [{ word: "min=", code: "CHUNK_NOT_UNDERSTOOD" }], ["allowPartial"]],
  ["@55 min=20,5k", [{ word: "min=20,5k", code: "CHUNK_AMBIGUOUS" }], ["allowPartial"]],
  [
    "@55 min=19999",
    [{ word: "min=19999", code: "CHUNK_TOO_SMALL", hint: [20_000] }],
    ["allowPartial"],
  ],
  ["@55 min=66k", [{ word: "min=66k", code: "CHUNK_TOO_LARGE", hint: [65_000] }], ["allowPartial"]],
  ["@55 min=20k min=30k", [{ word: "min=30k", code: "TWO_CHUNKS" }], ["allowPartial"]],
  [
    "@55 @cold1 whole1",
    [
      { word: "@cold1", code: "UNKNOWN_WORD" },
      { word: "whole1", code: "UNKNOWN_WORD" },
    ],
    [],
  ],
];

describe("points at what is wrong with a Manual order:", () => {
  test.each(mistakes)("%s", (words, expected, open) => {
    const { fields, problems } = parseOneLine(`${LINE} ${words}`);
    expect(problems).toMatchObject(expected);
    expect(problems).toHaveLength(expected.length);
    for (const field of open) expect(fields[field], field).toBeUndefined();
    expect(fields).toMatchObject({ resource: "energy", amount: 65_000, duration: "1h" });
  });
});

test("the order of the words does not matter", () => {
  const words = ["65k", "energy", "1h", A, "@55", "partial", "min=30000", "bulk"];
  fc.assert(
    fc.property(fc.shuffledSubarray(words, { minLength: words.length }), (shuffled) => {
      const { fields, problems } = parseOneLine(shuffled.join(" "));
      expect(problems).toEqual([]);
      const manual = { price: 55, ...PARTS, partialMin: 30_000, bulk: true };
      expect(fields).toEqual({ ...TERMS, ...manual });
    }),
  );
});

test("any words of the grammar: Fast never has a price, and an open question never an answer", () => {
  const word = fc.constantFrom(
    ...["fast", "manual", "@55", "@56", "@55.5", "@9999", "price=60", "partial", "whole"],
    ...["min=20k", "min=1", "min=99k", "bulk", "65k", "energy", "bandwidth", "1h"],
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const { fields, problems } = parseOneLine(words.join(" "));
      const open = new Set(problems.map(({ field }) => field));
      if (fields.type === "Fast")
        expect([fields.price, fields.allowPartial]).toEqual([undefined, undefined]);
      expect(open.has("type") && fields.type !== undefined).toBe(false);
      expect(open.has("price") && fields.price !== undefined).toBe(false);
      expect(open.has("options") && fields.allowPartial !== undefined).toBe(false);
    }),
  );
});

describe("a typed price", () => {
  test.each([
    ["55", 55],
    [" 55 sun ", 55],
    ["1001", 1_001],
    ["1,001 SUN", 1_001],
    ["۴۵", 45],
    ["@٤٥", 45],
    ["1,234,567", 1_234_567],
    ["44500", 44_500],
    ["@55", 55],
    ["1,000", 1_000],
    ["1000000", 1_000_000],
  ])("%j is %d SUN", (text, priceSun) => {
    expect(parsePrice(text)).toEqual({ kind: "sun", priceSun });
  });

  test.each([
    ["44.5", [44, 45]],
    ["44,5 sun", [44, 45]],
    ["3.575", [3, 4]],
    ["55.0", [55]],
    ["1000.5", [1_000, 1_001]],
    ["44,500", [44, 45, 44_500]],
    ["@110,000", [110, 110_000]],
  ])("%j is not whole: next to it are %j", (text, near) => {
    expect(parsePrice(text)).toEqual({ kind: "fraction", near });
  });

  test.each(["", "0", "-5", "5e1", "55 TRX", "fifty", "55 56", "1".repeat(40)])(
    "%j is none",
    (text) => {
      expect(parsePrice(text)).toEqual({ kind: "none" });
    },
  );

  test("never throws, and gives whole numbers above 0 only", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^@?[\d.,_ ]{0,12}(sun)?$/)), (text) => {
        const answer = parsePrice(text);
        if (answer.kind === "sun")
          expect(Number.isInteger(answer.priceSun) && answer.priceSun > 0).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
