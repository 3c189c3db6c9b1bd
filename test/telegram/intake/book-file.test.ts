/** Names out of a file: in either order, each once, and whatever was exported is taken in as it was. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "../../../src/common/csv.js";
import { addressToHex } from "../../../src/domain/address.js";
import { nameKey, walletName } from "../../../src/domain/wallet-name.js";
import { decodeText } from "../../../src/telegram/intake/text-file.js";
import { namesOfFile } from "../../../src/telegram/intake/wallet-file.js";
import { mistyped, wallet } from "../wallets.js";

const [A, B] = [wallet(1), wallet(2)];

test.each([
  ["names first", `name,wallet\ncold,${A}\nhot,${B}`],
  ["wallets first", `wallet;name\r\n${A};cold\r\n${B};hot`],
  ["no title", `${A}\tcold\n${B}\thot`],
  ["spaces", `cold ${A}\nhot   ${B}`],
  ["quotes and signs", `"@cold","${A}"\n"@hot","${B}"`],
  ["more columns", `cold,,${A},note\nhot,,${B},note`],
  ["the same twice", `cold,${A}\nCOLD,${A}\nhot,${B}`],
])("with %s", (_, text) => {
  const { names, badLines } = namesOfFile(text);
  expect(names.map(({ name, address }) => [nameKey(name), address])).toEqual([
    ["cold", A],
    ["hot", B],
  ]);
  expect(badLines).toEqual([]);
});

test("a line that gives no name says why", () => {
  const lines = [
    "no title here",
    `${A}`,
    `55,${A}`,
    `a b,${A}`,
    `cold,${mistyped(A)}`,
    "cold,x",
    `e,0x${"a".repeat(40)}`,
    `f,${addressToHex(A)}`,
    `0x${addressToHex(A)},g`,
  ];
  const text = [...lines, `cold,${A}`, `cold,${B}`, `,${A}`].join("\n");
  expect(namesOfFile(text)).toEqual({
    names: [{ name: "cold", address: A }],
    badLines: [
      { line: 2, why: "noName" },
      { line: 3, why: "badName" },
      { line: 4, why: "badName" },
      { line: 5, why: "checksum" },
      { line: 6, why: "noWallet" },
      { line: 7, why: "ethereum" },
      { line: 8, why: "hex" },
      { line: 9, why: "hex" },
      { line: 11, why: "twice" },
      { line: 12, why: "noName" },
    ],
  });
});

test("any book that is exported is taken in as it was", () => {
  const name = fc
    .string({ unit: fc.constantFrom(..."abЖ火_-9"), minLength: 1, maxLength: 32 })
    .filter((text) => walletName(text) !== undefined);
  const entry = fc.record({ name, address: fc.integer({ min: 1, max: 500 }).map(wallet) });
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: (one) => nameKey(one.name) }), (entries) => {
      const lines = entries.map((one) => csvLine([one.name, one.address]));
      const bytes = Buffer.from(`\ufeff${csvLine(["name", "wallet"])}${lines.join("")}`);
      const read = decodeText(bytes);
      expect(read?.isCertain).toBe(true);
      expect(namesOfFile(read?.text ?? "")).toEqual({ names: entries, badLines: [] });
    }),
  );
});

test("whatever the bytes, every name is one and comes once", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.string().map((text) => Buffer.from(text)),
      ),
      (bytes) => {
        const { names } = namesOfFile(decodeText(bytes)?.text ?? "");
        expect(new Set(names.map(({ name }) => nameKey(name))).size).toBe(names.length);
        for (const { name } of names) expect(walletName(name)).toBe(name);
      },
    ),
  );
});
