/** Addresses: nothing but a sound base58check text passes, and nothing is repaired. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  address,
  addressFault,
  addressFromHex,
  addressProblem,
  addressToHex,
  isAddress,
} from "../../src/domain/address.js";
import { AssertionFailed } from "../../src/domain/assert.js";

const SOUND = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";

test("a sound address is the hex a node uses, and back", () => {
  expect(addressToHex(address(SOUND))).toBe("41c8599111f29c1e1e061265b4af93ea1f274ad78a");
  expect(addressFromHex("41C8599111F29C1E1E061265B4AF93EA1F274AD78A")).toBe(SOUND);
});

test("hex and base58 go back and forth", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
      const hex = `41${Buffer.from(bytes).toString("hex")}`;
      expect(addressToHex(addressFromHex(hex))).toBe(hex);
    }),
  );
});

describe("is refused:", () => {
  test.each([
    ["nothing", ""],
    ["a space before", ` ${SOUND}`],
    ["a space after", `${SOUND} `],
    ["a line after", `${SOUND}\n`],
    ["lower case", SOUND.toLowerCase()],
    ["one character less", SOUND.slice(0, -1)],
    ["one more", `${SOUND}1`],
    ["a character outside of base58", SOUND.replace("U", "0")],
    ["hex", "41c8599111f29c1e1e061265b4af93ea1f274ad78a"],
    ["an Ethereum address", "0xc8599111f29c1e1e061265b4af93ea1f274ad78a"],
    ["a look-alike letter", SOUND.replace("T", "Т")],
  ])("%s", (_, text) => {
    expect(addressProblem(text)).toMatch(/34 characters/);
    expect(isAddress(text)).toBe(false);
    expect(() => address(text)).toThrow(AssertionFailed);
  });

  test.each(["41", "0x", "0x41"])("hex behind %s is named", (start) => {
    expect(addressFault(`${start}c8599111f29c1e1e061265b4af93ea1f274ad78a`)).toBe("hex");
  });

  test("one mistyped character, wherever it is", () => {
    for (let at = 1; at < SOUND.length; at += 1) {
      const wrong = SOUND[at] === "a" ? "b" : "a";
      expect(addressProblem(SOUND.slice(0, at) + wrong + SOUND.slice(at + 1))).toMatch(/checksum/);
    }
  });

  test.each(["", "41", "42c8599111f29c1e1e061265b4af93ea1f274ad78a", "0xc859"])(
    "hex that is no account: %j",
    (hex) => expect(() => addressFromHex(hex)).toThrow(AssertionFailed),
  );
});
