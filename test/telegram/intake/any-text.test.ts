/**
 * The readers meet whatever people paste: they never throw, and their time grows with the length of
 * the text only.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAddresses } from "../../../src/telegram/intake/addresses.js";
import { parseAmount } from "../../../src/telegram/intake/amount.js";
import { splitCommand } from "../../../src/telegram/intake/command.js";
import { parseOneLine } from "../../../src/telegram/intake/one-line.js";
import { readWalletList } from "../../../src/telegram/intake/wallet-text.js";
import { cpuMsOf } from "../../support/cpu-time.js";
import { wallet } from "../wallets.js";

const LONGEST_MESSAGE = 4_096;

/** Code units, so halves of characters too, with much of what the grammar is made of. */
const anyText = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom(" ", "\n", "\u200f", "\u202e", "\ud83d", "\udc00", "\u0000"),
    fc.constantFrom("65k", "65.000", ",", "1h", "energy", "T", "/", "@", wallet(1)),
  ),
  maxLength: 300,
});

test("no text makes a reader throw, and a problem always has its word", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 400 }), (text, length) => {
      parseAmount(text);
      for (const { address } of parseAddresses(text)) expect(address.length).toBeGreaterThan(29);
      splitCommand(text, [{ type: "bot_command", offset: 0, length }], "desk_sandbox_bot");
      const { problems } = parseOneLine(text);
      expect(problems.length).toBeLessThanOrEqual(20);
      for (const { word } of problems) {
        expect(word).not.toBe("");
        expect(/\p{Cs}/u.test(word)).toBe(false);
      }
    }),
    { numRuns: 1_000 },
  );
});

describe("a text of the greatest length is read at once:", () => {
  const pieces = [" ", "0", "1", "1,", "1 ", "111 ", "1,111", "T", "(", "\u200f", "\u200fT", "k"];
  const others = [
    "1.",
    "65k ",
    "a",
    "a ",
    "T ",
    "\ud83d",
    "1h",
    "1 h ",
    "٣",
    "T\u200b",
    "1_",
    "-1",
  ];
  const worst = [
    ...[...pieces, ...others].map((piece) => piece.repeat(LONGEST_MESSAGE)),
    `${" ".repeat(LONGEST_MESSAGE)}x`,
    `${"(".repeat(LONGEST_MESSAGE)}x${"(".repeat(LONGEST_MESSAGE)}`,
    `${"1".repeat(LONGEST_MESSAGE)}x`,
    wallet(1).repeat(LONGEST_MESSAGE / 32),
    `${wallet(1)} `.repeat(LONGEST_MESSAGE / 32),
    ...["65k ", "65k\n", ",500;"].map((more) =>
      `${wallet(1)} ${more}`.repeat(LONGEST_MESSAGE / 32),
    ),
    `65k ${"65k ".repeat(LONGEST_MESSAGE / 8)}${`${wallet(1)} 65k `.repeat(LONGEST_MESSAGE / 64)}`,
  ];

  test.each(worst.map((text) => [text.slice(-8), text.slice(0, LONGEST_MESSAGE)]))(
    "…%j",
    (_, text) => {
      const cpuMs = cpuMsOf(() => {
        parseAmount(text);
        parseAddresses(text);
        parseOneLine(text);
        readWalletList(text);
      });
      expect(cpuMs).toBeLessThan(500);
    },
  );
});
