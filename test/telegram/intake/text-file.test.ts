/** Files as rows of cells, however a program has written them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeText, readRows } from "../../../src/telegram/intake/text-file.js";
import { cpuMsOf } from "../../support/cpu-time.js";

const cells = (text: string) => readRows(text).map((row) => row.cells);

describe("bytes", () => {
  const said = "name,кошелёк\r\n";
  const swapped = Buffer.from(said, "utf16le").swap16();
  test.each([
    ["UTF-8", Buffer.from(said)],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${said}`)],
    ["UTF-16, little end first", Buffer.from(`\ufeff${said}`, "utf16le")],
    ["UTF-16, big end first", Buffer.concat([Buffer.from([0xfe, 0xff]), swapped])],
  ])("of %s are a text", (_, bytes) => {
    expect(decodeText(bytes)).toEqual({ text: said, isCertain: true });
  });

  const older = (hex: string) => Buffer.concat([Buffer.from(hex, "hex"), Buffer.from(",T1\n")]);
  test.each([
    ["Russian words", "eaeeebe8f7e5f1f2e2ee2c203635a0303030", "количество, 65\u00a0000"],
    ["Russian capitals", "caeef8e5ebfc2dd2cbca", "Кошель-ТЛК"],
    ["Chinese words", "caFDC1BFA3ACC7AEB0FC", "数量，钱包"],
    ["Spanish words", "64697265636369f36e20f16e6f2061f16f", "dirección ñno año"],
    ["letters of no words", "eacEf8", "êÎø"],
    ["a single letter", "e9", "é"],
  ])("of an older set, %s, are guessed and not certain", (_, hex, said) => {
    expect(decodeText(older(hex))).toEqual({ text: `${said},T1\n`, isCertain: false });
  });

  test.each([
    ["a spreadsheet", Buffer.from("PK\x03\x04\x14\0\x06\0")],
    ["a picture", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1")],
    ["UTF-16 without a mark", Buffer.from(said, "utf16le")],
    ["half of UTF-16", Buffer.from([0xff, 0xfe, 0x41])],
  ])("of %s are none", (_, bytes) => {
    expect(decodeText(bytes)).toBeUndefined();
  });
});

describe("rows", () => {
  test.each([
    [
      "commas",
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "semicolons and CRLF",
      "a;b\r\nc;d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "tabs and CR",
      "a\tb\rc\td",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "bars with spaces around",
      "a | b\nc | d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "spaces",
      "a b\nc   d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "one of them in each row, and others inside",
      "a;b,c\nd e\nf;g|h",
      [
        ["a", "b,c"],
        ["d", "e"],
        ["f", "g|h"],
      ],
    ],
    [
      "one in a note",
      "a,b;c\nd,e\nf,g",
      [
        ["a", "b;c"],
        ["d", "e"],
        ["f", "g"],
      ],
    ],
    ["the one that the file names", "sep=;\r\na;b,c\r\nd,e\r\n", [["a", "b,c"], ["d,e"]]],
    [
      "grouping spaces",
      "a 65 000\nb 1 234 567 c",
      [
        ["a", "65\u00a0000"],
        ["b", "1\u00a0234\u00a0567", "c"],
      ],
    ],
    ["nothing to part", "a\nb", [["a"], ["b"]]],
    ["empty cells", ",a,,b", [["", "a", "", "b"]]],
    ["empty rows", "\n\n a \n , \n\nb\n", [["a"], ["b"]]],
    ["quotes", '"a,1","b ""x"""\n"c d"', [["a,1", 'b "x"'], ["c d"]]],
    ["a line break in quotes", '"a\r\nb",c\nd', [["a\nb", "c"], ["d"]]],
    ["a quote that nothing closes", '"a\nb,c', [["a"], ["b", "c"]]],
    ["a quote amid a word", 'a"b,c', [['a"b', "c"]]],
    ["what is invisible", "\u200ea\u200b,\u00a0b", [["a", "b"]]],
    ["nothing at all", "", []],
  ])("with %s", (_, text, rows) => {
    expect(cells(text)).toEqual(rows);
  });

  test("know their line", () => {
    expect(readRows('a\n\n"b\nc"\nd').map(({ line }) => line)).toEqual([1, 3, 5]);
    expect(readRows("sep=;\r\na\r\nb").map(({ line }) => line)).toEqual([2, 3]);
  });
});

test("any bytes are read or refused, quickly, and every row holds something", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 4_000 }),
    fc.string({ unit: fc.constantFrom(...'Tab,;\t| "\n\r\u200e'.split("")) }).map(Buffer.from),
  );
  fc.assert(
    fc.property(bytes, (some) => {
      const read = decodeText(some);
      if (!read) return;
      for (const { cells: found, line } of readRows(read.text)) {
        expect(found.some((cell) => cell !== "")).toBe(true);
        expect(line).toBeGreaterThan(0);
      }
    }),
  );
});

test.each(['"', ",", "\n", '"\n', "a ", '""', "\r"])("64 KiB of %j take no time", (piece) => {
  const text = piece.repeat(65_536 / piece.length);
  expect(cpuMsOf(() => readRows(text))).toBeLessThan(2_000);
});
