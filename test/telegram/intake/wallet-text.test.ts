/** Amounts beside wallets: whose each of them is, and what is nobody's. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keepUsable, UNKNOWN_NAME } from "../../../src/telegram/intake/addresses.js";
import type { Verdict } from "../../../src/telegram/intake/findings.js";
import { parseOneLine, typedLine } from "../../../src/telegram/intake/one-line.js";
import { readWalletList, withFittingAmounts } from "../../../src/telegram/intake/wallet-text.js";
import { mistyped, wallet, wallets } from "../wallets.js";

const [A, B, C] = [wallet(1), wallet(2), wallet(3)];

/** The amounts of A, B and C; undefined where it is asked for. */
const amountsIn = (verdicts: readonly Verdict[]) => {
  const { amounts } = keepUsable(verdicts);
  return [A, B, C].map((address) => amounts[address]);
};
const list = (text: string) => readWalletList(text).verdicts;

describe("a list says what each gets:", () => {
  test.each([
    ["a line each", `${A} 131k\n${B} 65000`, [131_000, 65_000]],
    ["with commas", `${A}, 131k\n${B}, 65k`, [131_000, 65_000]],
    ["with commas and no spaces", `${A},131,000\n${B},65,000`, [131_000, 65_000]],
    ["with tabs", `${A}\t131k\r\n${B}\t65k`, [131_000, 65_000]],
    ["with semicolons and bars", `${A};131k\n${B} | 65k`, [131_000, 65_000]],
    ["with a dash and an arrow", `${A} - 131k\n${B} → 65k`, [131_000, 65_000]],
    ["with a colon", `${A}: 131k\n${B}: 65k`, [131_000, 65_000]],
    ["with signs that touch", `${A}=131k\n${B}:65,000\n${C}(32k)`, [131_000, 65_000, 32_000]],
    ["with signs that touch behind it", `131k->${A}\n65.000=${B}`, [131_000, 65_000]],
    ["with spaces in it", `${A} 131 000\n${B} 65 k`, [131_000, 65_000]],
    ["in Chinese", `${A}，１３１，０００\n${B}，六万五`, [131_000, 65_000]],
    ["before the wallet", `131k ${A}\n65k ${B}`, [131_000, 65_000]],
    ["with list marks", `1. ${A} 131k\n2) ${B} 65k`, [131_000, 65_000]],
    ["and a word behind it", `${A} 131k Alice\n${B} 65k Bob`, [131_000, 65_000]],
    ["some of them", `${A} 131k\n${B}`, [131_000, undefined]],
    ["with a word between", `${A} Alice 131k\n${B} Bob 65k`, [131_000, 65_000]],
    ["with decimal marks", `${A};131.000,00\n${B};65000.0`, [131_000, 65_000]],
    ["as a spreadsheet shows it", `${A} 1.31E+05\n${B} 6,5E+04`, [131_000, 65_000]],
    ["the first of them only", `131k ${A}\n${B}`, [131_000, undefined]],
    ["with one before them all", `65k\n${A} 131k\n${B}`, [131_000, 65_000]],
    ["all alike, before them all", `65k\n${A}\n${B}`, [65_000, 65_000]],
    ["all alike, behind them all", `${A} ${B} 65k`, [65_000, 65_000]],
    ["all alike, each on one line", `${A} 65k ${B} 65k`, [65_000, 65_000]],
    ["millions", `${A} 10m\n${B} 1.5m`, [10_000_000, 1_500_000]],
    ["only one wallet", `${A} 131k`, [131_000]],
    ["with numbers as in Chinese", `1、${A} 131k\n2、${B} 65k`, [131_000, 65_000]],
    ["with labels that have numbers", `地址1：${A} 131k\n地址2：${B} 65k`, [131_000, 65_000]],
    ["in thousands", `1) ${A} 131 тыс\n2) ${B} 65 тыс.`, [131_000, 65_000]],
    ["behind its spaces", `131 000: ${A}\n65 000: ${B}`, [131_000, 65_000]],
  ])("%s", (_, text, expected) => {
    expect(amountsIn(list(text))).toEqual([...expected, undefined, undefined].slice(0, 3));
    expect(list(text).filter(({ bad }) => bad)).toEqual([]);
  });
});

describe("a list says no amounts:", () => {
  test.each([
    ["numbers of lines before a sign", `21、${A}\n22：${B}`],
    ["names with numbers", `hot0: ${A}\nhot-1: ${B}`],
    ["labels with numbers", `Dirección 1: ${A}\nDirección 2: ${B}`],
    ["numbers of lines", `${A} 1\n${B} 2`],
    ["balances", `${A} 1,234.5\n${B} 99.1`],
    ["balances with their unit", `${A} 5000 TRX\n${B} 9000 USDT`],
    ["names", `${A} Alice\n${B} Bob`],
    ["a duration", `${A} 15m\n${B} 1h`],
    ["what is too long for a number", `${A} ${"9".repeat(64)}\n${B} 65`],
  ])("%s", (_, text) => {
    expect(amountsIn(list(text))).toEqual([undefined, undefined, undefined]);
    expect(list(text)).toEqual([{ address: A }, { address: B }]);
  });
});

describe("a list asks whose amounts these are:", () => {
  test.each([
    ["each behind a wallet of one line", `${A} 131k ${B} 65k`, "131k, 65k"],
    ["with a third wallet", `${A} 131k ${B} 65k ${C}`, "131k, 65k"],
    ["each before or behind one", `65k ${A} 131k ${B}`, "65k, 131k"],
    ["one before all and two behind", `131k ${A} 65k ${B} 32k ${C}`, "131k, 65k, 32k"],
    ["one after the other", `${A} ${B} 65k 131k`, "65k, 131k"],
    ["one between two wallets", `${A} 65k ${B}`, "65k"],
    ["each on a line of its own", `${A}\n65k\n${B}\n131k`, "65k, 131k"],
    ["two wallets of a line among others", `${A}\n${B} ${C} 65k`, "65k"],
    ["one for all where each has its own", `32k\n${A} 65k\n${B} 131k`, "32k, 65k, 131k"],
    ["two beside one wallet", `${A} 65k 131k\n${B}`, "65k, 131k"],
    ["a decimal comma behind commas", `${A},131,5k\n${B}`, "5k"],
  ])("%s", (_, text, word) => {
    const { verdicts, problems } = readWalletList(text);
    expect(amountsIn(verdicts)).toEqual([undefined, undefined, undefined]);
    expect(problems).toMatchObject([{ word, code: "WHOSE_AMOUNTS", field: "amount" }]);
  });

  const [a, b, c] = [A, B, C].map((wallet) => (units: number) => `${wallet} ${units}`);
  test.each([
    [`${A} 131k ${B} 65k`, [a?.(131_000), b?.(65_000)]],
    [`65k ${A} 131k ${B}`, [a?.(65_000), b?.(131_000)]],
    [`131k ${A} 65k ${B} 32k ${C}`, [a?.(131_000), b?.(65_000), c?.(32_000)]],
    [`${A}\n65k\n${B}\n131k`, [a?.(65_000), b?.(131_000)]],
    [`${A} 32k\n${B} 65k ${C} 131k`, [b?.(65_000), c?.(131_000)]],
    [`${A} 65k ${B} 131k ${C}`, []],
    [`${A} ${B} 65k 131k`, []],
    [`65k ${A} ${B} 131k`, []],
    [`${A} 65,5k ${B} 131k`, []],
    [
      wallets(21)
        .map((one, at) => `${one} ${65 + at}k`)
        .join(" "),
      [],
    ],
  ])("and how most would read them: %s", (text, hint) => {
    expect(readWalletList(text).problems).toMatchObject([{ code: "WHOSE_AMOUNTS", hint }]);
  });

  test("and takes those of the other lines", () => {
    const { verdicts, problems } = readWalletList(`${A} 65k\n${B} 131k 70k\n${C} 32k`);
    expect(amountsIn(verdicts)).toEqual([65_000, undefined, 32_000]);
    expect(problems.map(({ word }) => word)).toEqual(["131k, 70k"]);
  });

  test.each([
    ["balances", `${A} 1,234.5\n${B} 99.1`, "1,234.5"],
    ["too small ones", `${A} 500`, "500"],
  ])("%s may be meant as amounts", (_, text, word) => {
    expect(readWalletList(text).problems).toEqual([
      { word, code: "COLUMN_NOT_READ", field: "amount", hint: [] },
    ]);
  });

  test("not of the numbers of lines, nor of what has another unit", () => {
    expect(readWalletList(`${A} 1\n${B} 2`).problems).toEqual([]);
    expect(readWalletList(`${A} 5000 TRX\n${B} 9000 USDT`).problems).toEqual([]);
  });
});

describe("an address broken in two is whole when its checksum fits:", () => {
  const broken = (address: string, at: number, mark = "\n") =>
    `${address.slice(0, at)}${mark}${address.slice(at)}`;
  test.each([
    ["in the middle", broken(A, 17)],
    ["after its first letter", broken(A, 1)],
    ["before its last", broken(A, 33, " \r\n  ")],
    ["by a space", broken(A, 20, " ")],
    ["twice", `${broken(A, 20)}\n${broken(B, 14)}`],
  ])("%s", (_, text) => {
    expect(list(text)[0]).toEqual({ address: A });
    expect(readWalletList(text).problems).toEqual([]);
  });

  test("with an amount behind it", () => {
    expect(amountsIn(list(`${broken(A, 17)} 131k\n${B} 65k`))).toEqual([
      131_000,
      65_000,
      undefined,
    ]);
    expect(parseOneLine(`65k energy 1h ${broken(A, 17)}`).verdicts).toEqual([{ address: A }]);
  });

  test("and what is left of one that is none is said", () => {
    const text = broken(mistyped(A), 17);
    expect(list(text)).toEqual([]);
    expect(readWalletList(text).problems.map(({ word, code }) => [word, code])).toEqual(
      text.split("\n").map((half) => [half, "UNKNOWN_WORD"]),
    );
  });
});

test("of 12 characters and more is said, and less is not", () => {
  const { problems } = readWalletList(`hello ${A.slice(0, 11)} ${A.slice(0, 12)} ${B}`);
  expect(problems).toEqual([{ word: A.slice(0, 12), code: "UNKNOWN_WORD", hint: [] }]);
});

test("a bad amount is told as it was written, and its wallet is not taken", () => {
  const text = `${A} 65k\n${B} 65,5k\n${C} 500\n${mistyped(A)} 70k`;
  expect(withFittingAmounts(list(text), "energy")).toEqual([
    { address: A, amount: 65_000, written: "65k" },
    { address: `${B} 65,5k`, bad: "no amount" },
    { address: `${C} 500`, bad: "no amount" },
    { address: mistyped(A), bad: "checksum" },
  ]);
});

test("the least and the most of a resource hold for each", () => {
  const verdicts = list(`${A} 31k\n${B} 20,000,000,000\n${C} 32k`);
  const bad = (resource?: "energy" | "bandwidth") =>
    withFittingAmounts(verdicts, resource).flatMap(({ address, bad }) => (bad ? [address] : []));
  expect(bad("energy")).toEqual([`${A} 31k`, `${B} 20,000,000,000`]);
  expect(bad("bandwidth")).toEqual([`${B} 20,000,000,000`]);
  expect(bad()).toEqual([`${B} 20,000,000,000`]);
});

test("of a wallet that comes twice the first amount counts, and the second is told", () => {
  expect(list(`${A} 65k\n${B} 131k\n${A} 32k`)).toMatchObject([
    { address: A, amount: 65_000 },
    { address: B, amount: 131_000 },
    { address: `${A} 32k`, bad: "duplicate" },
  ]);
});

test("the amount of an unknown name is not another's", () => {
  expect(amountsIn(list(`${A}\n${UNKNOWN_NAME} 65k\n${B} 131k`))).toEqual([
    undefined,
    131_000,
    undefined,
  ]);
});

describe("a line of an order says", () => {
  test.each([
    [`energy 1h\n${A} 65k\n${B} 131k`, undefined, [65_000, 131_000]],
    [`${A} 65k\n${B} 131k\nenergy 1h`, undefined, [65_000, 131_000]],
    [`65k energy 1h ${A}\n${B} 131k`, 65_000, [undefined, 131_000]],
    [`${A} 131k\n${B}\n${C}\n65k energy 1h`, 65_000, [131_000, undefined, undefined]],
    [`energy 1h 65k ${A} ${B}`, 65_000, [undefined, undefined]],
    [`energy 1h ${A} ${B} 65k`, 65_000, [undefined, undefined]],
    [`energy 1h ${A} 65k`, 65_000, [undefined]],
    [`energy 1h ${A} 65k\n${B}`, undefined, [65_000, undefined]],
  ])("%s", (text, amount, own) => {
    const { fields, verdicts, problems } = parseOneLine(text);
    expect(fields).toEqual({ type: "Fast", resource: "energy", amount, duration: "1h" });
    expect(problems).toEqual([]);
    expect(amountsIn(verdicts)).toEqual([...own, undefined, undefined].slice(0, 3));
  });

  test.each([
    `131k energy 1h ${A} 65k ${B} 32k ${C}`,
    `energy 1h ${A} 65k ${B} 131k`,
    `65k energy 1h ${A} ${B} 131k`,
    `energy 1h ${A} 65k ${B}`,
    `65k energy 1h\n${A} 131k\n${B} 32k`,
    `energy 1h ${A} ${B} 65k 131k`,
    `energy 1h 65k ${A} 131k ${B}`,
    `energy 1h\n${A}\n65k\n${B}\n131k`,
    `energy 1h ${A} 65k ${B} 131k ${C} 32k 70k`,
  ])("what is not certain is asked for: %s", (text) => {
    const { fields, verdicts, problems } = parseOneLine(text);
    expect(fields.amount).toBeUndefined();
    expect(amountsIn(verdicts)).toEqual([undefined, undefined, undefined]);
    expect(problems).toEqual([expect.objectContaining({ code: "WHOSE_AMOUNTS", field: "amount" })]);
    expect(typedLine(parseOneLine(text))?.isWhole).toBe(true);
  });

  test("without a command too, when it says more", () => {
    const line = typedLine(parseOneLine(`energy 1h\n${A} 65k\n${B} 131k`));
    expect(line?.isWhole).toBe(true);
    expect(amountsIn(line?.verdicts ?? [])).toEqual([65_000, 131_000, undefined]);
  });
});

test("whatever is written, no wallet is lost or found by its amount", () => {
  const piece = fc.constantFrom(A, B, mistyped(C), UNKNOWN_NAME, "65k", "131,000", "500", "1h");
  const mark = fc.constantFrom(" ", "\n", ",", ", ", ";", "\t", " | ");
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, mark), { maxLength: 12 }), (pieces) => {
      const text = pieces.flat().join("");
      const found = list(text).map(({ address }) => address.slice(0, 34));
      const written = pieces.map(([one]) => one).filter((one) => one.length >= 30);
      expect(found).toEqual(written);
    }),
  );
});

test("however a list is written, an amount is read as it is, or asked about, or refused by name", () => {
  const written = fc.constantFrom<(units: number) => string>(
    (units) => String(units),
    (units) => units.toLocaleString("en-US"),
    (units) => units.toLocaleString("de-DE"),
    (units) => units.toLocaleString("fr-FR"),
    (units) => `${units},00`,
    (units) => `${units.toLocaleString("de-DE")},00`,
    (units) => `${units / 1_000}k`,
    (units) => `${String(units / 1_000).replace(".", ",")}k`,
    (units) => `~${units}`,
  );
  const marks = fc.constantFrom(" ", "\t", ", ", ",", ";", ": ", " - ", " → ", " | ");
  const amounts = fc.array(fc.integer({ min: 32_000, max: 3_000_000 }), {
    minLength: 2,
    maxLength: 4,
  });
  fc.assert(
    fc.property(written, marks, amounts, fc.boolean(), (write, mark, units, isFirst) => {
      const lines = units.map((one, at) =>
        (isFirst ? [write(one), wallet(at + 1)] : [wallet(at + 1), write(one)]).join(mark),
      );
      const { verdicts, problems } = readWalletList(lines.join("\n"));
      const isAsked = problems.some(({ field }) => field === "amount");
      for (const [at, one] of units.entries()) {
        const verdict = verdicts.find(({ address }) => address.startsWith(wallet(at + 1)));
        expect(verdict).toBeDefined();
        if (!isAsked && verdict?.bad === undefined) expect(verdict?.amount).toBe(one);
      }
    }),
    { numRuns: 500 },
  );
});
