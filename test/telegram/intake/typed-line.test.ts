/** Orders that are typed without a command: what is one, and what is chatter. */
import { describe, expect, test } from "vitest";
import type { LineProblem } from "../../../src/telegram/intake/findings.js";
import { parseOneLine, typedLine } from "../../../src/telegram/intake/one-line.js";
import { wallet } from "../wallets.js";

const [A, B] = [wallet(1), wallet(2)] as const;
const COMPLETE = { type: "Fast", resource: "energy", amount: 65_000, duration: "1h" };

describe("typed without a command", () => {
  const typed = (text: string) => typedLine(parseOneLine(text));

  test.each([
    [`65k energy 1h ${A}`, COMPLETE],
    [`65k energy 1h ${A} @50`, { ...COMPLETE, type: "Manual", price: 50, allowPartial: true }],
    [`${A} 65k energy`, { type: "Fast", resource: "energy", amount: 65_000 }],
    ["65k energy 1h", COMPLETE],
    [`${A} 65k`, { type: "Fast", amount: 65_000 }],
    [`send 65k to ${A}`, { type: "Fast", amount: 65_000 }],
  ])("%s is an order", (text, fields) => {
    const line = typed(text);
    expect(line?.fields).toEqual(fields);
    expect(line?.problems).toEqual([]);
  });

  test.each([
    [`65k 2h ${A}`, { word: "2h", code: "DURATION_NOT_OFFERED", hint: ["1h", "3h"] }],
    [`65k 45d ${A}`, { word: "45d", code: "DURATION_NOT_OFFERED", hint: ["30d"] }],
    [`65k 0.5h ${A}`, { word: "0.5h", code: "DURATION_NOT_OFFERED", hint: ["15m", "1h"] }],
    [`65k 1,5 часа ${A}`, { word: "1,5часа", code: "DURATION_NOT_OFFERED", hint: ["1h", "3h"] }],
    [`${A} 2h`, { word: "2h", code: "DURATION_NOT_OFFERED", hint: ["1h", "3h"] }],
    [`1k 1h ${A}`, { word: "1k", code: "AMOUNT_TOO_SMALL", hint: [32_000] }],
    [`999999999999k 1h ${A}`, { word: "999999999999k", code: "AMOUNT_TOO_LARGE" }],
    [`65k 1h 1d ${A}`, { word: "1d", code: "TWO_DURATIONS", hint: ["1h", "1d"] }],
    [`${A} 1h 1d`, { word: "1d", code: "TWO_DURATIONS", hint: ["1h", "1d"] }],
    [`65l 1h ${A}`, { word: "65l", code: "AMOUNT_NOT_UNDERSTOOD" }],
    [`-65k 1h ${A}`, { word: "-65k", code: "AMOUNT_NOT_UNDERSTOOD" }],
    [`65k 1 ${A}`, { word: "1", code: "DURATION_NEEDS_UNIT" }],
    [`please 65k Alice ${A}`, unknown("Alice")],
  ])("%s is an order, and what is wrong with it is said", (text, problem) => {
    expect(typed(text)?.problems).toMatchObject([problem]);
  });

  test("two words that are not understood leave an order without a wallet", () => {
    expect(typed("65k 1h foo bar")).toMatchObject({
      fields: { amount: 65_000, duration: "1h" },
      problems: [unknown("foo"), unknown("bar")],
    });
  });

  test("among many other words an order is of the desk's price, and each of them is reported", () => {
    const sentence = typed(`would you whole 65k energy 1h ${A} bulk zzz qqq`);
    expect(sentence?.fields).toEqual(COMPLETE);
    expect(sentence?.problems.map(({ word }) => word)).toEqual(["would", "you", "zzz", "qqq"]);
  });

  test.each([
    "good morning",
    "65000",
    "1h 3h",
    `please to ${A} thanks`,
    `1. ${A}\n2. ${B}`,
    `${A} 100000\n${B} 200000`,
    `${A} 1,234.5`,
    `${A} 100000 USDT`,
    "I need energy for 1h",
    "65k 1h foo",
  ])("%s is none", (text) => {
    expect(typed(text)).toBeUndefined();
  });
});

function unknown(word: string): Partial<LineProblem> {
  return { word, code: "UNKNOWN_WORD", hint: [] };
}
