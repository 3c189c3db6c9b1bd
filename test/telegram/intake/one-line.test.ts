/**
 * One-line orders: words in any order, what is not certain stays open, and every unused word is
 * pointed at.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DURATIONS } from "../../../src/domain/duration.js";
import { parseAmount } from "../../../src/telegram/intake/amount.js";
import { parseDuration } from "../../../src/telegram/intake/duration.js";
import type { LineProblem } from "../../../src/telegram/intake/findings.js";
import { parseOneLine, typedLine } from "../../../src/telegram/intake/one-line.js";
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
    `please buy me 65k of energy for 1h to ${A}`,
    `send the whole 65k energy for 1h to ${A}`,
  ])("%s", (text) => {
    expect(parseOneLine(text)).toEqual({
      fields: COMPLETE,
      verdicts: [{ address: A }],
      problems: [],
    });
  });
});

describe("is a complete order in another language:", () => {
  test.each([
    `65k 能量 1小时 ${A}`,
    `6.5万 能量 1 小时 ${A}`,
    `6.5w能量1小时 ${A}`,
    `六万五能量，一小时，${A}`,
    `能量：６５０００，1小时：${A}`,
    `能量６５，０００、1小时、${A}`,
    `٦٥k energy ١h ${A}`,
    `۶۵٬۰۰۰ energy، ۱h، ${A}`,
    `65000能量1小时${A}`,
    `65k энергии 1 час ${A}`,
    `65к энергия 1ч ${A}`,
    `65k energía 1 hora ${A}`,
    `65k ENERGIA 60 minutos ${A}`,
    `租65k能量1小时 ${A}`,
    `65k能量1小时\n1、${A}`,
    `請給這個地址租能量65k，1小時：${A}`,
    `купить 65 000 энергии на 1 час для ${A}, пожалуйста`,
    `65.000 de energía por 1 hora para ${A}`,
  ])("%s", (text) => {
    expect(parseOneLine(text)).toEqual({
      fields: COMPLETE,
      verdicts: [{ address: A }],
      problems: [],
    });
  });
});

test.each(["5k 带宽 7天", "5k ancho de banda 7 días", "5k полоса 7 дней"])(
  "%s is Bandwidth for 7 days",
  (text) => {
    expect(parseOneLine(text)).toEqual({
      fields: { type: "Fast", resource: "bandwidth", amount: 5_000, duration: "7d" },
      verdicts: [],
      problems: [],
    });
  },
);

test.each(["65k energy 1h 钱包", "65k energy 1h 5blah", "65k energy 1h to whom"])(
  "%s: an unknown word leaves the rest",
  (text) => {
    const { fields, problems } = parseOneLine(text);
    expect(fields).toEqual(COMPLETE);
    expect(problems.map(({ code }) => code)).toEqual(["UNKNOWN_WORD"]);
  },
);

test("65.000 has one reading that can be ordered", () => {
  expect(parseOneLine(`65.000 energy 1h ${A}`).fields).toEqual(COMPLETE);
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

test.each([
  `1. ${A}\n2) ${B}`,
  `1、${A}\n2、${B}`,
  `地址1：${A}\n地址2：${B}`,
  `1: ${A}\n2: ${B}`,
  `1 ${A}\n2 ${B}`,
  ` 1\t${A}\n 2\t${B}`,
])("the numbers of a list say nothing: %s", (text) => {
  const verdicts = [{ address: A }, { address: B }];
  expect(parseOneLine(text)).toEqual({ fields: { type: "Fast" }, verdicts, problems: [] });
});

test("nor do they before a wallet of Ethereum", () => {
  const ethereum = "0x52908400098527886E0F7030069857D2E4169EE7";
  const verdicts = [{ address: A }, { address: ethereum, bad: "ethereum" }];
  const read = { fields: { type: "Fast" }, verdicts, problems: [] };
  expect(parseOneLine(`1、${A}\n2、${ethereum}`)).toEqual(read);
});

test.each([`1 ${A}`, `2 ${A}\n3 ${B}`, `1 ${A}\n1 ${B}`])("which unit: %s", (text) => {
  expect(parseOneLine(text).problems[0]?.code).toBe("DURATION_NEEDS_UNIT");
});

test.each([
  ["65k 半天", { word: "半天", code: "DURATION_NOT_OFFERED", hint: ["3h", "1d"] }],
  ["65 mil 1 hora", { word: "65mil", code: "AMOUNT_AMBIGUOUS", hint: [65_000, 65_000_000] }],
] as const)("%s is asked about", (line, problem) => {
  expect(parseOneLine(`${line} ${A}`).problems).toMatchObject([problem]);
});

/** Each line beside the problems it has; every other field of it must have been read. */
const mistakes: [string, Partial<LineProblem>[]][] = [
  ["65k energy 1h foo bar", [unknown("foo"), unknown("bar")]],
  ["65k energy 1h TUEZ", [unknown("TUEZ")]],
  ["65k 131k energy 1h", [{ word: "131k", code: "TWO_AMOUNTS", hint: [65_000, 131_000] }]],
  ["65k energy 1h 3h", [{ word: "3h", code: "TWO_DURATIONS", hint: ["1h", "3h"] }]],
  ["65k energy bw 1h", [{ word: "bw", code: "TWO_RESOURCES", hint: ["energy", "bandwidth"] }]],
  ["65,5k energy 1h", [{ word: "65,5k", code: "AMOUNT_AMBIGUOUS", hint: [65_500, 655_000] }]],
  ["-65000 energy 1h", [{ word: "-65000", code: "AMOUNT_NOT_UNDERSTOOD" }]],
  ["1e5 energy 1h", [{ word: "1e5", code: "AMOUNT_NOT_UNDERSTOOD" }]],
  ["31,999 energy 1h", [{ word: "31,999", code: "AMOUNT_TOO_SMALL", hint: [32_000] }]],
  ["500 bandwidth 1h", [{ word: "500", code: "AMOUNT_TOO_SMALL", hint: [1_000] }]],
  ["0 energy 1h", [{ word: "0", code: "AMOUNT_TOO_SMALL", hint: [32_000] }]],
  [
    "10000000001 energy 1h",
    [{ word: "10000000001", code: "AMOUNT_TOO_LARGE", hint: [10_000_000_000] }],
  ],
  ["65k energy 10m", [{ word: "10m", code: "DURATION_NOT_OFFERED", hint: ["15m"] }]],
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
  ["60m", "1h"],
  ["1 day", "1d"],
  ["1w", "7d"],
  ["1 day 24h", "1d"],
  ["на сутки", "1d"],
  ["一个月", "30d"],
] as const)("%s is another writing of %s", (said, duration) => {
  const { fields, problems } = parseOneLine(`65k energy ${said} ${A}`);
  expect(problems).toEqual([]);
  expect(fields).toMatchObject({ amount: 65_000, duration });
});

test("thousands may be written with the k of a Russian keyboard", () => {
  expect(parseOneLine("65к energy 1h")).toEqual(parseOneLine("65k energy 1h"));
  expect(parseOneLine("65 К energy 1h")).toEqual(parseOneLine("65k energy 1h"));
});

describe("15m and 2w are amounts or times:", () => {
  test.each([
    ["1.5m energy 15m", { amount: 1_500_000, duration: "15m" }],
    ["65k energy 15m", { amount: 65_000, duration: "15m" }],
    ["15m energy 30d", { amount: 15_000_000, duration: "30d" }],
    ["10m energy 30d", { amount: 10_000_000, duration: "30d" }],
    ["10m 1h", { amount: 10_000_000, duration: "1h" }],
    ["10w energy 1h", { amount: 100_000, duration: "1h" }],
    ["10w energy", { amount: 100_000, duration: undefined }],
    ["65k energy 2w", { amount: 65_000, duration: "14d" }],
    ["2w bandwidth 1h", { amount: 20_000, duration: "1h" }],
    // No Energy is sold in so small amounts.
    ["2w energy", { amount: undefined, duration: "14d" }],
  ])("%s has one reading", (line, fields) => {
    const read = parseOneLine(`${line} ${A}`);
    expect(read.fields).toMatchObject(fields);
    expect(read.problems).toEqual([]);
  });

  test.each([
    ["15m", [15_000_000, "15m"]],
    ["15m energy", [15_000_000, "15m"]],
    ["15м энергии", [15_000_000, "15m"]],
    ["10m energy", [10_000_000, "10m"]],
    ["60m energy 1h", [60_000_000, "1h"]],
    ["2w bandwidth", [20_000, "14d"]],
    ["1w", [10_000, "7d"]],
    // Neither fits.
    ["65k energy 1h 15m", [15_000_000, "15m"]],
  ])("%s is asked about", (line, hint) => {
    const { fields, problems } = parseOneLine(`${line} ${A}`);
    expect(problems).toMatchObject([{ code: "AMOUNT_AMBIGUOUS", hint }]);
    expect(fields).toMatchObject({ amount: undefined, duration: undefined });
    expect(typedLine(parseOneLine(`${line} ${A}`))?.problems).toMatchObject([{ hint }]);
  });

  test("where each wallet has an amount of its own, it is the time", () => {
    const { fields, problems } = parseOneLine(`${A} 65k\n${B} 131k\nenergy 15m`);
    expect([fields.duration, problems]).toEqual(["15m", []]);
  });

  /** All that a line of these words may mean, each sense as a buyer could have meant it. */
  function sensesOf(words: readonly string[]): string[] {
    const senses = words.reduce<string[][]>(
      (all, word) => {
        const read = [parseAmount(word)].flatMap((one) => {
          if (one.kind === "units") return [`amount ${one.units}`];
          if (one.kind !== "ambiguous") return [];
          return one.readings.map((each) =>
            typeof each === "number" ? `amount ${each}` : `time ${each}`,
          );
        });
        const time = parseDuration(word);
        if (time.kind === "duration") read.push(`time ${time.duration}`);
        const meant = [...new Set(read)];
        return all.flatMap((sense) => meant.map((one) => [...sense, one]));
      },
      [[]],
    );
    return [
      ...new Set(
        senses
          .map((sense) => [...new Set(sense)].sort())
          .filter((sense) =>
            ["amount", "time"].every(
              (what) => sense.filter((one) => one.startsWith(what)).length < 2,
            ),
          )
          .filter((sense) =>
            sense.every((one) => !one.startsWith("amount") || Number(one.slice(7)) >= 1_000),
          )
          .map((sense) => sense.join()),
      ),
    ];
  }

  test("of any line with two sound readings neither is taken without a question", () => {
    const word = fc.constantFrom(
      ...["15m", "60m", "10m", "1w", "2w", "65k", "65.000", "65,5k", "1.5k", "1h", "15 min"],
      ...["7d", "180m", "1,500", "20к", "2М"],
    );
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 3 }), (words) => {
        const { fields, problems } = parseOneLine(`${words.join(" ")} ${A}`);
        const senses = sensesOf(words);
        if (senses.length < 2) return;
        expect(problems.length, senses.join(" or ")).toBeGreaterThan(0);
        expect(fields.amount === undefined || fields.duration === undefined).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("locked", () => {
  const LOCKED = { ...COMPLETE, requireLock: true };
  const bid = { ...LOCKED, type: "Manual", price: 55, allowPartial: true };

  test.each([
    [`65k energy 1h ${A} locked`, LOCKED],
    [`LOCKED 65k energy 1h ${A}`, LOCKED],
    [`fast 65k locked energy locked 1h ${A}`, LOCKED],
    [`65k energy 1h ${A} @55 locked`, bid],
    [`65k energy 1h ${A} @55 bulk, locked`, { ...bid, bulk: true }],
  ])("%s: the order requires locks, of either type", (text, fields) => {
    expect(parseOneLine(text)).toEqual({ fields, verdicts: [{ address: A }], problems: [] });
  });

  test("nothing else means it", () => {
    const { fields, problems } = parseOneLine(`65k energy 1h ${A} unlocked lock`);
    expect(fields).toEqual(COMPLETE);
    expect(problems).toMatchObject([unknown("unlocked"), unknown("lock")]);
  });

  test("is not lost among the words of a sentence", () => {
    const text = `please send me the whole 65k energy for 1h to ${A} but locked, thanks`;
    expect(typedLine(parseOneLine(text))?.fields).toEqual(LOCKED);
  });
});

test("a word is shown in full unless it is very long, and without halves of characters", () => {
  const [problem] = parseOneLine("x".repeat(4_000)).problems;
  expect(problem?.word).toBe(`${"x".repeat(48)}…`);
  expect(parseOneLine("a\ud83db").problems[0]?.word).toBe("a\ufffdb");
  expect(parseOneLine("😀".repeat(48)).problems[0]?.word).toBe("😀".repeat(48));
});

test("the order of the words does not matter, but for an amount between two wallets", () => {
  const words = ["65k", "energy", "1h", A, B, "foo"];
  fc.assert(
    fc.property(fc.shuffledSubarray(words, { minLength: words.length }), (shuffled) => {
      const { fields, verdicts, problems } = parseOneLine(shuffled.join(" "));
      const places = [A, B].map((one) => shuffled.indexOf(one) < shuffled.indexOf("65k"));
      const isBetween = places[0] !== places[1];
      expect(fields).toEqual(isBetween ? { ...COMPLETE, amount: undefined } : COMPLETE);
      expect(new Set(verdicts.map(({ address }) => address))).toEqual(new Set([A, B]));
      expect(problems.map(({ word }) => word)).toEqual(isBetween ? ["65k", "foo"] : ["foo"]);
    }),
  );
});

function unknown(word: string): Partial<LineProblem> {
  return { word, code: "UNKNOWN_WORD", hint: [] };
}
