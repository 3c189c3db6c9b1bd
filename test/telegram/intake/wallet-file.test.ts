/** The wallets of a file, line by line. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeText, MAX_FILE_BYTES } from "../../../src/telegram/intake/text-file.js";
import { walletsOfFile as listOfFile } from "../../../src/telegram/intake/wallet-file.js";
import { codePoint } from "../../support/code-points.js";
import { cpuMsOf } from "../../support/cpu-time.js";
import { wallet, wallets } from "../wallets.js";

const [A, B] = [wallet(1), wallet(2)];
const MISTYPED = `${A.slice(0, -1)}${A.endsWith("a") ? "b" : "a"}`;
const walletsOfFile = (text: string) => listOfFile(text).verdicts;
const good = (...addresses: string[]) => addresses.map((address) => ({ address }));

describe("the first column", () => {
  test.each([
    ["without a title", `${A}\n${B}`],
    ["with a title", `wallet\n${A}\n${B}\n`],
    ["with a title of two words", `wallet address,note\n${A},x\n${B},y`],
    ["before commas", `${A},1,x\n${B},2,y`],
    ["before semicolons, quoted", `"${A}";"x"\r\n"${B}";"y;z"\r\n`],
    ["before tabs", `${A}\tx\n${B}\ty`],
    ["before bars", `${A} | x\n${B} | y`],
    ["before spaces", `${A} x y\n  ${B}  z`],
    ["after a mark of byte order", `\ufeff${A}\n${B}`],
    ["that is not the first where that holds no wallet", `name,wallet\ncold,${A}\nhot,${B}`],
    ["and not what stands beside it", `${A},${wallet(3)}\n${B},${wallet(4)}`],
    ["or the one line there is", `${A} ${B}`],
    ["or the one line with commas", `${A},${B}\n`],
  ])("%s", (_, text) => {
    expect(walletsOfFile(text)).toEqual(good(A, B));
  });
});

describe("each with its amount:", () => {
  const own = [
    { address: A, amount: 131_000, written: expect.any(String) },
    { address: B, amount: 65_000, written: expect.any(String) },
  ];
  test.each([
    ["behind the wallet", `${A},131000\n${B},65k`],
    ["behind the wallet, quoted", `"${A}","131,000"\n"${B}","65,000"`],
    ["behind semicolons, with more columns", `${A};131k;Alice\n${B};65k;Bob`],
    ["behind spaces", `${A} 131000\n${B} 65000`],
    ["behind tabs", `${A}\t131000\n${B}\t65000`],
    ["in a column of its name", `Wallet,Name,Amount\n${A},cold,131k\n${B},hot,65k`],
    ["before the wallet", `Количество;Кошелёк\n131000;${A}\n65000;${B}`],
    [
      "behind a line that names the separator",
      `sep=;\r\nWallet;Amount\r\n${A};131000\r\n${B};65000`,
    ],
    [
      "in a column whose title begins with it",
      `Wallet address,Amount (Energy)\n${A},131k\n${B},65k`,
    ],
    [
      "in Russian",
      `\ufeffАдрес кошелька получателя;Количество энергии\r\n${A};131 000\r\n${B};65 000`,
    ],
    ["in Spanish", `Billetera;Cantidad de energía\n${A};131.000\n${B};65.000`],
    ["in Chinese", `钱包,数量（能量）\n${A},"131,000"\n${B},六万五`],
    ["with decimal commas", `Wallet;Amount\n${A};131000,00\n${B};65.000,0`],
    ["with decimal points behind commas", `${A},131000.0\n${B},65000.00`],
    ["grouped by commas behind commas", `${A},131,000\n${B},65,000`],
    ["grouped by commas behind commas, with a title", `wallet,amount\n${A},131,000\n${B},65,000`],
    ["grouped by commas behind semicolons", `${A};131,000\n${B};65,000`],
    ["grouped by commas behind tabs", `${A}\t131,000\n${B}\t65,000`],
    ["grouped by commas behind spaces", `${A} 131,000\n${B} 65,000`],
    ["grouped by spaces behind spaces", `${A} 131 000\n${B} 65 000`],
    ["as a spreadsheet shows large numbers", `${A};1,31E+05\n${B};6,5E+04`],
    ["before the wallet, without a title", `131000;${A}\n65000;${B}`],
    ["beside numbers of lines", `1;${A};131000\n2;${B};65000`],
    ["beside an address over two lines", `${A.slice(0, 20)}\n${A.slice(20)},131k\n${B},65k`],
    ["inside of the cell", `wallet;note\n"${A} 131k";x\n${B} 65,000;y`],
  ])("%s", (_, text) => {
    expect(walletsOfFile(text)).toEqual(own);
  });

  test.each([
    ["another column", `wallet,balance\n${A},131000\n${B},65000`],
    ["a name with a number", `${A},cold 65000\n${B},hot`],
    ["mostly words", `${A},65k\n${B},hot\n${wallet(3)},cold`],
    ["numbers of lines", `${A},1\n${B},2`],
  ])("not in %s", (_, text) => {
    expect(walletsOfFile(text).slice(0, 2)).toEqual(good(A, B));
  });

  const asked = (word: string, code = "COLUMN_NOT_READ") => [
    { word, code, field: "amount", hint: code === "COLUMN_NOT_READ" ? ["Amount"] : [] },
  ];
  test.each([
    ["a title that says something else", `wallet,balance\n${A},131000\n${B},65000`, "balance"],
    ["decimals that lack a figure", `${A};65,00\n${B};131,00`, "65,00"],
    ["about so much", `${A};~65k\n${B};~131k`, "~65k"],
    ["words with the number", `${A};65000 units\n${B};131000 units`, "65000 units"],
    ["too small ones", `wallet;menge\n${A};65\n${B};131`, "menge"],
    ["a column further on", `${A};Alice;65k\n${B};Bob;131k`, "65k"],
    ["two columns", `${A};65k;70k\n${B};131k;140k`, "65k"],
    ["two titles", `w,Energy,Bandwidth\n${A},65k,1k\n${B},131k,1k`, "Energy"],
    ["money", `wallet;Amount (TRX)\n${A};65000\n${B};131000`, "Amount (TRX)"],
  ])("a column that was not read is asked about: %s", (_, text, word) => {
    expect(listOfFile(text)).toEqual({ verdicts: good(A, B), problems: asked(word) });
  });

  test.each([
    ["names", `${A},Alice\n${B},Bob`],
    ["numbers of lines", `${A},1\n${B},2`],
    ["notes here and there", `wallet,note\n${A},\n${B},\n${wallet(3)},2 of them`],
  ])("%s are not asked about", (_, text) => {
    expect(listOfFile(text).problems).toEqual([]);
  });

  test("amounts that may be one wallet's or another's are asked about", () => {
    const one = listOfFile(`${A},131k,${B},65k`);
    const problems = asked("131k, 65k", "WHOSE_AMOUNTS").map((problem) => ({
      ...problem,
      hint: [`${A} 131000`, `${B} 65000`],
    }));
    expect(one).toEqual({ verdicts: good(A, B), problems });
    const both = listOfFile(`wallets;amount\n"${A}\n${B}";131k\n${wallet(3)};65k`);
    expect(both.problems).toEqual(asked("131k", "WHOSE_AMOUNTS"));
    expect(both.verdicts.slice(0, 2)).toEqual(good(A, B));
  });

  test("a bad one is told with its line, and one that is missing is asked for", () => {
    const text = `wallet,amount\n${A},131k\n${B},many\n${wallet(3)},\n${MISTYPED},65k\n${A},65k`;
    expect(walletsOfFile(text)).toEqual([
      own[0],
      { address: `${B} many`, bad: "no amount" },
      { address: wallet(3) },
      { address: MISTYPED, bad: "checksum" },
      { address: `${A} 65k`, bad: "duplicate" },
    ]);
  });
});

test("every line has its verdict", () => {
  const text = `wallet,note\n${A},x\n${MISTYPED},y\n\nhello world,z\n,only a note\n${A}\n${B}`;
  expect(walletsOfFile(text)).toEqual([
    { address: A },
    { address: MISTYPED, bad: "checksum" },
    { address: "hello world", bad: "no address" },
    { address: "only a note", bad: "no address" },
    { address: A, bad: "duplicate" },
    { address: B },
  ]);
});

test("an address of another chain is named, and what may be a private key is not repeated", () => {
  const evm = `0x${"aB".repeat(20)}`;
  const [key, more] = ["9f".repeat(32), `"my key: 0x${"9f".repeat(32)}"`];
  expect(walletsOfFile(`${A}\n${evm}\n${key}\n${more}`)).toEqual([
    { address: A },
    { address: evm, bad: "ethereum" },
    { address: "•".repeat(40), bad: "no address" },
    { address: `my key: ${"•".repeat(32)}`, bad: "no address" },
  ]);
});

test("a wallet cut short in the first line is no title", () => {
  const cut = A.slice(0, 25);
  expect(walletsOfFile(`${cut}\n${B}`)).toEqual([
    { address: cut, bad: "no address" },
    { address: B },
  ]);
});

test("a number in the first line is no title either", () => {
  expect(walletsOfFile(`65000\n${A}\n${B}`)).toEqual([
    { address: "65000", bad: "no address" },
    ...good(A, B),
  ]);
});

test("that a second column of wallets is not read is said, as what is left of a cell", () => {
  const text = `from,to\n${A},${wallet(3)}\n${B} ${"x".repeat(20)},${wallet(4)}`;
  expect(listOfFile(text)).toEqual({
    verdicts: good(A, B),
    problems: [wallet(3), "x".repeat(20)].map((word) => ({ word, code: "UNKNOWN_WORD", hint: [] })),
  });
});

test("a file without any wallet has no verdicts", () => {
  expect(walletsOfFile("")).toEqual([]);
  expect(walletsOfFile("hello\nworld,1\n")).toEqual([]);
});

test("a file of as many columns as rows takes no longer than its length", () => {
  const half = MAX_FILE_BYTES / 2;
  const wide = `${",".repeat(half - A.length)}${A}`;
  const text = `${wide}\n${"x\n".repeat(half / 2 - 1)}`;
  let verdicts: unknown[] = [];
  const cpuMs = cpuMsOf(() => {
    verdicts = walletsOfFile(text);
  });
  expect(verdicts.slice(0, 2)).toEqual([{ address: A }, { address: "x", bad: "no address" }]);
  expect(cpuMs).toBeLessThan(3_000);
});

test("64 KiB of wallets are all found", () => {
  const many = wallets(1_800);
  expect(walletsOfFile(many.join("\r\n"))).toEqual(good(...many));
});

test("64 KiB of wallets with amounts are read, on lines of their own or on one", () => {
  const many = wallets(1_500);
  for (const mark of ["\n", " "]) {
    const text = many.map((address) => `${address} 65000`).join(mark);
    let verdicts: ReturnType<typeof walletsOfFile> = [];
    const cpuMs = cpuMsOf(() => {
      verdicts = walletsOfFile(text);
    });
    expect(verdicts.filter(({ amount }) => amount === 65_000)).toHaveLength(1_500);
    expect(cpuMs).toBeLessThan(3_000);
  }
});

test("whatever the bytes, verdicts are short and good ones come once", () => {
  const piece = fc.oneof(
    fc.constantFrom(A, B, MISTYPED, ",", ";", "\n", "\r\n", '"', " ", "\t", "wallet"),
    fc.string({ unit: codePoint }),
  );
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.array(piece).map((pieces) => Buffer.from(pieces.join(""))),
  );
  fc.assert(
    fc.property(bytes, (some) => {
      const read = decodeText(some);
      const verdicts = walletsOfFile(read?.text ?? "");
      const taken = verdicts.filter(({ bad }) => !bad).map(({ address }) => address);
      expect(new Set(taken).size).toBe(taken.length);
      for (const { address } of verdicts) expect(address.length).toBeLessThanOrEqual(80);
    }),
  );
});

test("however a program writes it, an amount is read as it is, or asked about, or refused by name", () => {
  const cutByComma = (units: number) => `${String(units / 1_000).replace(".", ",")}k`;
  const unquoted = {
    separator: ",",
    isQuoted: false,
    isFirst: true,
    names: false,
    sep: false,
    end: "\n",
  } as const;
  const written = fc.constantFrom<(units: number) => string>(
    (units) => String(units),
    (units) => units.toLocaleString("en-US"),
    (units) => units.toLocaleString("de-DE"),
    (units) => units.toLocaleString("fr-FR"),
    (units) => `${units}.0`,
    (units) => `${units},00`,
    (units) => `${units.toLocaleString("de-DE")},00`,
    (units) => `${units.toLocaleString("en-US")}.00`,
    (units) => units.toExponential().replace("e+", "E+0"),
    (units) => `${units / 1_000}k`,
    cutByComma,
    (units) => `${units} units`,
    (units) => `~${units}`,
  );
  const title = fc.constantFrom(undefined, "Amount", "Amount (Energy)", "Количество", "Menge", "x");
  const amounts = fc.array(fc.integer({ min: 32_000, max: 3_000_000 }), {
    minLength: 2,
    maxLength: 6,
  });
  const layout = fc.record({
    separator: fc.constantFrom("\t", ";", ",", "|", " "),
    isQuoted: fc.boolean(),
    isFirst: fc.boolean(),
    names: fc.boolean(),
    sep: fc.boolean(),
    end: fc.constantFrom("\n", "\r\n"),
  });
  fc.assert(
    fc.property(written, title, amounts, layout, (write, named, units, how) => {
      const { separator, isQuoted, isFirst, names, sep, end } = how;
      const row = (wallet: string, amount: string, name: string) => {
        const cell = isQuoted && separator !== " " ? `"${amount}"` : amount;
        const cells = isFirst ? [cell, wallet] : [wallet, cell];
        return [...cells, ...(names ? [name] : [])].join(separator);
      };
      const lines = units.map((one, at) => row(wallet(at + 1), write(one), `name${at}`));
      const head = named === undefined ? [] : [row("Wallet", named, "Name")];
      const text = [...(sep ? [`sep=${separator}`] : []), ...head, ...lines].join(end);
      const { verdicts, problems } = listOfFile(text);
      const isAsked = problems.some(({ field }) => field === "amount");
      for (const [at, one] of units.entries()) {
        const verdict = verdicts.find(({ address }) => address.startsWith(wallet(at + 1)));
        // A wallet that stands in another column than the first one's is named.
        if (!verdict) expect(problems.map(({ word }) => word)).toContain(wallet(at + 1));
        if (!isAsked && verdict && verdict.bad === undefined) expect(verdict.amount).toBe(one);
      }
    }),
    {
      numRuns: 500,
      // The first row has no wallet where most have one, and a row is cut by its comma.
      examples: [
        [cutByComma, undefined, [32_001, 32_001, 32_000], unquoted],
        [cutByComma, undefined, [32_000, 32_001], { ...unquoted, names: true }],
        [cutByComma, undefined, [32_001, 32_100], unquoted],
      ],
    },
  );
});
