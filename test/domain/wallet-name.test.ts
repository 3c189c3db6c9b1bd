/** Which texts are names of wallets, and which names are the same. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { nameKey, walletName } from "../../src/domain/wallet-name.js";
import { codePoint } from "../support/code-points.js";

test.each([
  "a",
  "cold1",
  "Cold-1",
  "55suns",
  "sun",
  "_x",
  "-x",
  "1a",
  "a".repeat(32),
  "кошелёк",
  "火".repeat(32),
])("%s is a name", (text) => {
  expect(walletName(text)).toBe(text);
});

test.each([
  "",
  "55",
  "55sun",
  "1_000SUN",
  "5-5",
  "__",
  "a b",
  "a.b",
  "a@b",
  "@a",
  "a".repeat(33),
  "😀",
  "a,b",
  "a\n",
])("%j is none", (text) => {
  expect(walletName(text)).toBeUndefined();
});

test("large and small letters, and letters put together differently, make the same name", () => {
  expect(nameKey("Cold1")).toBe(nameKey("cOLD1"));
  expect(walletName("cafe\u0301")).toBe(walletName("café"));
});

test("whatever the text, a name is short and is its own name", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: codePoint }), fc.string()), (text) => {
      const name = walletName(text);
      if (name === undefined) return;
      expect(Array.from(name).length).toBeLessThanOrEqual(32);
      expect(walletName(name)).toBe(name);
    }),
  );
});
