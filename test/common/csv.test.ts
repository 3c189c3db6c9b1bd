/** CSV that can be read back, and that no spreadsheet reckons with. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "../../src/common/csv.js";
import { decimalTrx, SUN_PER_TRX } from "../../src/domain/money.js";
import { codePoint } from "../support/code-points.js";
import { readCsv } from "../support/csv.js";

test("cells as they are, quoted where they must be", () => {
  expect(csvLine(["a", undefined, 1, { decimal: "-3.9" }, 'say "no", or\nyes', ""])).toBe(
    'a,,1,-3.9,"say ""no"", or\nyes",\r\n',
  );
});

test.each([
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "  =1",
  "＝1",
  '=HYPERLINK("http://x")',
])("%j is a text", (formula) => {
  const [[cell = ""] = []] = readCsv(csvLine([formula, "rest"]));
  expect(cell).toBe(`'${formula}`);
});

const anyText = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.string({
    unit: fc.constantFrom("=", "+", "-", "@", "'", '"', ",", "\t", "\n", "\r", " ", "a"),
  }),
);

test("any texts are read back, but for the apostrophe before what might be a formula", () => {
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1, maxLength: 5 }), (cells) => {
      const [read = []] = readCsv(csvLine([...cells, "end"]));
      expect(read.slice(0, -1).map((cell) => cell.replace(/^'/, ""))).toEqual(cells);
      for (const cell of read) expect(cell).not.toMatch(/^\s*[=+\-@]/);
    }),
  );
});

test("TRX for programs are exact", () => {
  expect([0, 1, -1, 3_900_000, -27_500_000, 1_000_000_000].map(decimalTrx)).toEqual([
    ...["0", "0.000001", "-0.000001", "3.9", "-27.5", "1000"],
  ]);
  fc.assert(
    fc.property(fc.maxSafeInteger(), (amountSun) => {
      const [whole = "", fraction = ""] = decimalTrx(Math.abs(amountSun)).split(".");
      const back = BigInt(whole) * BigInt(SUN_PER_TRX) + BigInt(fraction.padEnd(6, "0"));
      expect(back).toBe(BigInt(Math.abs(amountSun)));
      expect(decimalTrx(amountSun).startsWith("-")).toBe(amountSun < 0);
    }),
  );
});
