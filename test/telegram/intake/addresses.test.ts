/** Pasted lists: every address is found, and every word that looks like one is accounted for. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  keepUsable,
  parseAddresses,
  withChainVerdicts,
} from "../../../src/telegram/intake/addresses.js";
import { mistyped, wallet, wallets } from "../wallets.js";

const [A, B] = [wallet(1), wallet(2)] as const;

describe("finds both addresses in", () => {
  test.each([
    ["lines", `${A}\n${B}`],
    ["Windows lines", `${A}\r\n${B}\r\n`],
    ["a sentence", `send to ${A}, and to ${B}.`],
    ["a table", `1;${A};65000\n2;${B};65000`],
    ["quotes", `"${A}","${B}"`],
    ["links", `https://tronscan.org/#/address/${A} https://tronscan.org/#/address/${B}`],
    ["brackets", `[${A}](${B})`],
    ["marks of direction", `\u202b${A}\u202c \u200f${B}\u200f`],
    ["an invisible space between them", `${A}\u200b${B}`],
    ["nothing between them", `${A}${B}`],
    ["an underscore between them", `${A}_${B}`],
    ["emoji around them", `👉${A}👈\n👉${B}👈`],
    ["a script without spaces", `给${A}转，再给${B}转`],
    ["foreign words that touch them", `адрес${A} на${B}`],
    ["a byte order mark before them", `\ufeff${A} ${B}`],
    ["an invisible space within one", `${A.slice(0, 10)}\u200b${A.slice(10)} ${B}`],
  ])("%s", (_, text) => {
    expect(parseAddresses(text)).toEqual([{ address: A }, { address: B }]);
  });
});

describe("says checksum, with the word in full, of", () => {
  test.each([
    ["a mistyped character", mistyped(A)],
    ["a character too few", A.slice(0, -1)],
    ["a character too many", `${A}x`],
    ["30 characters", A.slice(0, 30)],
    ["40 characters", `${A}abcdef`],
    ["a character outside of base58", A.replace(A.charAt(5), "0")],
    ["lower case", A.toLowerCase()],
    ["a foreign letter that looks Latin", `${A.slice(0, 9)}о${A.slice(10)}`],
    ["a foreign first letter", `Т${A.slice(1)}`],
  ])("%s", (_, word) => {
    expect(parseAddresses(`to ${word} and ${B}`)).toEqual([
      { address: word, bad: "checksum" },
      { address: B },
    ]);
  });

  test("an address in hex is named as one", () => {
    const hex = `41${"52908400098527886E0F7030069857D2E4169EE7"}`;
    expect(parseAddresses(`${A} ${hex},0x${hex} ${hex.toLowerCase()}`)).toEqual([
      { address: A },
      ...[hex, `0x${hex}`, hex.toLowerCase()].map((address) => ({ address, bad: "hex" })),
    ]);
  });

  test("an address of another chain is named as one, in any case and list", () => {
    const evm = "0x52908400098527886E0F7030069857D2E4169EE7";
    const listed = [evm, evm.toLowerCase(), evm.toUpperCase()];
    expect(parseAddresses(`${A} ${listed.join(",")}`)).toEqual([
      { address: A },
      ...listed.map((address) => ({ address, bad: "ethereum" })),
    ]);
    expect(parseAddresses(`${evm}0 0x${"a".repeat(64)}`)).toEqual([]);
  });

  test("a mistyped address amid other letters", () => {
    expect(parseAddresses(`给${mistyped(A)}转`)).toEqual([
      { address: mistyped(A), bad: "checksum" },
    ]);
  });

  test("a mistyped address glued to a good one", () => {
    expect(parseAddresses(A + mistyped(B))).toEqual([
      { address: A },
      { address: mistyped(B), bad: "checksum" },
    ]);
  });
});

describe("finds nothing in", () => {
  test.each([
    ["nothing", ""],
    ["words", "to the moon, Traders"],
    ["a short T-word", A.slice(0, 29)],
    ["a long T-word", `T${"a".repeat(40)}`],
    ["a transaction id", "t".repeat(64)],
    ["half an Ethereum address", "0xc8599111f29c1e1e061265b4af"],
    ["lone halves of characters", "\ud83d\ude00\ud83d T \udc00"],
  ])("%s", (_, text) => {
    expect(parseAddresses(text)).toEqual([]);
  });
});

test("a repeated address is a duplicate from its second place on", () => {
  expect(parseAddresses(`${A} ${B} ${A} ${A}`)).toEqual([
    { address: A },
    { address: B },
    { address: A, bad: "duplicate" },
    { address: A, bad: "duplicate" },
  ]);
});

test("the chain's word counts for good addresses only", () => {
  const verdicts = parseAddresses(`${A} ${A} ${mistyped(A)} ${B} ${wallet(3)} ${wallet(4)}`);
  const byAddress = new Map([
    [A, "not activated"],
    [B, "contract"],
    [wallet(3), "ok"],
  ] as const);
  expect(withChainVerdicts(verdicts, byAddress)).toEqual([
    { address: A, bad: "not activated" },
    { address: A, bad: "duplicate" },
    { address: mistyped(A), bad: "checksum" },
    { address: B, bad: "contract" },
    { address: wallet(3) },
    { address: wallet(4) },
  ]);
});

test("the first 20 good ones are kept, the bad ones take no place", () => {
  const list = wallets(23);
  const text = list.flatMap((address) => [mistyped(address), address]).join(" ");
  const usable = keepUsable(parseAddresses(text));
  expect(usable.receivers).toEqual(list.slice(0, 20));
  expect(usable.refused.map(({ address }) => address)).toEqual(list.map(mistyped));
  expect(usable.beyondLimit).toBe(3);
});

test("whatever surrounds them, addresses are found in their order", () => {
  const noise = fc.string({ unit: fc.constantFrom(..." \n,;|\"'()[]<>/#=_-👉٣"), minLength: 1 });
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { maxLength: 25 });
  fc.assert(
    fc.property(numbers, noise, (chosen, between) => {
      const list = chosen.map(wallet);
      const verdicts = parseAddresses(between + list.join(` ${between} `) + between);
      expect(verdicts).toEqual(list.map((address) => ({ address })));
    }),
  );
});
