/**
 * One-line orders: words in any order, what is not certain stays open, and every unused word is
 * pointed at.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DURATIONS } from "../../../src/domain/duration.js";
import { parseOneLine } from "../../../src/telegram/intake/one-line.js";
import type { LineProblem } from "../../../src/telegram/state/draft.js";
import { mistyped, wallet } from "../wallets.js";

const [A, B] = [wallet(1), wallet(2)] as const;
const COMPLETE = { type: "Fast", resource: "energy", amount: 65_000, duration: "1h" };

describe("is a complete order:", () => {
  test.each([
    `65k energy 1h ${A}`,
    `${A} 1h energy 65k`,
    `1H ENERGY 65K ${A}`,
    `65,000 energy 1h ${A}`,
    `65_000 energy 1h ${A}`,
    `65 000 energy 1h ${A}`,
    `65\u00a0000 energy 1h ${A}`,
    `65 k energy 1 h ${A}`,
    `fast 65k energy 1h ${A}`,
    `65k, energy, 1h, ${A}`,
    `(65k) energy: 1h; "${A}"`,
    `energy\n65000\n1h\n${A}`,
    `energy energy 65k 65,000 1h 1h ${A}`,
    `1h energy ${A},65k`,
    `\u200f65k energy 1h ${A}\u200f`,
    `65k energy 1h https://tronscan.org/#/address/${A}`,
  ])("%s", (text) => {
    expect(parseOneLine(text)).toEqual({
      fields: COMPLETE,
      verdicts: [{ address: A }],
      problems: [],
    });
  });
});

test("several receivers, each with its verdict", () => {
  const { fields, verdicts, problems } = parseOneLine(
    `65k energy 1h ${A} ${mistyped(B)} ${B},${A}`,
  );
  expect(fields).toEqual(COMPLETE);
  expect(problems).toEqual([]);
  expect(verdicts).toEqual([
    { address: A },
    { address: mistyped(B), bad: "checksum" },
    { address: B },
    { address: A, bad: "duplicate" },
  ]);
});

test("bandwidth has a short name", () => {
  expect(parseOneLine("5k bw 3h").fields).toMatchObject({ resource: "bandwidth", amount: 5_000 });
});

test("what is not said stays open: an amount alone does not make it Energy", () => {
  expect(parseOneLine("")).toEqual({ fields: {}, verdicts: [], problems: [] });
  expect(parseOneLine(" , \n")).toEqual({ fields: {}, verdicts: [], problems: [] });
  expect(parseOneLine("65k").fields).toEqual({ type: "Fast", amount: 65_000 });
  expect(parseOneLine("energy").fields).toEqual({ type: "Fast", resource: "energy" });
  expect(parseOneLine(A).fields).toEqual({ type: "Fast" });
});

/** Each line beside the problems it has; every other field of it must have been read. */
const mistakes: [string, Partial<LineProblem>[]][] = [
  ["65k energy 1h foo bar", [unknown("foo"), unknown("bar")]],
  ["65k energy 1h TUEZ", [unknown("TUEZ")]],
  ["65k 131k energy 1h", [{ word: "131k", code: "TWO_AMOUNTS", hint: ["65,000", "131,000"] }]],
  ["65k energy 1h 3h", [{ word: "3h", code: "TWO_DURATIONS", hint: ["1h", "3h"] }]],
  ["65k energy bw 1h", [{ word: "bw", code: "TWO_RESOURCES", hint: ["Energy", "Bandwidth"] }]],
  ["65.000 energy 1h", [{ word: "65.000", code: "AMOUNT_AMBIGUOUS", hint: ["65", "65,000"] }]],
  ["65,5k energy 1h", [{ word: "65,5k", code: "AMOUNT_AMBIGUOUS", hint: ["65,500", "655,000"] }]],
  ["-65000 energy 1h", [{ word: "-65000", code: "AMOUNT_NOT_UNDERSTOOD" }]],
  ["1e5 energy 1h", [{ word: "1e5", code: "AMOUNT_NOT_UNDERSTOOD" }]],
  ["31,999 energy 1h", [{ word: "31,999", code: "AMOUNT_TOO_SMALL", hint: ["32,000"] }]],
  ["500 bandwidth 1h", [{ word: "500", code: "AMOUNT_TOO_SMALL", hint: ["1,000"] }]],
  ["0 energy 1h", [{ word: "0", code: "AMOUNT_TOO_SMALL", hint: ["32,000"] }]],
  [
    "10000000001 energy 1h",
    [{ word: "10000000001", code: "AMOUNT_TOO_LARGE", hint: ["10,000,000,000"] }],
  ],
  ["65k energy 60m", [{ word: "60m", code: "DURATION_NOT_OFFERED", hint: ["1h"] }]],
  ["65k energy 30 m", [{ word: "30m", code: "DURATION_NOT_OFFERED", hint: ["15m", "1h"] }]],
  ["65k energy 24h 3d", [{ word: "3d", code: "TWO_DURATIONS", hint: ["1d", "3d"] }]],
  ["65k energy 2h", [{ word: "2h", code: "DURATION_NOT_OFFERED", hint: ["1h", "3h"] }]],
  ["65k energy 5m", [{ word: "5m", code: "DURATION_NOT_OFFERED", hint: ["15m"] }]],
  ["65k energy 31d", [{ word: "31d", code: "DURATION_NOT_OFFERED", hint: ["30d"] }]],
  ["65k energy 1", [{ word: "1", code: "DURATION_NEEDS_UNIT", hint: ["1h", "1d"] }]],
  ["65k energy 15", [{ word: "15", code: "DURATION_NEEDS_UNIT", hint: ["15m"] }]],
  ["65k energy 5", [{ word: "5", code: "DURATION_NEEDS_UNIT", hint: [...DURATIONS] }]],
  ["65k energy 1h 7", [unknown("7")]],
];

describe("points at what is wrong, and leaves that open:", () => {
  test.each(mistakes)("%s", (line, expected) => {
    const { fields, problems } = parseOneLine(`${line} ${A}`);
    expect(problems).toMatchObject(expected);
    expect(problems).toHaveLength(expected.length);
    const open = new Set(problems.map(({ field }) => field));
    for (const field of ["type", "resource", "amount", "duration"] as const) {
      expect(fields[field] === undefined, field).toBe(open.has(field));
    }
  });
});

test.each([
  ["24h", "1d"],
  ["1 hour", "1h"],
  ["60 min", "1h"],
  ["1 day", "1d"],
  ["1w", "7d"],
  ["1 day 24h", "1d"],
] as const)("%s is another writing of %s", (said, duration) => {
  const { fields, problems } = parseOneLine(`65k energy ${said} ${A}`);
  expect(problems).toEqual([]);
  expect(fields).toMatchObject({ amount: 65_000, duration });
});

test("thousands may be written with the k of a Russian keyboard", () => {
  expect(parseOneLine("65к energy 1h")).toEqual(parseOneLine("65k energy 1h"));
  expect(parseOneLine("65 К energy 1h")).toEqual(parseOneLine("65k energy 1h"));
});

test("a million with a point is an amount, minutes are never one", () => {
  expect(parseOneLine(`1.5m energy 15m ${A}`).fields).toMatchObject({
    amount: 1_500_000,
    duration: "15m",
  });
});

test("a word is shown in full unless it is very long, and without halves of characters", () => {
  const [problem] = parseOneLine("x".repeat(4_000)).problems;
  expect(problem?.word).toBe(`${"x".repeat(48)}…`);
  expect(parseOneLine("a\ud83db").problems[0]?.word).toBe("a\ufffdb");
  expect(parseOneLine("😀".repeat(48)).problems[0]?.word).toBe("😀".repeat(48));
});

test("the order of the words does not matter", () => {
  const words = ["65k", "energy", "1h", A, B, "foo"];
  fc.assert(
    fc.property(fc.shuffledSubarray(words, { minLength: words.length }), (shuffled) => {
      const { fields, verdicts, problems } = parseOneLine(shuffled.join(" "));
      expect(fields).toEqual(COMPLETE);
      expect(new Set(verdicts.map(({ address }) => address))).toEqual(new Set([A, B]));
      expect(problems.map(({ word }) => word)).toEqual(["foo"]);
    }),
  );
});

function unknown(word: string): Partial<LineProblem> {
  return { word, code: "UNKNOWN_WORD", hint: [] };
}
